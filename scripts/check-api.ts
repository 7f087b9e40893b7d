// `npm run check:api`: Schemathesis against a service of its own, filled by the story of the examples, with every check
// and in every phase. It is a Python program (`pip install schemathesis==4.32.5`); scripts/schemathesis.toml says what is
// left out, and why. With arguments it runs once, with these; with `links`, only the runs along the links between
// operations.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExampleRecorder } from './examples/example-recorder.ts';
import { type Document, fillDocument } from './examples/filled-document.ts';
import { type OwnService, startOwnService } from './examples/own-service.ts';
import { openHooks, tellStory } from './examples/story.ts';

const root = join(import.meta.dirname, '..');
const document: { paths: Record<string, { post?: Operation }> } = JSON.parse(
  readFileSync(join(root, 'packages/server/openapi.json'), 'utf8'),
);

process.exitCode = await check(process.argv.slice(2));
process.exit();

async function check(given: readonly string[]): Promise<number> {
  // Limits would answer most of its requests.
  await using service = await startOwnService({ RATE_LIMIT_SCALE: '1000000' });
  await using hooks = await openHooks();
  const recorder = new ExampleRecorder(service.address, service.key);
  await tellStory(recorder, hooks.address);
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

/** Schemathesis once; its exit code. */
async function run(file: string, { address, key }: OwnService, more: readonly string[]): Promise<number> {
  const program = process.env.SCHEMATHESIS ?? 'schemathesis';
  const config = join(import.meta.dirname, 'schemathesis.toml');
  const header = `Authorization:Bearer ${key}`;
  const args = ['--config-file', config, 'run', file, '--url', address, '--header', header, ...more];
  const [code] = await once(spawn(program, args, { stdio: 'inherit' }), 'exit');
  return code ?? 1;
}

/** The document for what the story left. The key that asks, and its organization, are not to be deleted. */
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
 * A run for each operation that makes something, with those that its links lead to, which have their names. Of all
 * operations at once it hardly follows a link: seldom is what one made asked for by the next.
 */
function stateful(): string[][] {
  return Object.values(document.paths).flatMap(({ post }) => {
    if (post === undefined) return [];
    const targets = Object.values(post.responses).flatMap(({ links }) => Object.keys(links ?? {}));
    const ids = [post.operationId, ...new Set(targets)].flatMap((id) => ['--include-operation-id', id]);
    return targets.length === 0 ? [] : [['--phases', 'stateful', ...ids]];
  });
}
