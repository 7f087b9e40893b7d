// `npm run new -- endpoint <area> <folder> <name>`: makes the files of a resource with routes to create, list and read
// it, its table and its tests, and wires them into the service. docs/contributing/add-an-endpoint.md explains the next
// steps.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { NewEndpointError, nameEndpoint } from './new/endpoint-names.ts';
import { makeEndpoint } from './new/make-endpoint.ts';

const root = join(import.meta.dirname, '..');
const usage = `Usage: npm run new -- endpoint <area> <folder> <name> [--prefix <three letters>]
For example: npm run new -- endpoint outreach books/notes sales-note`;

function makeNew(args: string[]): string {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { prefix: { type: 'string' } },
  });
  const [kind, area, folder, name, ...rest] = positionals;
  if (kind !== 'endpoint' || area === undefined || folder === undefined || !name || rest.length > 0)
    throw new NewEndpointError(usage);
  const { made, wired } = makeEndpoint(root, nameEndpoint(area, folder, name, values.prefix));
  for (const [path, text] of [...made, ...wired]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const sources = [...made.keys(), ...wired.keys()].filter((path) => /\.m?ts$|\.mjs$/.test(path));
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const shaped = spawnSync(process.execPath, [biome, 'check', '--write', ...sources], {
    cwd: root,
    encoding: 'utf8',
  });
  if (shaped.status !== 0) throw new Error(shaped.stdout + shaped.stderr);
  const test = [...made.keys()].find((path) => path.endsWith('.test.ts'));
  return `Created:\n${lines(made)}\nChanged:\n${lines(wired)}
Next: npm test -- ${test}
Then docs/contributing/add-an-endpoint.md, step 2.`;
}

function lines(files: Map<string, string>): string {
  return [...files.keys()].map((path) => `  ${path}`).join('\n');
}

try {
  process.stdout.write(`${makeNew(process.argv.slice(2))}\n`);
} catch (error) {
  const { code = '', message, stack } = error as NodeJS.ErrnoException;
  const isMistake = error instanceof NewEndpointError || code.startsWith('ERR_PARSE_ARGS');
  const told = code === '' ? message : `${message}\n${usage}`;
  process.stderr.write(`${isMistake ? told : stack}\n`);
  process.exitCode = 1;
}
