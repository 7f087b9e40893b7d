import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiWalker, type WalkedRequest } from '../../src/app/testing/api-walker.ts';
import { edgesOf, withValue } from '../../src/app/testing/edge-values.ts';
import {
  collectIds,
  fillOrganization,
  openRefusingReceiver,
  type Receiver,
} from '../../src/app/testing/filled-organization.ts';
import { acceptsKindOf } from '../../src/app/testing/path-kinds.ts';
import { everyParameter } from '../../src/app/testing/path-parameters.ts';
import { sampleBody, sampleQuery } from '../../src/app/testing/sample-request.ts';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import type { AnyRoute } from '../../src/kit/http/index.ts';
import { required } from '../../src/kit/required.ts';
import { nastyText, nastyValue, toNastyJson } from './nasty-values.ts';

const TIME_LIMIT_MS = 12_000;

let service: TestService;
let walker: ApiWalker;
let receiver: Receiver;
let key: string;
let ids: string[];

beforeAll(async () => {
  service = await startTestService({ WEBHOOK_RETRY_DELAYS: '0', CLUSTER_SCALING: 'everyone' });
  walker = await ApiWalker.open(service.address);
  receiver = await openRefusingReceiver();
  key = await service.addKey('fuzzed');
  const answers = await fillOrganization(walker, key, receiver.url);
  const found = await collectIds(walker, key, answers);
  // Not the key of these requests, because it would be revoked.
  found.delete('key');
  ids = [...found.values()].flatMap((some) => [...some]);
});
afterAll(async () => {
  await service?.stop();
  await receiver?.close();
});

interface Guess {
  id: string;
  query: string;
  body: string | undefined;
  headers: Record<string, string>;
}

function namesIn(schema: unknown): string[] {
  return Object.keys((schema as { properties?: object } | undefined)?.properties ?? {});
}

/** Requests that are close to what the route accepts, and others that are not. */
function guessesFor(route: AnyRoute): fc.Arbitrary<Guess> {
  const anyName = (names: string[]) => fc.oneof(fc.constantFrom(...names, 'unknown'), nastyText);
  const sample = sampleBody(route);
  const nearBody = fc
    .dictionary(anyName(namesIn(route.body)), nastyValue, { maxKeys: 3 })
    .map((changes) => toNastyJson({ ...sample, ...changes }));
  const body = fc.oneof(
    { weight: 6, arbitrary: nearBody },
    nastyValue.map(toNastyJson),
    fc.string({ unit: 'binary', maxLength: 100 }),
    fc.constant(sample === undefined ? '{}' : JSON.stringify(sample)),
  );
  const ownQuery = sampleQuery(route).slice(1);
  const query = fc
    .array(fc.tuple(anyName(namesIn(route.query)), nastyText), { maxLength: 3 })
    .map((pairs) => {
      const given = pairs.map(
        ([name, value]) => `${encode(name.slice(0, 300))}=${encode(value.slice(0, 3_000))}`,
      );
      return [ownQuery, ...given].filter(Boolean).join('&');
    });
  return fc.record({
    // With headers above 16 KB, a request would not reach the route.
    id: fc.oneof(
      fc.constantFrom(...ids),
      nastyText.map((text) => text.slice(0, 1_000)),
    ),
    query: fc.oneof({ weight: 2, arbitrary: fc.constant(ownQuery) }, query),
    body: route.method === 'GET' || route.method === 'DELETE' ? fc.constant(undefined) : body,
    headers: fc.dictionary(
      fc.constantFrom('idempotency-key', 'last-event-id', 'accept', 'x-request-id'),
      headerText,
      {
        maxKeys: 1,
      },
    ),
  });
}

const headerText = fc.oneof(
  fc.constantFrom('', '0', '-1', 'key', '9'.repeat(30), '*/*', 'x'.repeat(300)),
  fc.stringMatching(/^[\x21-\x7e]{1,40}$/),
);

