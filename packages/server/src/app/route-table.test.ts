import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allScopes } from '../areas/access/index.ts';
import type { AnyRoute } from '../kit/http/index.ts';
import { required } from '../kit/required.ts';
import { describedRoutes } from './describe-api.ts';
import { ApiWalker } from './testing/api-walker.ts';
import { sampleBody, sampleQuery } from './testing/sample-request.ts';
import { startTestService, type TestService } from './testing/test-service.ts';

const MIB = 1_048_576;

let service: TestService;
let walker: ApiWalker;
/** For each scope, a valid key that has only this scope. */
const keys = new Map<string, string>();
/** For each scope, a valid key that has all others except `admin`, which includes every scope. */
const keysWithout = new Map<string, string>();

beforeAll(async () => {
  service = await startTestService();
  walker = await ApiWalker.open(service.address);
  // So that the log has a checkpoint.
  const publish = walker.route('publishEvent');
  await walker.ask(publish, { key: service.key, body: sampleBody(publish) });
  for (const scope of allScopes) {
    keys.set(scope, await service.addKey('default', [scope]));
    const others = allScopes.filter((other) => other !== scope && other !== 'admin');
    keysWithout.set(scope, await service.addKey('default', others));
  }
});
afterAll(() => service?.stop());

/** Runs a test for each matching row of the route table. */
function forEachRoute(isMeant: (route: AnyRoute) => boolean, run: (route: AnyRoute) => Promise<void>): void {
  const rows = describedRoutes().filter(isMeant);
  test('matches some route', () => expect(rows.length).toBeGreaterThan(0));
  test.each(rows.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', (_name, route) =>
    run(route),
  );
}

/** A path without the names of its parameters. */
const shapeOf = (path: string) => path.replaceAll(/:[A-Za-z]+/g, ':');

const isGuarded = ({ access }: AnyRoute) => access !== 'public';
const takesBody = ({ method, upload }: AnyRoute) =>
  upload === undefined && (method === 'POST' || method === 'PUT' || method === 'PATCH');
const hasBody = ({ body }: AnyRoute) => body !== undefined;

