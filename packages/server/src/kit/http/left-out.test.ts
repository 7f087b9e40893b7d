import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { jsonTextOf, rememberText } from '../json-text.ts';
import { acceptNulls, compileLeaveOut } from './left-out.ts';
import { toJsonSchema } from './openapi-schemas.ts';
import { nullable, strictObject } from './schemas.ts';

const lineSchema = acceptNulls(strictObject({ id: Type.String(), note: Type.Optional(Type.String()) }));
const orderSchema = acceptNulls(
  strictObject({
    name: Type.String(),
    count: Type.Optional(Type.Integer({ minimum: 1, description: 'How many.' })),
    level: Type.Optional(Type.String({ enum: ['low', 'high'], default: 'low' })),
    limit: Type.Optional(nullable(Type.Integer())),
    anything: Type.Optional(Type.Unsafe<unknown>({ description: 'Looked at by hand.' })),
    lines: Type.Optional(Type.Array(lineSchema)),
    address: Type.Optional(strictObject({ street: Type.Optional(Type.String()) })),
  }),
);

describe('a null in a request', () => {
  const leaveOut = compileLeaveOut(orderSchema);
  const left = <Value>(value: Value) => {
    leaveOut(value);
    return value;
  };

  test('counts as missing if the field is optional, also in a list', () => {
    expect(left({ name: 'a', count: null, level: null, lines: null, anything: null })).toEqual({ name: 'a' });
    expect(left({ name: 'a', lines: [{ id: '1', note: null }, null] })).toEqual({
      name: 'a',
      lines: [{ id: '1' }, null],
    });
  });

  test('is kept if the field is required, has a meaning for null, or is unknown', () => {
    const sent = { name: null, limit: null, unknown: null, address: { street: null } };
    expect(left({ ...sent })).toEqual(sent);
  });

  test.each([[null], [7], ['text'], [[null]]])(
    'in a body that is not an object changes nothing: %j',
    (value) => {
      expect(left(value)).toEqual(value);
    },
  );

  test('is not restored from the text of a long body', () => {
    const lines = [rememberText({ id: '1', note: null }, '{"id":"1","note":null}')];
    const sent = rememberText({ name: 'a', lines }, '{"name":"a","lines":[{"id":"1","note":null}]}');
    leaveOut(sent);
    expect(jsonTextOf(sent)).toBe('{"name":"a","lines":[{"id":"1"}]}');
  });
});

test('the document says of exactly such fields that they may be null', () => {
  const { properties, takesNulls: marker } = toJsonSchema(orderSchema) as {
    properties: Record<string, unknown>;
    takesNulls?: unknown;
  };
  expect(marker).toBeUndefined();
  expect(properties).toEqual({
    name: { type: 'string' },
    count: { type: ['integer', 'null'], minimum: 1, description: 'How many.' },
    level: { anyOf: [{ type: 'string', enum: ['low', 'high'] }, { type: 'null' }], default: 'low' },
    limit: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    anything: { description: 'Looked at by hand.' },
    lines: {
      anyOf: [
        {
          type: 'array',
          items: {
            type: 'object',
            required: ['id'],
            properties: { id: { type: 'string' }, note: { type: ['string', 'null'] } },
            additionalProperties: false,
          },
        },
        { type: 'null' },
      ],
    },
    address: {
      anyOf: [
        { type: 'object', properties: { street: { type: 'string' } }, additionalProperties: false },
        { type: 'null' },
      ],
    },
  });
});