/** Encodes like a client that does not know surrogates. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function toAsked(route: AnyRoute, { id, query, body, headers }: Guess): WalkedRequest {
  return {
    key,
    // `fetch` would resolve a dot or an empty text to another path.
    params: everyParameter(route.path, /^\.*$/.test(id) ? 'x' : id.toWellFormed()),
    query: query === '' ? '' : `?${query}`,
    ...(body !== undefined && {
      body: body.toWellFormed(),
      headers: { 'content-type': 'application/json', ...headers },
    }),
    ...(body === undefined && { headers }),
  };
}

describe('for any input to any route', () => {
  test(
    'the answer is documented, and never a 5xx',
    async () => {
      const anyRequest = fc
        .constantFrom(...walker.guarded.filter(({ operationId }) => operationId !== 'revokeKey'))
        .chain((route) => guessesFor(route).map((guess) => ({ operationId: route.operationId, ...guess })));
      const statuses = new Map<number, number>();
      await fc.assert(
        fc.asyncProperty(anyRequest, async ({ operationId, ...guess }) => {
          const route = walker.route(operationId);
          const { status } = await walker.ask(route, toAsked(route, guess));
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }),
        { numRuns: 100_000, interruptAfterTimeLimit: TIME_LIMIT_MS, verbose: 0 },
      );
      // The requests went far enough to be a test: many were refused, and some succeeded.
      expect(statuses.get(400)).toBeGreaterThan(50);
      expect(statuses.get(200)).toBeGreaterThan(10);
      expect(statuses.get(201)).toBeGreaterThan(5);
    },
    TIME_LIMIT_MS + 30_000,
  );

  test('the service still works', async () => {
    const publish = walker.route('publishEvent');
    expect((await walker.ask(publish, { key, body: sampleBody(publish) })).status).toBe(201);
    expect((await walker.ask(walker.route('checkReadiness'))).status).toBe(200);
  });
});

describe('each field alone, at its limits and just beyond', () => {
  test('gets a documented answer, and never a 5xx', async () => {
    const statuses = new Map<number, number>();
    // Routes that change or delete come after routes that read.
    const routes = [
      ...walker.guarded.filter(({ method }) => method === 'GET'),
      ...walker.guarded.filter(({ method }) => method !== 'GET'),
    ];
    const problems: string[] = [];
    for (const route of routes) {
      const params = await paramsOf(route);
      const send = async (query: string, body: unknown) => {
        const asked = { key, params, query, ...(body !== undefined && { body }) };
        await walker.ask(route, asked).then(
          ({ status }) => statuses.set(status, (statuses.get(status) ?? 0) + 1),
          ({ message }) => problems.push(message),
        );
      };
      const own = sampleQuery(route);
      const body = sampleBody(route);
      await Promise.all([
        ...edgesOf(route.query ?? {}).map((edge) => send(withParameter(own, edge.field, edge.value), body)),
        ...edgesOf(route.body ?? {}).map((edge) => send(own, withValue(body, edge))),
      ]);
    }
    expect(problems).toEqual([]);
    // Many requests passed the schemas.
    expect(statuses.get(200)).toBeGreaterThan(200);
    expect(statuses.get(201)).toBeGreaterThan(50);
    expect(statuses.get(400)).toBeGreaterThan(500);
  });
});

/** An id with which the route finds something, as far as reading its path shows. */
async function paramsOf(route: AnyRoute): Promise<Record<string, string>> {
  if (route.params === undefined) return {};
  const named = required(/^.*:[A-Za-z]+/.exec(route.path), 'a match of the pattern')[0];
  const reader = walker.guarded.find(({ method, path }) => method === 'GET' && path === named);
  if (reader !== undefined) {
    for (const id of ids.filter((one) => acceptsKindOf(route, one))) {
      const params = everyParameter(route.path, id);
      if ((await walker.ask(reader, { key, params })).status === 200) return params;
    }
  }
  return {};
}

function withParameter(own: string, name: string, value: unknown): string {
  const parameters = new URLSearchParams(own);
  parameters.set(name, String(value));
  return `?${parameters}`;
}
