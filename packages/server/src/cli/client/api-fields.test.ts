import { expect, test } from 'vitest';
import { placeFields } from './api-fields.ts';
import type { ApiOperation, Schema } from './api-operations.ts';

const nullable = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
const body: Schema = {
  properties: {
    name: { type: 'string' },
    value: { type: ['string', 'null'] },
    count: { type: ['integer', 'null'] },
    args: nullable({ type: 'array', items: { type: 'string' } }),
    sender: nullable({ type: 'object', properties: { phone: { type: 'string' } } }),
  },
};
const operation: ApiOperation = {
  method: 'POST',
  path: '/things',
  summary: '',
  inPath: [],
  inQuery: [],
  bodyTypes: ['application/json'],
  body,
  isStream: false,
};

test('a digit stays text in a text field, also in a nullable or nested one', () => {
  const fields = ['name=null', 'value=0', 'count=2', 'args[]=5', 'sender[phone]=43', 'other=7'];
  expect(placeFields(fields, operation).body).toEqual({
    name: 'null',
    value: '0',
    count: 2,
    args: ['5'],
    sender: { phone: '43' },
    other: 7,
  });
});

test('null is a real null in a nullable field', () => {
  expect(placeFields(['value=null', 'args=null'], operation).body).toEqual({ value: null, args: null });
});
