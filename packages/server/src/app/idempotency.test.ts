import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createPool } from '../kit/db/index.ts';
import { type AnyRoute, keepsAnswers } from '../kit/http/index.ts';
import { withhold } from '../kit/http/shown-once.ts';
import { required } from '../kit/required.ts';
import { createSecretBox, loadMasterKey } from '../kit/secrets/index.ts';
import { describedRoutes } from './describe-api.ts';
import { ApiWalker } from './testing/api-walker.ts';
import type { Answer } from './testing/documented-answers.ts';
import {
  collectIds,
  fillOrganization,
  openRefusingReceiver,
  type Receiver,
} from './testing/filled-organization.ts';
import { openClient, operationSamples } from './testing/operation-samples.ts';
import { acceptsKindOf, kindOf } from './testing/path-kinds.ts';
import { everyParameter } from './testing/path-parameters.ts';
import { otherSampleBody, sampleBody, sampleQuery } from './testing/sample-request.ts';
import { startTestService, type TestService } from './testing/test-service.ts';

let service: TestService;
let walker: ApiWalker;
let receiver: Receiver;
let ids: string[];
/** Another API key of the same organization. */
let otherKey: string;
/** Secrets that an answer shows only once. */
const secrets = new Set<string>();

beforeAll(async () => {
  service = await startTestService({ WEBHOOK_RETRY_DELAYS: '0' });
  walker = await ApiWalker.open(service.address);
  receiver = await openRefusingReceiver();
  otherKey = await service.addKey('default');
  const answers = await fillOrganization(walker, service.key, receiver.url);
  ids = [...(await collectIds(walker, service.key, answers)).values()].flatMap((found) => [...found]);
});
afterAll(async () => {
  await service?.stop();
  await receiver?.close();
});

const rows = describedRoutes().filter(keepsAnswers);
/** Operations in which the idempotency key permanently identifies the result. */
const keepsForGood = new Set(['queueCommunication']);

