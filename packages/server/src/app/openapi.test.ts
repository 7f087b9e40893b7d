import { readFile } from 'node:fs/promises';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { RE2JS } from 're2js';
import { beforeAll, describe, expect, test } from 'vitest';
import { allScopes } from '../areas/access/index.ts';
import { limitTable } from '../engine/limits/index.ts';
import { isTimestamp, pascal } from '../kit/http/index.ts';
import { required } from '../kit/required.ts';
import { describeApi, describedRoutes, tags } from './describe-api.ts';
import { readExamples } from './reference/examples.ts';
import { openApiPath } from './start-http.ts';
import { undescribedFields } from './testing/undescribed-fields.ts';

const routes = describedRoutes();

interface Parameter {
  name: string;
  required: boolean;
}

describe('openapi.json', () => {
  let text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the document is read by path
  let document: any;
  beforeAll(async () => {
    text = await describeApi();
    document = JSON.parse(text);
  });

  test('is committed in the form that this code generates (run `npm run docs` to update it)', async () => {
    expect(await readFile(openApiPath, 'utf8')).toBe(text);
  });

  test('is valid OpenAPI 3.1 without ambiguous paths, and Redocly has no warnings', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  test('has a name for every object, and only one name for equal objects', () => {
    const { schemas } = document.components;
    const unnamed = [...nodesOf({ ...document, components: {} })].filter(isObject);
    const inside = Object.values(schemas).flatMap((schema) =>
      [...nodesOf(schema)].filter((node) => node !== schema && isObject(node)),
    );
    expect([...unnamed, ...inside]).toEqual([]);
    const names = Map.groupBy(Object.keys(schemas), (name) => {
      const { description, ...content } = schemas[name];
      return JSON.stringify(content);
    });
    // Schemas with only one field may be equal by chance.
    const alike = [...names.values()].filter(
      ([name, ...others]) =>
        others.length > 0 && Object.keys(schemas[required(name, 'name')].properties ?? {}).length > 1,
    );
    expect(alike, 'give them one name with named()').toEqual([]);
  });

  // Without these names, openapi-generator writes Java that does not compile.
  test('has a name for every choice between a list and something else, and for the values of every list of them', () => {
    const named = new Set(Object.values(document.components.schemas));
    const nodes = [...nodesOf(document)];
    const choices = nodes.filter((node) => isListOrElse(node) && !named.has(node));
    const values = nodes.map(({ items }) => items).filter((items) => items?.enum !== undefined);
    expect([...choices, ...values], 'give it a name with named()').toEqual([]);
  });

  test('describes every field of every answer', () => {
    expect(undescribedFields(document)).toEqual([]);
    const { Organization, ...schemas } = document.components.schemas;
    const { name, ...properties } = Organization.properties;
    const { description, ...bare } = name;
    const poorer = {
      ...schemas,
      Organization: { ...Organization, properties: { ...properties, name: bare } },
    };
    const others = { ...document, components: { ...document.components, schemas: poorer } };
    expect(undescribedFields(others)).toEqual(['Organization.name']);
  });

  test('has no schema with a name that generators use for the values of a field', () => {
    const { schemas } = document.components;
    const taken = Object.entries<{ properties?: Record<string, object> }>(schemas).flatMap(([name, schema]) =>
      Object.entries(schema.properties ?? {})
        .filter(([, field]) => [...nodesOf(field)].some((node) => node.enum !== undefined))
        .map(([field]) => name + pascal(field))
        .filter((made) => schemas[made] !== undefined),
    );
    expect(taken, 'give one of them another name with named()').toEqual([]);
    // Generators for Go use these names for the result of an operation.
    const ofCalls = routes.map(({ operationId }) => `${pascal(operationId)}Response`);
    expect(ofCalls.filter((name) => schemas[name] !== undefined)).toEqual([]);
  });

  test('has no pattern that RE2 or Python would read differently or refuse', () => {
    const patterns = [...nodesOf(document)]
      .map(({ pattern }) => pattern)
      .filter((it) => typeof it === 'string');
    expect(patterns.length).toBeGreaterThan(0);
    for (const pattern of new Set(patterns)) {
      expect(() => RE2JS.compile(pattern), pattern).not.toThrow();
      expect(pattern).not.toMatch(/\\[upP]/);
    }
  });

  test('has an example request and answer for every operation, as recorded by `npm run examples`', async () => {
    const examples = await readExamples();
    expect(Object.keys(examples).sort()).toEqual(routes.map(({ operationId }) => operationId).sort());
    for (const route of routes) {
      const path = route.path.replace(/:([A-Za-z]+)/g, '{$1}');
      const { parameters = [], requestBody, responses } = document.paths[path][route.method.toLowerCase()];
      const { request, response } = required(examples[route.operationId], route.operationId);
      const shown = (place: string) =>
        Object.fromEntries(
          parameters
            .filter((it: { in: string; example?: unknown }) => it.in === place && it.example !== undefined)
            .map(({ name, example }: { name: string; example: unknown }) => [name, example]),
        );
      expect(shown('path'), route.operationId).toEqual(request.params ?? {});
      expect(shown('query'), route.operationId).toEqual(request.query ?? {});
      expect(requestBody?.content[request.type ?? '']?.example, route.operationId).toEqual(request.body);
      const { content = {} } = responses[response.status];
      expect(content[response.type ?? '']?.example, route.operationId).toEqual(response.body);
    }
  });

  test('has only examples that match their schemas', async () => {
    const check = new Ajv2020({ strict: false, formats: { 'date-time': isTimestamp, binary: true } });
    check.addSchema(document, 'openapi');
    const wrong = [...placesOf(document, '#')].flatMap(([place, { schema, example }]) => {
      if (schema === undefined || example === undefined) return [];
      const fits = check.validate({ $ref: `openapi${place}/schema` }, example);
      return fits ? [] : [`${place}: ${check.errorsText(check.errors)}`];
    });
    expect(wrong).toEqual([]);
  });

  test('describes purpose, access and errors of every operation', () => {
    for (const route of routes) {
      const path = route.path.replace(/:([A-Za-z]+)/g, '{$1}');
      const operation = document.paths[path][route.method.toLowerCase()];
      expect(operation, route.operationId).toMatchObject({ tags: [route.tag], summary: route.summary });
      expect(operation.description.length, route.operationId).toBeGreaterThan(0);
      expect(operation.security.length === 0, route.operationId).toBe(route.access === 'public');
      const isScoped = route.access !== 'public' && route.access !== 'any';
      expect(operation['x-required-scopes'], route.operationId).toEqual(
        isScoped ? [route.access] : undefined,
      );
      for (const status of ['400', '500']) {
        const name = operation.responses[status].$ref.split('/').at(-1);
        const { content } = document.components.responses[name];
        expect(content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Error' });
      }
    }
  });

  test('describes every field of every request', () => {
    const { schemas } = document.components;
    const sent = new Set<string>();
    const follow = (part: unknown) => {
      for (const { $ref } of nodesOf(part)) {
        const name = typeof $ref === 'string' ? required($ref.split('/').at(-1), 'name') : undefined;
        if (name === undefined || sent.has(name)) continue;
        sent.add(name);
        follow(schemas[name]);
      }
    };
    // biome-ignore lint/suspicious/noExplicitAny: the document is read by path
    for (const item of Object.values<any>(document.paths))
      for (const { requestBody = {}, parameters = [] } of Object.values<Record<string, unknown>>(item))
        follow({ requestBody, parameters });
    expect(sent.size).toBeGreaterThan(100);
    const untold = [...sent].flatMap((name) =>
      // biome-ignore lint/suspicious/noExplicitAny: the document is read by path
      Object.entries<any>(schemas[name].properties ?? {})
        .filter(([, field]) => field.const === undefined && !toldOf(field))
        .map(([field]) => `${name}.${field}`),
    );
    expect(untold).toEqual([]);
    function toldOf({ description, $ref }: { description?: string; $ref?: string }): boolean {
      return (
        description !== undefined || ($ref !== undefined && toldOf(schemas[$ref.split('/').at(-1) ?? '']))
      );
    }
  });

  test('has exactly the rows of the route table', () => {
    const described = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const rows = routes.map(({ method, path }) => `${method} ${path.replace(/:([A-Za-z]+)/g, '{$1}')}`);
    expect(described.sort()).toEqual(rows.sort());
  });

  test('resolves each of its references', () => {
    const references = [...text.matchAll(/"\$ref": "([^"]+)"/g)].map(([, reference]) =>
      required(reference, 'reference'),
    );
    expect(references.length).toBeGreaterThan(0);
    for (const reference of new Set(references)) {
      const target = reference
        .slice(2)
        .split('/')
        .reduce((at, part) => at?.[part], document);
      expect(target, reference).toBeDefined();
    }
  });

  test('has no required parameter with a default', () => {
    const list = document.paths['/v1/keys'].get.parameters;
    const required = Object.fromEntries(list.map(({ name, required }: Parameter) => [name, required]));
    expect(required).toEqual({ limit: false, offset: false });
  });

  test('does not reveal how the schemas are built', () => {
    const ours = ['"patternHint":', '"~kind":', '"~optional":', '"$id":', '"format": "timestamp"'];
    const described = JSON.stringify(document, (_name, value) => withoutExamples(value), 2);
    expect(ours.filter((word) => described.includes(word))).toEqual([]);
  });
});

describe('every row of the route table', () => {
  test('has a unique operation id that starts with a verb', () => {
    const ids = routes.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+[A-Z][A-Za-z]+$/);
  });

  test.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s states its purpose, access and rate limit',
    (_name, route) => {
      expect(route.summary).toMatch(/^[A-Z].*[^.]$/);
      expect(tags.map(({ name }) => name)).toContain(route.tag);
      expect(['public', 'any', ...allScopes]).toContain(route.access);
      const limits = limitTable().map(({ name }) => name);
      if (route.access === 'public') expect(route.limits).toBeUndefined();
      else expect(route.limits?.length).toBeGreaterThan(0);
      expect(limits).toEqual(expect.arrayContaining([...(route.limits ?? [])]));
      expect(Object.keys(route.responses).length).toBeGreaterThan(0);
      const names = [...route.path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => name);
      const described = Object.keys((route.params as { properties?: object } | undefined)?.properties ?? {});
      expect(described.sort()).toEqual(names.sort());
    },
  );

  test('that reads needs a read scope, and one that changes something a write scope', () => {
    for (const { method, access, operationId } of routes) {
      if (access === 'public' || access === 'any' || access === 'admin') continue;
      // A contract call or a preview has a body but changes nothing.
      if (operationId.startsWith('preview')) continue;
      if (['callContract', 'estimateDeployment', 'estimateExecution'].includes(operationId)) continue;
      expect(access, operationId).toMatch(method === 'GET' ? /:read$/ : /:write$/);
    }
  });
});

// biome-ignore lint/suspicious/noExplicitAny: the document is read by path
function* nodesOf(value: unknown): Generator<any> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value;
  for (const part of Object.values(withoutExamples(value))) yield* nodesOf(part);
}

function isObject({ type, properties }: { type?: unknown; properties?: unknown }): boolean {
  return type === 'object' && properties !== undefined;
}

function isListOrElse({ anyOf = [] }: { anyOf?: { type?: unknown }[] }): boolean {
  const types = anyOf.map(({ type }) => type).filter((type) => type !== 'null');
  return types.length > 1 && types.includes('array');
}

/** Examples are not part of the description. */
function withoutExamples(value: unknown): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value as object;
  const { example, examples, ...rest } = value as Record<string, unknown>;
  return rest;
}

/** Every object in the document, with its JSON pointer. */
// biome-ignore lint/suspicious/noExplicitAny: the document is read by path
function* placesOf(value: unknown, pointer: string): Generator<[string, any]> {
  if (typeof value !== 'object' || value === null) return;
  yield [pointer, value];
  for (const [name, part] of Object.entries(withoutExamples(value))) {
    const step = encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
    yield* placesOf(part, `${pointer}/${step}`);
  }
}
