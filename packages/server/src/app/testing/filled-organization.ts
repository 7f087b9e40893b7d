import { createServer, type Server } from 'node:http';
import { expect, vi } from 'vitest';
import { listen } from '../../kit/net/listen.fixture.ts';
import { required } from '../../kit/required.ts';
import { fillAccess } from './access-samples.ts';
import type { ApiWalker } from './api-walker.ts';
import { fillContracts } from './contracts-samples.ts';
import { openClient } from './operation-samples.ts';
import { fillOutreach } from './outreach-samples.ts';
import { acceptsKindOf, kindOf } from './path-kinds.ts';
import { everyParameter, noteParent } from './path-parameters.ts';
import { fillReview } from './review-samples.ts';
import { sampleBody, sampleQuery } from './sample-request.ts';
import { fillWorkflows } from './workflow-samples.ts';

const PUBLIC_ID = /\b[a-z]{2,6}_[0-9a-f]{32}\b/g;
/** Trace ids have the form of W3C Trace Context, without a prefix. */
const TRACE_ID = /"trace_id":"([0-9a-f]{32})"/g;

export interface Receiver {
  url: string;
  close(): Promise<void>;
}

/** A receiver that refuses every delivery. */
export async function openRefusingReceiver(): Promise<Receiver> {
  const server: Server = createServer((request, response) => {
    request.resume();
    response.writeHead(500).end();
  });
  const { origin } = await listen(server);
  return {
    url: `${origin}/hook`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/**
 * Makes one of everything: subscriptions of each kind, an event, its delivery and dead letter, a replay, a key. Needs a
 * service that makes only one attempt per delivery. Returns the answers of the requests that made them.
 */
export async function fillOrganization(
  walker: ApiWalker,
  key: string,
  receiverUrl: string,
): Promise<string[]> {
  const answers: string[] = [];
  const events = { url: receiverUrl, webhookUrl: receiverUrl };
  for (const operationId of ['createEventSubscription', 'createWebhookSubscription']) {
    const route = walker.route(operationId);
    const sample = required(sampleBody(route), 'sampleBody(route)');
    const given = Object.entries(events).filter(([name]) => name in sample);
    // With a public key with which its receiver verifies signatures.
    const more = operationId === 'createWebhookSubscription' ? { signature: 'hmac_ed25519' } : {};
    const body = { ...sample, ...Object.fromEntries(given), ...more };
    const { status, text } = await walker.ask(route, { key, body });
    expect(status).toBe(201);
    answers.push(text);
  }
  const publish = walker.route('publishEvent');
  expect((await walker.ask(publish, { key, body: sampleBody(publish) })).status).toBe(201);
  await untilDead(walker, key);
  for (const operationId of ['replayDeadLetters', 'resendWebhookDeliveries', 'createKey']) {
    const route = walker.route(operationId);
    const { status, text } = await walker.ask(route, { key, body: sampleBody(route) });
    expect(status).toBeLessThan(300);
    answers.push(text);
    if (operationId !== 'createKey') await untilDead(walker, key);
  }
  const client = openClient(walker, key);
  for (const fill of [fillAccess, fillContracts, fillReview, fillOutreach, fillWorkflows])
    answers.push(...(await fill(client)));
  return answers;
}

async function untilDead(walker: ApiWalker, key: string): Promise<void> {
  const list = walker.route('listDeadLetters');
  await vi.waitFor(
    async () => expect((await walker.ask(list, { key })).body.total).toBeGreaterThanOrEqual(2),
    { timeout: 60_000 },
  );
}

/**
 * Every id that an organization can read, or that is in these answers, by kind. Each id is only sent to routes that
 * read its kind, because most other combinations make no sense.
 */
export async function collectIds(
  walker: ApiWalker,
  key: string,
  answers: string[] = [],
): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>();
  const seen = new Set<string>();
  const note = (text: string) => {
    for (const [id] of text.matchAll(PUBLIC_ID)) {
      // Every refusal contains the id of its request, most of which are not listed individually. Nodes belong to no
      // organization.
      if (seen.has(id) || (id.startsWith('req_') && id !== text) || id.startsWith('node_')) continue;
      seen.add(id);
      const kind = kindOf(id);
      found.set(kind, (found.get(kind) ?? new Set()).add(id));
    }
    for (const [, id] of text.matchAll(TRACE_ID)) {
      seen.add(required(id, 'id'));
      found.set('trace', (found.get('trace') ?? new Set()).add(required(id, 'id')));
    }
  };
  answers.forEach(note);
  // The ids in the samples of the catalogue do not exist.
  const readers = walker.guarded.filter(
    ({ method, produces, operationId }) =>
      method === 'GET' && produces === undefined && operationId !== 'readEventCatalog',
  );
  for (const route of readers.filter(({ params }) => params === undefined)) {
    note((await walker.ask(route, { key, query: sampleQuery(route) })).text);
  }
  const withId = readers.filter(({ params }) => params !== undefined);
  const readersOf = (id: string) => withId.filter((route) => acceptsKindOf(route, id));
  // Each id leads to more ids: a subscription to its deliveries.
  for (const id of seen) {
    const answers = await Promise.all(
      readersOf(id).map(async (route) => {
        const answer = await walker.ask(route, { key, params: everyParameter(route.path, id) });
        return { route, answer };
      }),
    );
    for (const { route, answer } of answers) {
      if (answer.status !== 200) continue;
      // Only for paths below this one: a run belongs to its workflow, not to the event that started it.
      if (readers.some(({ path }) => path.startsWith(`${route.path}/:`)))
        for (const [below] of answer.text.matchAll(PUBLIC_ID)) noteParent(below, id);
      note(answer.text);
    }
  }
  return found;
}
