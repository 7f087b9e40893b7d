// `npm run package -- [--to <folder>] [--check]`: makes the published packages, `trivium` and `@trivium/sdk`, as npm
// archives in the folder (./packed). With --check, publint and Are The Types Wrong? check them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { stageService } from './package/stage-service.ts';

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: { to: { type: 'string', default: 'packed' }, check: { type: 'boolean', default: false } },
});
const folder = resolve(process.env.TRIVIUM_CWD ?? process.cwd(), values.to);
mkdirSync(folder, { recursive: true });

const stage = mkdtempSync(join(tmpdir(), 'trivium-package-'));
try {
  await stageService(root, stage);
  const service = pack(stage, []);
  const sdk = pack(root, ['--workspace', '@trivium/sdk']);
  if (values.check) {
    run('npx', ['--yes', 'publint@0.3.25', '--strict', service]);
    run('npx', ['--yes', 'publint@0.3.25', '--strict', sdk]);
    // The service has no entry point for code, so it has no types.
    run('npx', ['--yes', '@arethetypeswrong/cli@0.18.5', '--profile', 'esm-only', sdk]);
  }
} finally {
  rmSync(stage, { recursive: true, force: true });
}

/** Returns the path of the archive. */
function pack(cwd: string, args: string[]): string {
  const text = execFileSync('npm', ['pack', '--json', '--pack-destination', folder, ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // The output of the package's own scripts comes before the JSON.
  const [packed] = JSON.parse(text.slice(text.indexOf('[\n'))) as { filename: string; size: number }[];
  if (packed === undefined) throw new Error(`npm packed nothing in ${cwd}.`);
  process.stdout.write(`${packed.filename}: ${(packed.size / 1e6).toFixed(1)} MB\n`);
  return join(folder, packed.filename);
}

function run(program: string, args: string[]): void {
  execFileSync(program, args, { cwd: folder, stdio: 'inherit' });
}
