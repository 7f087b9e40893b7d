// `npm run verify [-- --fast]`: runs every static check in parallel, without a database. With --fast only the format,
// the types of changed files, the statements, the style and the lockfile, for use between two edits.
import { spawn } from 'node:child_process';

const quick: Record<string, string[]> = {
  format: [
    'node_modules/@biomejs/biome/bin/biome',
    'ci',
    '--error-on-warnings',
    '--reporter=summary',
    '--colors=off',
  ],
  statements: ['scripts/check-sql.ts'],
  organizations: ['scripts/check-organizations.ts'],
  style: ['scripts/check-style.ts'],
  lockfile: ['scripts/check-lockfile.ts'],
};
const tsc = ['node_modules/typescript/bin/tsc', '-p', '.'];
const fast = {
  ...quick,
  types: [...tsc, '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/verify.tsbuildinfo'],
};
const all = {
  ...quick,
  types: tsc,
  // The client as built for browsers and Node 20: without features that only newer platforms have.
  client: ['node_modules/typescript/bin/tsc', '-p', 'packages/sdk/tsconfig.build.json', '--noEmit'],
  console: ['node_modules/typescript/bin/tsc', '-p', 'packages/console'],
  architecture: ['scripts/check-architecture.ts'],
  unused: ['node_modules/knip/bin/knip.js', '--no-progress'],
};

function run(name: string, args: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('close', (code) => {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)\n`);
      if (code !== 0) process.stdout.write(output.replace(/^/gm, '  '));
      resolve(code === 0);
    });
  });
}

const checks = process.argv.includes('--fast') ? fast : all;
const results = await Promise.all(Object.entries(checks).map(([name, args]) => run(name, args)));
process.exitCode = results.every(Boolean) ? 0 : 1;
