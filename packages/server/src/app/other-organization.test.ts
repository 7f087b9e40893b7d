import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnyRoute } from '../kit/http/index.ts';
import { describedRoutes } from './describe-api.ts';
import { fillOperated } from './testing/access-samples.ts';
import { ApiWalker } from './testing/api-walker.ts';
import type { Answer } from './testing/documented-answers.ts';
import {
  collectIds,
  fillOrganization,
  openRefusingReceiver,
  type Receiver,
} from './testing/filled-organization.ts';
import { openClient } from './testing/operation-samples.ts';
import { acceptsKindOf, kindOf, kindsOf } from './testing/path-kinds.ts';
import { everyParameter, usePlaceOf } from './testing/path-parameters.ts';
import { sampleBody, sampleQuery } from './testing/sample-request.ts';
import { startTestService, type TestService } from './testing/test-service.ts';

let service: TestService;
let walker: ApiWalker;
let receiver: Receiver;
/** A key with all scopes of an organization that has nothing. */
let otherKey: string;
/** The answers of the first organization's requests that made its things. */
let answers: string[];
/** The ids of the first organization, by prefix. */
let ids: Map<string, Set<string>>;

beforeAll(async () => {
  // Only one attempt, so that a refused delivery is a dead letter at once.
  service = await startTestService({ WEBHOOK_RETRY_DELAYS: '0' });
  walker = await ApiWalker.open(service.address);
  receiver = await openRefusingReceiver();
  otherKey = await service.addKey('other');
  const operated = await fillOperated(openClient(walker, service.key));
  answers = [...operated, ...(await fillOrganization(walker, service.key, receiver.url))];
  ids = await collectIds(walker, service.key, answers);
});
afterAll(async () => {
  await service?.stop();
  await receiver?.close();
});

function forEachRouteWithId(run: (route: AnyRoute) => Promise<void>): void {
  // Public routes give everyone the same answer, by an id that is no secret.
  const rows = describedRoutes().filter(({ params, access }) => params !== undefined && access !== 'public');
  test.each(rows.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', (_name, route) =>
    run(route),
  );
}

function askFor(route: AnyRoute, key: string, id: string): Promise<Answer> {
  const params = everyParameter(route.path, id);
  return walker.ask(route, { key, params, query: sampleQuery(route), body: sampleBody(route) });
}

/** An answer without the headers and ids that differ between any two requests. */
function comparable({ status, headers, text }: Answer, id: string) {
  const changing = ['date', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'ratelimit'];
  return {
    status,
    headers: [...headers].filter(([name]) => !changing.includes(name)),
    text: text.replace(/"request_id":"[^"]+"/, '').replaceAll(id, '<id>'),
  };
}

function missingIdLike(id: string): string {
  const digits = randomUUID().replaceAll('-', '');
  const missing = id.includes('_') ? `${kindOf(id)}_${digits}` : digits;
  usePlaceOf(missing, id);
  return missing;
}

const allIds = () => [...ids.values()].flatMap((found) => [...found].slice(0, 2));
/** Up to two ids of each kind that the route takes, and one of each other kind. */
const idsFor = (route: AnyRoute) =>
  [...ids.values()].flatMap((found) => {
    const [first, ...more] = [...found].slice(0, 2);
    return first === undefined ? [] : acceptsKindOf(route, first) ? [first, ...more] : [first];
  });

describe('the id of another organization gets the same answer as an unknown id', () => {
  forEachRouteWithId(async (route) => {
    const askNobodys = async (id: string) => {
      const missing = missingIdLike(id);
      return comparable(await askFor(route, otherKey, missing), missing);
    };
    // An id of a kind that the route does not take is refused before it is looked up, always with the same text. The
    // exception is a path with several ids: there, the first unknown id decides the text.
    const isOfSeveral = route.path.split('/:').length > 2;
    let unread: ReturnType<typeof comparable> | undefined;
    for (const id of idsFor(route)) {
      const foreign = await askFor(route, otherKey, id);
      expect(foreign.status).toBe(404);
      expect(foreign.body.error.code).toBe('not_found');
      const isTaken = isOfSeveral || acceptsKindOf(route, id);
      const nobodys = isTaken || unread === undefined ? await askNobodys(id) : unread;
      if (!isTaken) unread = nobodys;
      expect(comparable(foreign, id)).toEqual(nobodys);
    }
  });
});