/** The body that a repeated request gets. Collects the secrets that are left out of it. */
function keptOf({ shownOnce }: AnyRoute, body: unknown): unknown {
  if (shownOnce === undefined) return body;
  const kept = withhold(body, shownOnce);
  const texts = new Set(textsIn(kept));
  for (const text of textsIn(body)) if (!texts.has(text)) secrets.add(text);
  return kept;
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The id for a request with a new idempotency key. It is a new thing if the operation works only once. */
async function findId(route: AnyRoute): Promise<string> {
  const prepare = operationSamples[route.operationId]?.prepare;
  return prepare === undefined ? findWorkingId(route) : prepare(openClient(walker, service.key));
}

/**
 * Repeats until it works: a thing that an earlier request used up, such as a dead letter, exists again a moment later.
 */
async function sendUntilDone(route: AnyRoute, id: string, key: string): Promise<Answer> {
  return vi.waitFor(
    async () => {
      const answer = await send(route, id, key);
      expect(answer.status, answer.text).toBeLessThan(300);
      return answer;
    },
    { timeout: 60_000, interval: 50 },
  );
}

/** The kind of id with which a route works, if its path takes several kinds or names none. */
const workingKinds = new Map<AnyRoute, string>();

/** Finds an id for the path with which the route works. */
async function findWorkingId(route: AnyRoute): Promise<string> {
  if (route.params === undefined) return '';
  return vi.waitFor(
    async () => {
      const known = ids.filter((id) => kindOf(id) === workingKinds.get(route));
      const possible = ids.filter((id) => acceptsKindOf(route, id));
      for (const id of new Set([...known, ...possible])) {
        if ((await send(route, id, randomUUID())).status >= 300) continue;
        workingKinds.set(route, kindOf(id));
        return id;
      }
      throw new Error(`nothing was found that ${route.path} works on`);
    },
    { timeout: 60_000, interval: 50 },
  );
}

/** The first body sent under each key. */
const bodies = new Map<string, unknown>();

function send(
  route: AnyRoute,
  id: string,
  idempotencyKey: string,
  other?: unknown,
  key = service.key,
): Promise<Answer> {
  if (!bodies.has(idempotencyKey)) bodies.set(idempotencyKey, sampleBody(route));
  const body = other ?? bodies.get(idempotencyKey);
  return walker.ask(route, {
    key,
    params: everyParameter(route.path, id),
    query: sampleQuery(route),
    body,
    headers: { 'idempotency-key': idempotencyKey },
  });
}

/** Lists that change in the background, without a request. */
const background = [
  '/v1/webhooks/dead-letter',
  '/v1/events/checkpoints',
  '/v1/outreach/sandbox/messages',
  '/v1/requests',
];

const counted = describedRoutes().filter(({ access, method, params, path, query }) => {
  const { properties = {} } = (query ?? {}) as { properties?: object };
  return (
    access !== 'public' &&
    method === 'GET' &&
    params === undefined &&
    'offset' in properties &&
    !background.includes(path)
  );
});

/** Counts everything else that can be listed. */
async function countAll(): Promise<Record<string, number>> {
  const counts = counted.map(async (route) => {
    const { properties } = route.query as unknown as { properties: object };
    // Events about failing subscriptions are published in the background.
    const only = 'api' in properties ? '&api=all' : 'type' in properties ? '&type=sample.*' : '';
    const { status, body } = await service.call('GET', `${route.path}?limit=1${only}`);
    expect(status).toBe(200);
    return [route.path, body.total] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

function increase(before: Record<string, number>, after: Record<string, number>): Record<string, number> {
  return Object.fromEntries(
    Object.keys(after).map((name) => [
      name,
      required(after[name], 'after[name]') - required(before[name], 'before[name]'),
    ]),
  );
}

describe.each(rows.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s',
  (_name, route) => {
    /** The first three tests repeat the same request, each in its own way. */
    const key = randomUUID();
    let id: string;
    let first: Answer;
    beforeAll(async () => {
      id = await findId(route);
      first = await sendUntilDone(route, id, key);
    });

    test('gives a repeated request with the same key the first answer', async () => {
      expect(first.headers.get('idempotent-replayed')).toBeNull();
      const again = await send(route, id, key);
      expect({ status: again.status, body: again.body }).toEqual({
        status: first.status,
        body: keptOf(route, first.body),
      });
      if (route.shownOnce === undefined) expect(again.text).toBe(first.text);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    });

    test('does not show the answer to another API key, which gets its own', async () => {
      const other = await send(route, id, key, undefined, otherKey);
      // Results that are permanently identified by their key belong to the organization: see the guide on keys.
      if (keepsForGood.has(route.operationId)) return;
      expect(other.headers.get('idempotent-replayed')).toBeNull();
    });

    test('refuses a different request with the same key', async () => {
      const other = await send(route, id, key, otherSampleBody(route));
      expect(other.status).toBe(409);
      expect(other.body.error).toMatchObject({ code: 'idempotency_conflict', field: 'Idempotency-Key' });
    });

    test('does nothing again for a repeat, and runs once for concurrent requests', async () => {
      const [one, another] = [await findId(route), await findId(route)];
      const start = await countAll();
      const done = randomUUID();
      await sendUntilDone(route, one, done);
      const afterOne = await countAll();
      expect((await send(route, one, done)).headers.get('idempotent-replayed')).toBe('true');
      const answers = await vi.waitFor(
        async () => {
          const many = randomUUID();
          const all = await Promise.all(Array.from({ length: 8 }, () => send(route, another, many)));
          expect(all.some(({ status }) => status < 300)).toBe(true);
          return all;
        },
        { timeout: 60_000, interval: 50 },
      );
      expect(increase(afterOne, await countAll())).toEqual(increase(start, afterOne));
      const fresh = answers.filter(({ status }) => status < 300);
      const kept = fresh.map(({ body }) => JSON.stringify(keptOf(route, body)));
      expect(new Set(kept).size).toBe(1);
      expect(fresh.filter(({ headers }) => !headers.has('idempotent-replayed'))).toHaveLength(1);
      for (const { status, body } of answers) {
        if (status < 300) continue;
        expect(body.error.code).toBe('idempotency_conflict');
      }
    });
  },
);

describe('of secrets that an answer shows once', () => {
  test('none is stored: neither in the stored answers nor as an idempotency key', async () => {
    const pool = createPool(service.database.connection, {
      max: 1,
      applicationName: 'test',
      onError: () => {},
    });
    const box = createSecretBox(await loadMasterKey({ dataDir: service.dataDir }));
    try {
      const { rows: kept } = await pool.query(
        'select org_id, claimant, route, key, sealed_body from idempotency_keys where sealed_body is not null',
      );
      const answered = new Set(kept.map(({ route }) => route));
      expect([...answered].sort()).toEqual(rows.map(({ operationId }) => operationId).sort());
      expect(secrets.size).toBeGreaterThanOrEqual(rows.filter(({ shownOnce }) => shownOnce).length);
      for (const { org_id, claimant, route, key, sealed_body } of kept) {
        const text = box.open(sealed_body, `idempotency_keys ${org_id} ${claimant} ${route} ${key}`);
        expect(text, route).not.toMatch(/trv_[\w-]{43}/);
        for (const secret of secrets) expect(text, route).not.toContain(secret);
      }
    } finally {
      await pool.end();
    }
  });

  test('all are marked: a field whose name suggests a secret is shown once or is not secret', () => {
    /** The key of an ordered delivery is a value in the payload, and the address of a token endpoint is no secret. */
    const isNone = /(?:^|\.)(?:(?:ordering|blocked\.first\.\*)\.key|auth\.token_url|auth\.tokenUrl)$/;
    for (const { operationId, responses, shownOnce = [] } of rows) {
      const paths = Object.values(responses).flatMap((schema) => secretPathsIn(schema));
      for (const path of paths) {
        if (isNone.test(path)) continue;
        expect(shownOnce, `${operationId} answers \`${path}\``).toContain(path);
      }
    }
  });
});

interface Described {
  properties?: Record<string, Described>;
  items?: Described;
  anyOf?: Described[];
  type?: string;
}

/** Paths, as in `shownOnce`, of fields whose name suggests a secret. */
function secretPathsIn(schema: Described | null, at: string[] = []): string[] {
  if (schema === null) return [];
  const below = (inner: Described, name: string) => secretPathsIn(inner, [...at, name]);
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
      const isSecret = inner.type === 'string' && /^key$|secret|token|password|credential/i.test(name);
      return isSecret ? [[...at, name].join('.')] : below(inner, name);
    }),
    ...(schema.items === undefined ? [] : below(schema.items, '*')),
    ...(schema.anyOf ?? []).flatMap((inner) => secretPathsIn(inner, at)),
  ];
}
