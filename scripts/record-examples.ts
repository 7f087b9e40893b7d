// `npm run examples`: plays a story with every operation against a service of its own, and keeps what was asked and
// answered in packages/server/examples.generated.json, from where `npm run docs` takes it.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { examplesPath } from '../packages/server/src/app/reference/examples.ts';
import { loadSettings } from '../packages/server/src/app/settings.ts';
import { startService } from '../packages/server/src/app/start-service.ts';
import { tellOfContracts, tellOfOperations } from './examples/contracts.ts';
import { tellOfEvents, tellOfWebhooks } from './examples/events-and-webhooks.ts';
import { ExampleRecorder } from './examples/example-recorder.ts';
import {
  tellOfAgents,
  tellOfCampaigns,
  tellOfLeads,
  tellOfMail,
  tellOfMessages,
} from './examples/outreach.ts';
import { subscribeToReviews, tellOfReview, tellOfWorkflows } from './examples/review-and-workflows.ts';
import { stabilize } from './examples/stable-examples.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'trivium-examples-'));
const key = `trv_examples_${randomUUID()}`;
const env = {
  PATH: process.env.PATH,
  DATA_DIR: dataDir,
  PORT: '0',
  BOOTSTRAP_API_KEY: key,
  LOG_LEVEL: 'silent',
  REVIEW_WARM_UP: 'off',
  // Each delivery is tried once: a refused one is a dead letter at once.
  WEBHOOK_RETRY_DELAYS: '0',
  // Scaling asks where nobody answers, and starts nothing.
  KUBERNETES_DEPLOYMENT: 'trivium/trivium',
  KUBERNETES_API_URL: 'http://127.0.0.1:9',
  KUBERNETES_TOKEN: 'none',
};
const receiver = createServer((request, response) => {
  request.resume();
  response.writeHead(request.url === '/refuse' ? 500 : 204).end();
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const hooks = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
const service = await startService(loadSettings(env), { env });
try {
  const recorder = new ExampleRecorder(service.address, key);
  await tellOfAccess(recorder);
  await subscribeToReviews(recorder, hooks);
  await tellOfEvents(recorder, hooks);
  await tellOfWebhooks(recorder, hooks);
  await tellOfWorkflows(recorder);
  await tellOfContracts(recorder);
  await tellOfOperations(recorder);
  const leadId = await tellOfLeads(recorder);
  await tellOfMail(recorder);
  await tellOfCampaigns(recorder);
  await tellOfMessages(recorder, leadId);
  await tellOfAgents(recorder, leadId);
  await tellOfReview(recorder);
  await tellOfSystem(recorder);
  const { moments, examples } = recorder;
  const run = { address: service.address, receiver: hooks, host: hostname(), moments, endedAt: Date.now() };
  await writeFile(examplesPath, `${JSON.stringify(stabilize(examples, run), null, 1)}\n`);
  process.stdout.write(`${Object.keys(examples).length} examples\n`);
} finally {
  await service.stop();
  receiver.close();
  await rm(dataDir, { recursive: true, force: true });
}
// What still holds the process then is nothing.
process.exit();

async function tellOfAccess(r: ExampleRecorder): Promise<void> {
  const made = await r.record('createKey', {
    body: { name: 'Warehouse', scopes: ['events:read', 'webhooks:read'], environment: 'production' },
  });
  const params = { id: made.id };
  await r.record('rotateKey', { params, body: { overlap_seconds: 3_600 } });
  await r.record('listKeys', { query: { limit: 2 } });
  await r.record('revokeKey', { params });
  await r.record('getOrganization');
  await r.record('startSession');
  await r.record('readSession');
  await r.record('endSession');
}

async function tellOfSystem(r: ExampleRecorder): Promise<void> {
  for (const id of ['checkLiveness', 'checkReadiness', 'readMetrics']) await r.record(id);
  const document = await r.record('readOpenApi');
  const { openapi, info, servers } = document;
  Object.assign(r.examples.readOpenApi!.response, { body: { openapi, info, servers } });
}
