import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { AppError, commonErrors } from '../errors/index.ts';
import { required } from '../required.ts';
import { parseQuery } from './parse-query.ts';
import { nullable, pageQuery, strictObject, textField, timestampField } from './schemas.ts';
import { compileValidator } from './validation.ts';

function refusalOf(run: () => unknown) {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, field: error.field, message: error.message };
    throw error;
  }
  return undefined;
}

const bodySchema = strictObject({
  name: textField(5, 'A name.'),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
  rate: Type.Optional(nullable(Type.Integer({ minimum: 1 }))),
  kind: Type.Optional(Type.Union([Type.Literal('a'), Type.Literal('b')])),
  level: Type.Optional(Type.String({ enum: ['low', 'high'] })),
  at: Type.Optional(timestampField('When.')),
  tags: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 2, uniqueItems: true })),
  code: Type.Optional(Type.String({ pattern: '^[a-z]+$', patternHint: 'must be lowercase letters' })),
  items: Type.Optional(Type.Array(strictObject({ id: Type.String() }))),
  action: Type.Optional(
    Type.Union([
      strictObject({ do: Type.Literal('call'), url: Type.String() }),
      strictObject({ do: Type.Literal('mail'), to: Type.Array(Type.String(), { minItems: 1 }) }),
    ]),
  ),
  open: Type.Optional(Type.Object({ known: Type.Optional(Type.Number()) }, { additionalProperties: true })),
});

