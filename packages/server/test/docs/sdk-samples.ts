import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import yazl from 'yazl';
import { signDelivery } from '../../src/kit/signing/index.ts';
import { root } from './code-blocks.ts';
import type { SampleShell } from './sample-shell.ts';

const run = promisify(execFile);
const sdk = join(root, 'packages/sdk/src/index.ts');
const SECRET = 'of the guide';

const isReceiver = (code: string) => code.includes('export async function POST');

/** Writes code to a file that can import the SDK, without repeated imports. */
function writeModule(file: string, blocks: readonly string[]): void {
  const seen = new Set<string>();
  const lines = blocks.join('\n').split('\n');
  const kept = lines.filter((line) => {
    if (!line.startsWith('import ')) return true;
    const isNew = !seen.has(line);
    seen.add(line);
    return isNew;
  });
  writeFileSync(file, kept.join('\n').replaceAll("'@trivium/sdk'", `'${sdk}'`));
}

async function compile(files: readonly string[]): Promise<void> {
  const flags = ['--ignoreConfig', '--noEmit', '--strict', '--allowImportingTsExtensions', '--skipLibCheck'];
  const target = ['--target', 'es2024', '--module', 'nodenext', '--types', 'node'];
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const types = ['--typeRoots', join(root, 'node_modules/@types')];
  await run(process.execPath, [tsc, ...flags, ...target, ...types, ...files]).catch(({ stdout }) => {
    throw new Error(stdout);
  });
}

/**
 * Checks the types of all code in the guide, and of the samples in the reference, which use a client named `trivium`.
 * They are checked together, because reading the common imports takes most of the time.
 */
export async function compileWithSdk(
  blocks: readonly string[],
  samples: readonly string[],
  readme: readonly string[],
  shell: SampleShell,
): Promise<void> {
  const guide = join(shell.folder, 'guide.mts');
  const receiver = join(shell.folder, 'receiver.mts');
  writeModule(
    guide,
    blocks.filter((code) => !isReceiver(code)).map((code) => shell.adapt(code)),
  );
  writeModule(receiver, blocks.filter(isReceiver));
  const reference = join(shell.folder, 'reference.mts');
  const head = `import { readFile } from 'node:fs/promises';\nimport type { Trivium } from '@trivium/sdk';\ndeclare const trivium: Trivium;`;
  writeModule(reference, [head, ...samples.map((sample) => `{\n${sample}\n}`)]);
  const packed = join(shell.folder, 'readme.mts');
  writeModule(packed, readme);
  await compile([guide, receiver, reference, packed]);
}

/** Runs the blocks of the guide as one program, with the files that the guide mentions; resolves with its output. */
export async function runSdkGuide(blocks: readonly string[], shell: SampleShell): Promise<string> {
  const file = join(shell.folder, 'guide.mts');
  writeModule(
    file,
    blocks.filter((code) => !isReceiver(code)).map((code) => shell.adapt(code)),
  );
  writeFileSync(
    join(shell.folder, 'leads.csv'),
    'email,name\nada@guide.example,Ada\nbob@guide.example,Bob\n',
  );
  writeFileSync(join(shell.folder, 'shop.zip'), await zipShop());
  const { code, output } = await shell.run(`export TRIVIUM_API_KEY=trv_...\n${process.execPath} guide.mts`);
  if (code !== 0) throw new Error(output);
  return output;
}

async function zipShop(): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  zip.addBuffer(Buffer.from('export const run = (request) => eval(request.query.code);\n'), 'src/index.js');
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Calls the guide's webhook receiver with a delivery signed like the service's, and with a changed one. */
export async function useReceiver(blocks: readonly string[], shell: SampleShell) {
  const file = join(shell.folder, 'receiver.mts');
  writeModule(file, blocks.filter(isReceiver));
  process.env.WEBHOOK_SECRET = SECRET;
  const { POST } = (await import(/* @vite-ignore */ file)) as { POST(request: Request): Promise<Response> };
  const body = '{"event":"order.created"}';
  const timestampSeconds = Math.floor(Date.now() / 1_000);
  const headers = { ...signDelivery({ secrets: [SECRET], id: 'dlv_1', timestampSeconds, body }) };
  const ask = (sent: string) =>
    POST(new Request('http://localhost/', { method: 'POST', headers, body: sent }));
  return { genuine: () => ask(body), forged: () => ask('{"event":"order.paid"}') };
}
