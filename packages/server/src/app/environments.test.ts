import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnyRoute } from '../kit/http/index.ts';
import { required } from '../kit/required.ts';
import { describedRoutes } from './describe-api.ts';
import { ApiWalker, NOBODYS_ID } from './testing/api-walker.ts';
import {
  collectIds,
  fillOrganization,
  openRefusingReceiver,
  type Receiver,
} from './testing/filled-organization.ts';
import { acceptsKindOf, kindOf } from './testing/path-kinds.ts';
import { everyParameter } from './testing/path-parameters.ts';
import { sampleBody, sampleQuery } from './testing/sample-request.ts';
import { startTestService, type TestService } from './testing/test-service.ts';

let service: TestService;
let walker: ApiWalker;
let receiver: Receiver;
/** A key with all scopes for the environment `sandbox` of the organization that has one of everything. */
let sandbox: string;
/** Ids of everything that the organization has. */
let ids: string[];

beforeAll(async () => {
  service = await startTestService({ WEBHOOK_RETRY_DELAYS: '0' });
  walker = await ApiWalker.open(service.address);
  receiver = await openRefusingReceiver();
  sandbox = await service.addKey('default', ['admin'], 'sandbox');
  const answers = await fillOrganization(walker, service.key, receiver.url);
  const found = await collectIds(walker, service.key, answers);
  found.delete('org');
  ids = [...found.values()].flatMap((some) => [...some].slice(0, 3));
});
afterAll(async () => {
  await service?.stop();
  await receiver?.close();
});

const guarded = describedRoutes().filter(({ access }) => access !== 'public');
const named = (routes: AnyRoute[]) =>
  routes.map((route) => [`${route.method} ${route.path}`, route] as const);
const open = guarded.filter(({ environments }) => environments);
const closed = guarded.filter(({ environments }) => !environments);
/** The cluster is shared by all environments, so its records belong to none. */
const isOfCluster = ({ path }: AnyRoute) => path.startsWith('/v1/contracts/scaling/');

/** The catalogue shows samples that are the same for everybody; a session shows the key of the request. */
const showsOthers = new Set(['readEventCatalog', 'readSession']);

/** All ids of the kinds that the route takes, and one of each other kind. */
function idsFor(route: AnyRoute): string[] {
  const others = new Set<string>();
  return ids.filter((id) => {
    if (acceptsKindOf(route, id)) return true;
    const isFirst = !others.has(kindOf(id));
    others.add(kindOf(id));
    return isFirst;
  });
}

function ask(route: AnyRoute, key: string, id = '') {
  const params = id === '' ? {} : everyParameter(route.path, id);
  return walker.ask(route, { key, params, query: sampleQuery(route), body: sampleBody(route) });
}

test('only contracts, the catalogue, sessions and the organization know environments', () => {
  const isContracts = ({ path }: AnyRoute) => path.startsWith('/v1/contracts/');
  const others = open.filter((route) => !isContracts(route));
  expect([...new Set(others.map(({ path }) => path))].sort()).toEqual([
    '/v1/events/catalog',
    '/v1/organization',
    '/v1/organization/usage',
    '/v1/session',
  ]);
  const changesCluster = (route: AnyRoute) => isOfCluster(route) && route.method !== 'GET';
  expect(closed.filter(isContracts)).toEqual(guarded.filter(changesCluster));
});

describe('a key of another environment than production gets 403 with the reason', () => {
  test.each(named(closed))('%s', async (_name, route) => {
    for (const id of route.params === undefined ? [''] : [required(ids[0], 'ids[0]'), NOBODYS_ID]) {
      const { status, body } = await ask(route, sandbox, id);
      expect(status).toBe(403);
      expect(body.error).toMatchObject({
        code: 'forbidden',
        message: expect.stringMatching(/`sandbox`.* the contracts of that environment/),
        details: { environment: 'sandbox', required_environment: 'production' },
      });
    }
  });
});

describe('a key of another environment is accepted, and reaches nothing in production', () => {
  test.each(named(open))('%s', async (_name, route) => {
    if (route.params === undefined) {
      const { status, text } = await ask(route, sandbox);
      expect(status).not.toBe(403);
      if (route.method !== 'GET' || isOfCluster(route) || showsOthers.has(route.operationId)) return;
      for (const id of ids) expect(text).not.toContain(id);
    } else if (!isOfCluster(route)) {
      for (const id of idsFor(route)) expect((await ask(route, sandbox, id)).status).toBe(404);
    }
  });
});

describe('the description of a route says which environments its keys may have', () => {
  let document: { paths: Record<string, Record<string, { description: string }>> };
  beforeAll(async () => {
    document = (await (await fetch(`${service.address}/openapi.json`)).json()) as typeof document;
  });

  test.each(named(guarded))('%s', (_name, route) => {
    const path = route.path.replace(/:([A-Za-z]+)/g, '{$1}');
    expect(document.paths[path]?.[route.method.toLowerCase()]?.description).toContain(
      route.environments ? 'Works in every environment' : 'Works only in the environment `production`.',
    );
  });
});