describe('a refused body', () => {
  const check = compileValidator('body', bodySchema, { code: commonErrors.unsupported_media_type });

  test.each([
    [{}, 'missing_required_field', 'name', '`name` is required. Add it to the body.'],
    [[], 'invalid_request', undefined, 'The body must be an object.'],
    [null, 'invalid_request', undefined, 'The body must be an object.'],
    ['text', 'invalid_request', undefined, 'The body must be an object.'],
    [{ name: 7 }, 'invalid_request', 'name', '`name` must be a string.'],
    [{ name: null }, 'invalid_request', 'name', '`name` must be a string.'],
    [{ name: '' }, 'invalid_request', 'name', '`name` must not be empty.'],
    [{ name: 'abcdef' }, 'invalid_request', 'name', '`name` must have at most 5 characters.'],
    [
      { name: 'a\u0000' },
      'invalid_request',
      'name',
      '`name` must not contain a NUL character or an unpaired surrogate.',
    ],
    [
      { name: '\ud800' },
      'invalid_request',
      'name',
      '`name` must not contain a NUL character or an unpaired surrogate.',
    ],
    [
      { name: 'a', nmae: 1 },
      'invalid_request',
      'nmae',
      '`nmae` is not a known field here. Remove it, or check its spelling.',
    ],
    [{ name: 'a', count: '3' }, 'invalid_request', 'count', '`count` must be an integer.'],
    [{ name: 'a', count: 1.5 }, 'invalid_request', 'count', '`count` must be an integer.'],
    [{ name: 'a', count: 0 }, 'invalid_request', 'count', '`count` must be 1 or more.'],
    [{ name: 'a', count: 10 }, 'invalid_request', 'count', '`count` must be 9 or less.'],
    [{ name: 'a', rate: 'x' }, 'invalid_request', 'rate', '`rate` must be an integer or null.'],
    [{ name: 'a', rate: 0 }, 'invalid_request', 'rate', '`rate` must be 1 or more.'],
    [{ name: 'a', kind: 'c' }, 'invalid_request', 'kind', '`kind` must be one of "a", "b".'],
    [{ name: 'a', level: 'mid' }, 'invalid_request', 'level', '`level` must be one of "low", "high".'],
    [
      { name: 'a', at: 'soon' },
      'invalid_request',
      'at',
      '`at` must be an ISO 8601 timestamp such as 2026-01-31T09:30:00.000Z.',
    ],
    [{ name: 'a', tags: [] }, 'invalid_request', 'tags', '`tags` must have at least 1 item.'],
    [{ name: 'a', tags: ['x', 'y', 'z'] }, 'invalid_request', 'tags', '`tags` must have at most 2 items.'],
    [{ name: 'a', tags: ['x', 'x'] }, 'invalid_request', 'tags', '`tags` must not hold the same item twice.'],
    [{ name: 'a', tags: ['x', 1] }, 'invalid_request', 'tags.1', '`tags.1` must be a string.'],
    [{ name: 'a', code: 'A' }, 'unsupported_media_type', 'code', '`code` must be lowercase letters.'],
    [
      { name: 'a', items: [{ id: 'x' }, {}] },
      'missing_required_field',
      'items.1.id',
      '`items.1.id` is required. Add it to the body.',
    ],
    [
      { name: 'a', items: [{ id: 'x', more: 1 }] },
      'invalid_request',
      'items.0.more',
      '`items.0.more` is not a known field here. Remove it, or check its spelling.',
    ],
    [{ name: 'a', open: { known: '1' } }, 'invalid_request', 'open.known', '`open.known` must be a number.'],
    [
      { name: 'a', action: { do: 'mail' } },
      'missing_required_field',
      'action.to',
      '`action.to` is required. Add it to the body.',
    ],
    [
      { name: 'a', action: { do: 'mail', to: [] } },
      'invalid_request',
      'action.to',
      '`action.to` must have at least 1 item.',
    ],
    [
      { name: 'a', action: { do: 'sing' } },
      'invalid_request',
      'action.do',
      '`action.do` must be one of "call", "mail".',
    ],
    [
      { name: 'a', action: { to: ['x'] } },
      'missing_required_field',
      'action.do',
      '`action.do` is required. Add it to the body.',
    ],
    [{ name: 'a', action: 'mail' }, 'invalid_request', 'action', '`action` must be an object.'],
  ])('%j says what is wrong and where', (body, code, field, message) => {
    expect(refusalOf(() => check(body))).toEqual({ code, field, message });
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'names an unknown field called %s like any other',
    (name) => {
      const body = JSON.parse(`{"name":"a","${name}":1}`);
      expect(refusalOf(() => check(body))).toMatchObject({ code: 'invalid_request', field: name });
    },
  );

  test('does not repeat a very long name', () => {
    const refusal = required(
      refusalOf(() => check({ name: 'a', ['x'.repeat(50_000)]: 1 })),
      'a refusal',
    );
    expect(refusal.field).toHaveLength(200);
    expect(refusal.message.length).toBeLessThan(400);
  });

  test('uses the code of a field only from its own table', () => {
    const free = compileValidator('body', Type.Record(Type.String(), Type.String()), {});
    expect(refusalOf(() => free({ constructor: 1 }))).toMatchObject({
      code: 'invalid_request',
      field: 'constructor',
    });
  });

  test('is not changed: nothing is converted or filled in', () => {
    const body = { name: 'a', open: { extra: '5' } };
    check(body);
    expect(body).toEqual({ name: 'a', open: { extra: '5' } });
  });
});

describe('a query', () => {
  const check = compileValidator(
    'query',
    strictObject({
      ...pageQuery,
      type: Type.Optional(textField(100, 'A type.')),
      deep: Type.Optional(Type.Boolean()),
      share: Type.Optional(Type.Number({ minimum: 0 })),
      kind: Type.Optional(Type.Union([Type.Literal('a'), Type.Literal('b')])),
      tag: Type.Optional(Type.Array(Type.String())),
      year: Type.Optional(Type.Array(Type.Integer())),
    }),
  );
  const read = (text: string) => {
    const query = parseQuery(text);
    check(query);
    return { ...query };
  };

  test('gets its defaults', () => {
    expect(read('')).toEqual({ limit: 20, offset: 0 });
  });

  test('is converted as its schema says', () => {
    expect(read('limit=5&offset=10&type=a.b&deep=true&share=0.5&tag=x&year=2025&year=2026')).toEqual({
      limit: 5,
      offset: 10,
      type: 'a.b',
      deep: true,
      share: 0.5,
      tag: ['x'],
      year: [2025, 2026],
    });
  });

  test('may contain a number of any length', () => {
    expect(read(`limit=${'9'.repeat(400)}`).limit).toBe(Number.MAX_VALUE);
  });

  test('is decoded like a form', () => {
    expect(read('type=a+b%2Bc%C3%A9')).toMatchObject({ type: 'a b+cé' });
  });

  test.each([
    ['limit=', 'limit', '`limit` must be an integer.'],
    ['limit', 'limit', '`limit` must be an integer.'],
    ['limit=0', 'limit', '`limit` must be 1 or more.'],
    ['limit=-1', 'limit', '`limit` must be 1 or more.'],
    ['limit=ten', 'limit', '`limit` must be an integer.'],
    ['limit=0x10', 'limit', '`limit` must be an integer.'],
    ['limit=1e1', 'limit', '`limit` must be an integer.'],
    ['limit=+5', 'limit', '`limit` must be an integer.'],
    ['limit=%205', 'limit', '`limit` must be an integer.'],
    ['limit=5.0', 'limit', '`limit` must be an integer.'],
    ['limit=-99999999999999999999', 'limit', '`limit` must be 1 or more.'],
    ['offset=99999999999999999999', 'offset', '`offset` must be 2147483647 or less.'],
    [`offset=${'9'.repeat(400)}`, 'offset', '`offset` must be 2147483647 or less.'],
    ['limit=null', 'limit', '`limit` must be an integer.'],
    ['limit=5&limit=6', 'limit', '`limit` must be given only once.'],
    ['limit[]=5', 'limit[]', '`limit[]` is not a known parameter here. Remove it, or check its spelling.'],
    ['offset=2147483648', 'offset', '`offset` must be 2147483647 or less.'],
    ['type=', 'type', '`type` must not be empty.'],
    ['type=a&type=b', 'type', '`type` must be given only once.'],
    ['kind=a&kind=b', 'kind', '`kind` must be given only once.'],
    ['kind=c', 'kind', '`kind` must be one of "a", "b".'],
    ['type=%00', 'type', '`type` must not contain a NUL character. Remove it.'],
    ['deep=yes', 'deep', '`deep` must be a boolean.'],
    ['deep=1', 'deep', '`deep` must be a boolean.'],
    ['share=Infinity', 'share', '`share` must be a number.'],
    ['year=MMXXVI', 'year.0', '`year.0` must be an integer.'],
    ['Limit=5', 'Limit', '`Limit` is not a known parameter here. Remove it, or check its spelling.'],
    [
      '__proto__=x',
      '__proto__',
      '`__proto__` is not a known parameter here. Remove it, or check its spelling.',
    ],
    ['%00=x', undefined, 'The query must not contain a NUL character. Remove it.'],
    [`type=${'x'.repeat(10_000)}`, 'type', '`type` must have at most 100 characters.'],
  ])('is refused if it is %.40s', (text, field, message) => {
    expect(refusalOf(() => read(text))).toEqual({ code: 'invalid_request', field, message });
  });

  test.each(['type=%', 'type=%zz', 'type=%ff', 'type=%c3', '%ed%a0%80=x'])(
    'is refused if it is encoded as %s',
    (text) => {
      expect(refusalOf(() => read(text))).toMatchObject({
        code: 'invalid_request',
        message:
          'The query has malformed percent-encoding. Encode each value as UTF-8, such as %C3%A9 for é.',
      });
    },
  );
});
