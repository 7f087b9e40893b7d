// A program for tests of hand-over.mjs: tells its pid, its npm variables and each signal it gets, one per line.
// After the first signal it waits a little for more, then ends with code 7.
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    process.stdout.write(`${signal}\n`);
    setTimeout(() => process.exit(7), 300);
  });
}
const npmVariables = Object.keys(process.env).filter((name) => name.startsWith('npm_'));
process.stdout.write(`${JSON.stringify({ pid: process.pid, npmVariables })}\n`);
setInterval(() => {}, 60_000);
