import { readFile } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, test } from 'vitest';
import { allScopes } from '../areas/access/index.ts';
import { limitTable } from '../engine/limits/index.ts';
import { required } from '../kit/required.ts';
import { describeApi, describedRoutes } from './describe-api.ts';
import { openApiPath } from './start-http.ts';

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

  test('is committed as this code describes itself (refresh it with `npm run docs`)', async () => {
    expect(await readFile(openApiPath, 'utf8')).toBe(text);
  });

  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  test('has every row of the route table, and nothing else', () => {
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

  test('asks for no parameter that has a default', () => {
    const list = document.paths['/v1/keys'].get.parameters;
    const required = Object.fromEntries(list.map(({ name, required }: Parameter) => [name, required]));
    expect(required).toEqual({ limit: false, offset: false });
  });

  test('knows nothing of how the schemas are built', () => {
    const ours = ['"patternHint":', '"~kind":', '"~optional":', '"$id":', '"format": "timestamp"'];
    expect(ours.filter((word) => text.includes(word))).toEqual([]);
  });
});

describe('every row of the route table', () => {
  test('has an operation id of its own, a verb first', () => {
    const ids = routes.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+[A-Z][A-Za-z]+$/);
  });

  test.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s says what it does, who may ask and how often',
    async (_name, route) => {
      const { tags } = JSON.parse(await describeApi());
      expect(route.summary).toMatch(/^[A-Z].*[^.]$/);
      expect(tags.map(({ name }: { name: string }) => name)).toContain(route.tag);
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

  test('that reads asks for a reading scope, and one that changes something for a writing one', () => {
    for (const { method, access, operationId } of routes) {
      if (access === 'public' || access === 'any' || access === 'admin') continue;
      // A call of a contract or a preview has a body, and changes nothing.
      if (operationId.startsWith('preview')) continue;
      if (['callContract', 'estimateDeployment', 'estimateExecution'].includes(operationId)) continue;
      expect(access, operationId).toMatch(method === 'GET' ? /:read$/ : /:write$/);
    }
  });
});
