// `npm run check:api`: runs Schemathesis, with every check and in every phase, against its own service, which the
// requests of the examples have filled. It is a Python program (`pip install schemathesis==4.32.5`);
// scripts/schemathesis.toml says what is left out, and why. Arguments are passed on to a single run.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExampleRecorder } from './examples/example-recorder.ts';
import { type Document, fillDocument } from './examples/filled-document.ts';
import { type OwnService, startOwnService } from './examples/own-service.ts';
import { openHooks, recordStory } from './examples/story.ts';

const root = join(import.meta.dirname, '..');
const document: { paths: Record<string, { post?: Operation }> } = JSON.parse(
  readFileSync(join(root, 'packages/server/openapi.json'), 'utf8'),
);

process.exitCode = await check(process.argv.slice(2));
process.exit();

async function check(given: readonly string[]): Promise<number> {
  // With normal rate limits, most requests would be refused.
  await using service = await startOwnService({ RATE_LIMIT_SCALE: '1000000' });
  await using hooks = await openHooks();
  const recorder = new ExampleRecorder(service.address, service.key);
  await recordStory(recorder, hooks.address);
  const folder = await mkdtemp(join(tmpdir(), 'trivium-check-api-'));
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(await fill(service, recorder)));
  const failed: string[] = [];
  for (const more of runsOf(given)) {
    if ((await run(file, service, more)) !== 0) failed.push(more.join(' '));
  }
  await rm(folder, { recursive: true });
  for (const one of failed) process.stdout.write(`FAILED ${one}\n`);
  return failed.length === 0 ? 0 : 1;
}

function runsOf(given: readonly string[]): (readonly string[])[] {
  if (given[0] === 'links') return stateful();
  return given.length > 0 ? [given] : [['--phases', 'examples,coverage,fuzzing'], ...stateful()];
}

/** Runs Schemathesis once; resolves with its exit code. */
async function run(file: string, { address, key }: OwnService, more: readonly string[]): Promise<number> {
  const program = process.env.SCHEMATHESIS ?? 'schemathesis';
  const config = join(import.meta.dirname, 'schemathesis.toml');
  const header = `Authorization:Bearer ${key}`;
  const args = ['--config-file', config, 'run', file, '--url', address, '--header', header, ...more];
  const [code] = await once(spawn(program, args, { stdio: 'inherit' }), 'exit');
  return code ?? 1;
}

/**
 * The document with ids of existing things. The key of the requests and its organization are excluded from deletion.
 */
async function fill({ address, key }: OwnService, { examples }: ExampleRecorder): Promise<Document> {
  const read = async (path: string) => {
    const answer = await fetch(address + path, { headers: { authorization: `Bearer ${key}` } });
    const isJson = answer.headers.get('content-type')?.startsWith('application/json');
    return isJson ? answer.json() : void (await answer.body?.cancel());
  };
  const described = (await read('/openapi.json')) as Document;
  const organization = (await read('/v1/organization')) as { id: string };
  const { keys } = (await read('/v1/keys')) as { keys: { id: string; name: string }[] };
  return fillDocument(described, examples, read, [
    organization.id,
    ...keys.filter(({ name }) => name === 'bootstrap').map(({ id }) => id),
  ]);
}

interface Operation {
  operationId: string;
  responses: Record<string, { links?: Record<string, unknown> }>;
}

/**
 * One run for each operation that creates something, with the operations that its links lead to, which have their
 * operation ids. With all operations in one run, it would rarely follow a link.
 */
function stateful(): string[][] {
  return Object.values(document.paths).flatMap(({ post }) => {
    if (post === undefined) return [];
    const targets = Object.values(post.responses).flatMap(({ links }) => Object.keys(links ?? {}));
    const ids = [post.operationId, ...new Set(targets)].flatMap((id) => ['--include-operation-id', id]);
    return targets.length === 0 ? [] : [['--phases', 'stateful', ...ids]];
  });
}
