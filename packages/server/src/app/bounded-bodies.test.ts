import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { describedRoutes } from './describe-api.ts';
import { unboundedParts } from './testing/unbounded-parts.ts';

test('every object, list and text in a body or form has a maximum size', () => {
  const found = describedRoutes().flatMap(({ operationId, body, query, upload }) =>
    // Everything else is sent in the headers, which have at most 16 KB.
    [body, upload && query].flatMap((schema) =>
      schema === undefined ? [] : unboundedParts(schema).map((part) => `${operationId} ${part}`),
    ),
  );
  expect(found).toEqual([]);
});

test.each([
  ['an open object', Type.Object({})],
  ['an open object in a list', Type.Array(Type.Object({}), { maxItems: 2 })],
  ['names without a number', Type.Record(Type.String({ pattern: '^[a-z]{1,9}$' }), Type.Boolean())],
  ['names without a length', Type.Record(Type.String(), Type.Boolean(), { maxProperties: 2 })],
  ['a text', Type.String()],
  ['a text of a form without an end', Type.String({ pattern: '^[a-z]+$' })],
  ['a list', Type.Array(Type.Boolean())],
  ['a value of any kind', Type.Unknown()],
  ['one branch of several', Type.Union([Type.Null(), Type.String()])],
])('%s is reported as unlimited', (_, part) => {
  expect(unboundedParts(Type.Object({ part }, { additionalProperties: false }))).toHaveLength(1);
});