describe('without a key or with an invalid one, the answer is 401', () => {
  forEachRoute(isGuarded, async (route) => {
    const query = sampleQuery(route);
    const body = sampleBody(route);
    const bad = ['nobody', `trv_${'x'.repeat(40)}`, `${service.key}x`, 'x'.repeat(8_000)];
    for (const key of [undefined, ...bad]) {
      const answer = await walker.ask(route, { key, query, body });
      expect(answer.status).toBe(401);
      expect(answer.body.error.code).toBe('unauthorized');
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
  });
});

describe('with every scope except the needed one and admin, the answer is 403', () => {
  forEachRoute(
    (route) => isGuarded(route) && route.access !== 'any',
    async (route) => {
      const key = required(keysWithout.get(route.access), 'keysWithout.get(route.access)');
      const answer = await walker.ask(route, { key, query: sampleQuery(route), body: sampleBody(route) });
      expect(answer.status).toBe(403);
      expect(answer.body.error).toMatchObject({
        code: 'forbidden',
        message: expect.stringContaining(`\`${route.access}\``),
      });
    },
  );
});

describe('with the needed scope or admin, the request is accepted', () => {
  forEachRoute(
    (route) => isGuarded(route) && route.method === 'GET',
    async (route) => {
      for (const scope of route.access === 'any' ? allScopes : ['admin', route.access]) {
        const answer = await walker.ask(route, {
          key: required(keys.get(scope), 'keys.get(scope)'),
          query: sampleQuery(route),
        });
        expect([200, 404]).toContain(answer.status);
        // The only possible reasons are an id that does not exist, or a key that does not belong to a portal link.
        const mayMiss = route.params !== undefined || route.operationId === 'readPortalLink';
        if (!mayMiss) expect(answer.status).toBe(200);
      }
    },
  );
});

/** Permissions, what is left of limits, quotas and budgets, leases, nonces, and proofs of one moment. */
const MUST_BE_CURRENT =
  /^\/v1\/(keys|session|users|invitations|organizations?)\b|limits|wallet|economics|quotas|proofs|checkpoint|consistency|stream|scaling\/cluster|outreach\/suppressions/;

describe('a route that a replica may answer only reads, and may return old data', () => {
  forEachRoute(
    ({ reads }) => reads === 'replica',
    async ({ method, access, path, params }) => {
      expect(method).toBe('GET');
      expect(access).not.toBe('public');
      expect(path).not.toMatch(MUST_BE_CURRENT);
      // Clients read one thing by its id right after they have changed it.
      if (params !== undefined) expect(path).not.toMatch(/:\w+$/);
    },
  );
});

describe('a method that the path does not support gets 405 with the supported ones', () => {
  forEachRoute(
    () => true,
    async (route) => {
      const here = walker.routes.filter(({ path, otherPaths = [] }) =>
        [path, ...otherPaths].some((one) => shapeOf(one) === shapeOf(route.path)),
      );
      const allowed = here.map(({ method }) => method as string);
      const allow = [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
      const options = await fetch(service.address + route.path.replace(/:\w+/g, 'x'), { method: 'OPTIONS' });
      expect(options.status).toBe(204);
      expect(options.headers.get('allow')?.split(', ').sort()).toEqual(allow);
      for (const method of ['PUT', 'POST', 'DELETE', 'PATCH'] as const) {
        if (allowed.includes(method)) continue;
        const answer = await walker.ask(route, { key: service.key, method });
        expect(answer.status).toBe(405);
        expect(answer.body.error.code).toBe('method_not_allowed');
        expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(allow);
      }
    },
  );
});

describe('a body that is not JSON is refused', () => {
  forEachRoute(takesBody, async (route) => {
    const query = sampleQuery(route);
    const refused = async (body: string | Buffer, headers = {}) => {
      const answer = await walker.ask(route, { key: service.key, query, body, headers });
      return { status: answer.status, ...answer.body.error };
    };
    const json = { 'content-type': 'application/json' };
    const malformed = ['{', '{"a":1,}', 'nonsense', '"', '{"a":"\u0000"}', Buffer.from([0x22, 0xff, 0x22])];
    for (const body of malformed) {
      expect(await refused(body, json)).toMatchObject({ status: 400, code: 'invalid_request' });
    }
    for (const depth of [5_000, 100_000]) {
      expect(await refused(`${'['.repeat(depth)}${']'.repeat(depth)}`, json)).toMatchObject({ status: 400 });
    }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      expect(await refused('{}', { 'content-type': type })).toMatchObject({
        status: 415,
        code: 'unsupported_media_type',
      });
    }
    const large = JSON.stringify({ pad: 'x'.repeat((route.bodyLimitBytes ?? MIB) + 1) });
    expect(await refused(large, json)).toMatchObject({ status: 413, code: 'payload_too_large' });
  });
});

describe('a body of the wrong shape is refused with the field and what to do', () => {
  forEachRoute(hasBody, async (route) => {
    const query = sampleQuery(route);
    const valid = required(sampleBody(route), 'sampleBody(route)');
    const { properties = {}, required: needed = [] } = route.body as {
      properties?: Record<string, { type?: string; items?: { type?: string }; anyOf?: { type?: string }[] }>;
      required?: string[];
    };
    const refusalOf = async (body: unknown) => {
      const answer = await walker.ask(route, { key: service.key, query, body });
      expect(answer.status).toBe(400);
      return answer.body.error;
    };
    for (const body of [[], [valid], '"text"', '7', 'null', 'true']) {
      expect(await refusalOf(body)).toMatchObject({ code: 'invalid_request' });
    }
    for (const name of needed) {
      const { [name]: _left, ...rest } = valid;
      expect(await refusalOf(rest)).toMatchObject({
        code: 'missing_required_field',
        field: name,
        message: `\`${name}\` is required. Add it to the body.`,
      });
    }
    for (const name of ['unknown', '__proto__', 'constructor', 'toString']) {
      const body = `${JSON.stringify(valid).slice(0, -1)}${Object.keys(valid).length ? ',' : ''}"${name}":1}`;
      expect(await refusalOf(body)).toMatchObject({ code: 'invalid_request', field: name });
    }
    for (const [name, schema] of Object.entries(properties)) {
      const takesObject = [schema, ...(schema.anyOf ?? [])].some(({ type }) => type === 'object');
      const takesAnyList = schema.type === 'array' && schema.items?.type === undefined;
      const wrong = takesObject
        ? [7, 'text', [[]]]
        : takesAnyList
          ? [7, 'text', { a: 1 }]
          : [{ a: 1 }, [[{}]]];
      for (const value of wrong) {
        const { field, message } = await refusalOf({ ...valid, [name]: value });
        expect(field.split('.')[0]).toBe(name);
        expect(message).toMatch(new RegExp(`^\`${name}[^\`]*\` must `));
      }
    }
  });
});

describe('a route without a body accepts none', () => {
  forEachRoute(
    (route) => takesBody(route) && !hasBody(route),
    async (route) => {
      const answer = await walker.ask(route, { key: service.key, body: { a: 1 } });
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toBe('This route takes no body. Leave it out.');
    },
  );
});

describe('an unknown or invalid parameter is refused by name', () => {
  forEachRoute(
    () => true,
    async (route) => {
      const refusalOf = async (query: string) => {
        const answer = await walker.ask(route, { key: service.key, query, body: sampleBody(route) });
        expect(answer.status).toBe(400);
        return answer.body.error;
      };
      const own = sampleQuery(route);
      const and = own === '' ? '?' : `${own}&`;
      expect((await refusalOf(`${and}unknown=1`)).field).toBe('unknown');
      expect((await refusalOf(`${and}__proto__=1`)).field).toBe('__proto__');
      expect((await refusalOf(`${and}unknown=%zz`)).message).toContain('percent-encoding');
      const { properties = {} } = (route.query ?? {}) as { properties?: Record<string, { type?: string }> };
      for (const [name, { type }] of Object.entries(properties)) {
        expect((await refusalOf(`?${name}=%00`)).field).toBe(name);
        if (type === 'array') continue;
        const twice = new RegExp(`[?&]${name}=`).test(own) ? `${and}${name}=2` : `${and}${name}=1&${name}=2`;
        expect(await refusalOf(twice)).toMatchObject({
          field: name,
          message: `\`${name}\` must be given only once.`,
        });
        if (type !== 'integer') continue;
        for (const value of ['', '-1', '1.5', '1e3', '0x10', 'ten']) {
          expect((await refusalOf(`${and}${name}=${value}`)).field).toBe(name);
        }
        // A page size is reduced to the maximum, see below.
        if (name === 'limit') continue;
        for (const value of ['9'.repeat(30), '9'.repeat(400)]) {
          const query = new URLSearchParams(own);
          query.set(name, value);
          const { field, message } = await refusalOf(`?${query}`);
          expect([field, message]).toEqual([name, expect.stringMatching(/must be \d+ or less\.$/)]);
        }
      }
    },
  );
});

describe('HEAD gets the same answer as GET, without a body', () => {
  forEachRoute(
    ({ method, produces }) => method === 'GET' && produces === undefined,
    async (route) => {
      const asked = { key: service.key, query: sampleQuery(route) };
      const { status, text } = await walker.ask(route, asked);
      const head = await fetch(service.address + route.path.replace(/:\w+/g, 'x') + asked.query, {
        method: 'HEAD',
        headers: { authorization: `Bearer ${service.key}` },
      });
      expect(head.status).toBe(status);
      expect(await head.text()).toBe('');
      expect(text).not.toBe('');
    },
  );
});

describe('every list', () => {
  const isList = ({ query }: AnyRoute) =>
    ['limit', 'offset'].every((name) =>
      Object.hasOwn((query as { properties?: object })?.properties ?? {}, name),
    );

  forEachRoute(
    (route) => isList(route) && route.params === undefined,
    async (route) => {
      const { body } = await walker.ask(route, { key: service.key });
      expect(body).toMatchObject({ limit: 20, offset: 0, has_more: expect.any(Boolean) });
      expect(Object.values(body).some(Array.isArray)).toBe(true);
      for (const limit of ['101', '9007199254740993', '9'.repeat(30), '9'.repeat(400)]) {
        const cut = await walker.ask(route, { key: service.key, query: `?limit=${limit}` });
        expect(cut.body.limit).toBe(100);
      }
      for (const [query, field] of [
        ['?limit=0', 'limit'],
        ['?offset=-1', 'offset'],
        ['?offset=2147483648', 'offset'],
      ] as const) {
        const refused = await walker.ask(route, { key: service.key, query });
        expect(refused.body.error.field).toBe(field);
      }
      const beyond = await walker.ask(route, { key: service.key, query: '?offset=2147483647' });
      expect(beyond.body).toMatchObject({ offset: 2_147_483_647, has_more: false });
    },
  );
});
