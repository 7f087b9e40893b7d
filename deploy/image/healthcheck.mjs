// Whether the service in this container can take requests; Docker asks by exit code. No shell and no curl needed.
const port = process.env.PORT ?? '8080';
const host = process.env.HOST ?? '0.0.0.0';
const at = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host;
try {
  const answer = await fetch(`http://${at}:${port}/readyz`, { signal: AbortSignal.timeout(4_000) });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
