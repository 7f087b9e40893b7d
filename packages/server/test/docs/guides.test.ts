import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';

const folder = join(import.meta.dirname, '../../../../docs');
const OPENING = 'export KEY=trv_...';
const GUIDE_TIMEOUT_MS = 90_000;

/** Guides whose shell examples are one script, from the first to the last. */
const guides = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, script: shellOf(readFileSync(join(folder, name), 'utf8')) }))
  .filter(({ script }) => script.includes(OPENING));

function shellOf(markdown: string): string {
  return [...markdown.matchAll(/^```sh\n(.*?)^```/gms)].map(([, code]) => code).join('\n');
}

let service: TestService;
let home: string;

beforeAll(async () => {
  service = await startTestService({ DEVNET_BLOCK_TIME: '0.2' });
  home = await mkdtemp(join(tmpdir(), 'trivium-guide-'));
});
afterAll(async () => {
  await service?.stop();
  await rm(home, { recursive: true, force: true });
});

/** Runs a script as a reader would paste it, except that its first mistake ends it. */
async function runShell(script: string): Promise<{ code: number | null; output: string }> {
  const shell = spawn('bash', ['-e', '-o', 'pipefail', '-c', script], {
    cwd: home,
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
    timeout: GUIDE_TIMEOUT_MS,
  });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (text) => (output += text));
  const code = await new Promise<number | null>((resolve) => shell.on('close', resolve));
  return { code, output };
}

describe('every example of the guide does what it says', () => {
  test.each(guides)('$name', async ({ script }) => {
    const own = script
      .replace('trv_...', service.key)
      .replaceAll(/http:\/\/127\.0\.0\.1:8080|(?<=[ "'])localhost:8080/g, service.address);
    const { code, output } = await runShell(own);
    expect(code, output.slice(-2_000)).toBe(0);
    expect(output).not.toContain('"error":{');
  });
});
