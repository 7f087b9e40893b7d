// `npm run examples`: calls every operation of its own service once, and writes the requests and answers to
// packages/server/examples.generated.json, where `npm run docs` reads them.
import { writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { examplesPath } from '../packages/server/src/app/reference/examples.ts';
import { required } from '../packages/server/src/kit/required.ts';
import { ExampleRecorder } from './examples/example-recorder.ts';
import { startOwnService } from './examples/own-service.ts';
import { stabilize } from './examples/stable-examples.ts';
import { openHooks, recordStory } from './examples/story.ts';

await record();
// By now, nothing that still runs is needed.
process.exit();

async function record(): Promise<void> {
  await using hooks = await openHooks();
  await using service = await startOwnService();
  const recorder = new ExampleRecorder(service.address, service.key);
  await recordStory(recorder, hooks.address);
  await recordSystem(recorder);
  const { moments, examples } = recorder;
  const { address } = service;
  const run = { address, receiver: hooks.address, host: hostname(), moments, endedAt: Date.now() };
  await writeFile(examplesPath, `${JSON.stringify(stabilize(examples, run), null, 1)}\n`);
  process.stdout.write(`${Object.keys(examples).length} examples\n`);
}

async function recordSystem(r: ExampleRecorder): Promise<void> {
  for (const id of ['checkLiveness', 'checkReadiness', 'readMetrics']) await r.record(id);
  const document = await r.record('readOpenApi');
  const { openapi, info, servers } = document;
  Object.assign(required(r.examples.readOpenApi, 'its example').response, {
    body: { openapi, info, servers },
  });
}
