import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collect, Trivium } from '../packages/sdk/src/index.ts';
import { startTestService, type TestService } from '../packages/server/src/app/testing/test-service.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const sdk = join(root, 'packages/sdk/src/index.ts');

let service: TestService;
let trivium: Trivium;
let folder: string;

beforeAll(async () => {
  service = await startTestService();
  trivium = new Trivium({ url: service.address, key: service.key });
  folder = await mkdtemp(join(tmpdir(), 'trivium-guides-'));
});
afterAll(async () => {
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The blocks of code of a language in a guide, in their order. */
async function blocksOf(guide: string, language: string): Promise<string[]> {
  const text = await readFile(join(root, 'docs', guide), 'utf8');
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, name]) => name === language)
    .map(([, , code]) => code!);
}

test('the workflow of its guide is accepted and does what the guide says', async () => {
  const [command] = await blocksOf('workflows.md', 'sh');
  const env = { PATH: process.env.PATH, TRIVIUM_URL: service.address, TRIVIUM_API_KEY: service.key };
  const { stdout } = await run('sh', ['-c', command!], { env });
  const { workflow_id } = JSON.parse(stdout);
  const order = { type: 'order.created', source: 'guide', data: { order_id: '7', total: 150 } };
  expect((await trivium.events.publish(order)).workflowsTriggered).toBe(1);
  const read = () => collect(trivium.workflows.runs(workflow_id, { status: 'succeeded' }));
  await trivium.waitFor(read, (runs) => runs.length === 1);
  const [invoice] = await collect(trivium.events.list({ type: 'invoice.requested' }));
  expect(invoice!.data).toEqual({ order: '7', total: 162.15 });
});

test('the actions of the guide to workflows are those that the service offers', async () => {
  const text = await readFile(join(root, 'docs/workflows.md'), 'utf8');
  const table = text.slice(text.indexOf('| Action |'), text.indexOf('- **Input**'));
  const told = [...table.matchAll(/`([a-z]+\.[a-z_]+)`/g)].map(([, name]) => name!);
  const { actions } = await trivium.api.listWorkflowActions();
  expect(told.toSorted()).toEqual(actions.map(({ action }) => action).toSorted());
});

test('the first lines of the guide to the SDK publish an event', async () => {
  const [code] = await blocksOf('sdk.md', 'ts');
  const file = join(folder, 'first.ts');
  const lines = code!.replace("'@trivium/sdk'", `'${sdk}'`).replace('http://127.0.0.1:8080', service.address);
  await writeFile(file, `${lines}\nprocess.stdout.write(eventId);\n`);
  const { stdout } = await run(process.execPath, [file], { env: { TRIVIUM_API_KEY: service.key } });
  const { eventId } = await trivium.api.readEvent({ params: { eventId: stdout } });
  expect(eventId).toBe(stdout);
});

test('the receiver of the guide to the SDK accepts what is signed and nothing else', async () => {
  const code = (await blocksOf('sdk.md', 'ts')).find((block) =>
    block.includes('export async function POST'),
  )!;
  const file = join(folder, 'receiver.ts');
  await writeFile(file, `const secret = 'of the guide';\n${code.replace("'@trivium/sdk'", `'${sdk}'`)}`);
  const { POST } = (await import(/* @vite-ignore */ file)) as { POST(request: Request): Promise<Response> };
  const { signDelivery } = await import('../packages/server/src/kit/signing/index.ts');
  const body = '{"event":"order.created"}';
  const timestampSeconds = Math.floor(Date.now() / 1_000);
  const headers = { ...signDelivery({ secrets: ['of the guide'], id: 'dlv_1', timestampSeconds, body }) };
  const request = (sent: string) =>
    new Request('http://localhost/hook', { method: 'POST', headers, body: sent });
  expect((await POST(request(body))).status).toBe(204);
  await expect(POST(request('{"event":"order.paid"}'))).rejects.toMatchObject({ reason: 'no_match' });
});