describe('an invalid id is refused too', () => {
  forEachRouteWithId(async (route) => {
    const uuid = randomUUID();
    const strange = [
      uuid,
      `evt_${uuid}`,
      'evt_',
      'x',
      '0',
      '-1',
      'null',
      "' or 1=1 --",
      '%',
      '_',
      'é😀',
      'constructor',
      'x'.repeat(400),
    ];
    for (const id of strange) {
      const { status, body } = await askFor(route, service.key, id);
      // The answer may only differ if the id is too long.
      if (status !== 404)
        expect(body.error).toMatchObject({
          code: 'invalid_request',
          message: expect.stringContaining('at most'),
        });
    }
  });
});

test('the last parameter of a path names the kind of thing, except for fingerprints', () => {
  const kindless = describedRoutes().filter(
    (route) => route.params !== undefined && route.access !== 'public' && kindsOf(route).length === 0,
  );
  expect(kindless.filter(({ path }) => !path.includes('/:fingerprint')).map(({ path }) => path)).toEqual([]);
});

describe('the parameters of one organization have no effect on another', () => {
  const filters = describedRoutes().flatMap((route) => {
    const { properties = {} } = (route.query ?? {}) as { properties?: object };
    const names = Object.keys(properties).filter((name) => /(^|_)id$|Id$/.test(name));
    return names.map((name) => [`${route.method} ${route.path} ${name}`, route, name] as const);
  });
  test.each(filters)('%s', async (_name, route, name) => {
    for (const id of allIds()) {
      const own = sampleQuery(route);
      const query = `${own === '' ? '?' : `${own}&`}${name}=${id}`;
      const answer = await walker.ask(route, { key: otherKey, query, body: sampleBody(route) });
      expect(answer.text.replaceAll(id, '')).not.toMatch(/\b(evt|dlv|whs|sub|rpl)_[0-9a-f]{32}/);
    }
  });
});

describe('the lists of an organization without data are empty', () => {
  const lists = describedRoutes().filter(
    ({ method, params, operationId, access, produces }) =>
      method === 'GET' &&
      params === undefined &&
      access !== 'public' &&
      produces === undefined &&
      operationId !== 'readEventCatalog',
  );
  test.each(lists.map((route) => [route.path, route] as const))('%s', async (_path, route) => {
    const { text } = await walker.ask(route, { key: otherKey, query: sampleQuery(route) });
    for (const id of allIds()) expect(text).not.toContain(id);
  });
});

describe('the data of the first organization', () => {
  test('has something of every kind that a path can name', async () => {
    // A fingerprint is not an id: it follows from the code, and each organization has its own data about it.
    const readers = describedRoutes().filter(
      ({ method, params, path }) =>
        method === 'GET' && params !== undefined && !path.includes('/:fingerprint/'),
    );
    expect(readers.length).toBeGreaterThan(0);
    for (const route of readers) {
      const statuses = [];
      const known = allIds().filter((id) => acceptsKindOf(route, id));
      for (const id of known) statuses.push((await askFor(route, service.key, id)).status);
      expect(statuses, `${route.path} was shown no id that it knows`).toContain(200);
    }
  });

  test('still exists after requests of the other organization', async () => {
    const now = await collectIds(walker, service.key, answers);
    for (const [prefix, before] of ids) {
      expect([...(now.get(prefix) ?? [])]).toEqual(expect.arrayContaining([...before]));
    }
  });
});
