import { Type } from 'typebox';
import { describe, expect, test, vi } from 'vitest';
import { AppError } from '../errors/index.ts';
import { required } from '../required.ts';
import { SizeWatch } from './field-sizes.ts';
import { created } from './reply.ts';
import { type AnyRoute, defineRoute } from './route.ts';
import { compileBody } from './route-body.ts';
import { openObject, strictObject } from './schemas.ts';
import { exampleRoutes, openDoor, postOf } from './testing/door.ts';

const MAX_BYTES = 40_000;
const row = {
  body: strictObject({
    first: Type.Optional(Type.String()),
    values: Type.Optional(openObject(MAX_BYTES, 'Values.')),
    list: Type.Optional(Type.Unknown({ maxBytes: MAX_BYTES })),
    inner: Type.Optional(strictObject({ values: openObject(MAX_BYTES, 'Values.') })),
  }),
  fieldErrors: {},
} as unknown as AnyRoute;
const headers = { 'content-type': 'application/json' };
const body = compileBody(row);

/** An object with exactly this many bytes of JSON. */
const valuesOf = (bytes: number, letter = 'x') => {
  const room = bytes - JSON.stringify({ a: '' }).length;
  return { a: letter.repeat(room / Buffer.byteLength(letter)) };
};

/** The refusal of a body that arrives in parts: from the watch while it arrives, or from its reader. */
async function refusalOf(text: string, partBytes = 65_536): Promise<AppError | undefined> {
  const bytes = Buffer.from(text);
  try {
    const watch = new SizeWatch(required(body.sizes, 'fields with a size'));
    for (let at = 0; at < bytes.length; at += partBytes) watch.add(bytes.subarray(at, at + partBytes));
    await body.readLong(bytes, headers);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

describe('an object with its own maximum size', () => {
  test('is accepted up to that size, and refused one byte above it, with its name and the size', async () => {
    expect(await refusalOf(JSON.stringify({ first: 'x', values: valuesOf(MAX_BYTES) }))).toBeUndefined();
    expect(await refusalOf(JSON.stringify({ first: 'x', values: valuesOf(MAX_BYTES + 1) }))).toMatchObject({
      code: 'invalid_request',
      field: 'values',
      message: '`values` must have at most 40000 bytes as JSON.',
    });
  });

  test('is measured in bytes, not in letters', async () => {
    const text = JSON.stringify({ values: valuesOf(MAX_BYTES + 2, 'ä') });
    expect(text.length).toBeLessThan(MAX_BYTES);
    expect(await refusalOf(text)).toMatchObject({ field: 'values' });
  });

  test('is refused even if its name is escaped, and in a short body', async () => {
    const long = JSON.stringify({ values: valuesOf(MAX_BYTES + 1) });
    expect(await refusalOf(long.replace('values', 'v\\u0061lues'))).toMatchObject({ field: 'values' });
    expect(() => body.read(Buffer.from(long), headers)).toThrow('`values` must have at most');
  });

  test('can also be a list, a text or an object in another', async () => {
    const long = valuesOf(MAX_BYTES + 1);
    for (const sent of [{ list: [long] }, { list: long.a.repeat(2) }]) {
      expect(await refusalOf(JSON.stringify(sent))).toMatchObject({ field: 'list' });
    }
    expect(await refusalOf(JSON.stringify({ inner: { values: long } }))).toMatchObject({
      field: 'inner.values',
    });
  });

  test('is not serialized again to be measured if the whole body is smaller, or long', async () => {
    const write = vi.spyOn(JSON, 'stringify');
    try {
      const half = '1,'.repeat(MAX_BYTES / 4);
      body.read(Buffer.from(`{"values":{"a":[${half}1]}}`), headers);
      expect(
        await refusalOf(`{"first":"${'x'.repeat(MAX_BYTES)}","values":{"a":[${half}1]}}`),
      ).toBeUndefined();
      expect(write).not.toHaveBeenCalled();
    } finally {
      write.mockRestore();
    }
  });

  test('does not limit other objects next to it', async () => {
    const open = compileBody({ ...row, body: Type.Object({ values: openObject(10, 'Few.') }) } as AnyRoute);
    const text = JSON.stringify({ other: valuesOf(MAX_BYTES), values: {} });
    const watch = new SizeWatch(required(open.sizes, 'fields with a size'));
    watch.add(Buffer.from(text));
    expect(await open.readLong(Buffer.from(text), headers)).toEqual(JSON.parse(text));
  });
});

describe('while a body arrives', () => {
  const sizes = { limits: new Map([['a', 7]]), least: 7 };
  /** Whether a field was found to be too large, wherever the text is split. */
  const found = (text: string) => {
    const bytes = Buffer.from(text);
    const each = Array.from({ length: bytes.length + 1 }, (_, at) => {
      const watch = new SizeWatch(sizes);
      try {
        watch.add(bytes.subarray(0, at));
        watch.add(bytes.subarray(at));
        return false;
      } catch {
        return true;
      }
    });
    expect(new Set(each).size).toBe(1);
    return each[0];
  };

  test.each([
    ['{"a":{"b":1}}', false],
    ['{"a":{"b":12}}', true],
    ['{"a" : ["b",1]}', false],
    ['{"a" : ["b", 1]}', true],
    ['{"a":{"b":1', false],
    ['{"a":{"b":123', true],
    ['{"b":{"c":1234},"a":{}}', false],
    ['{"b":"\\"a\\":{","a":{"c":1}}', false],
    ['{"b":"\\\\","a":{"c":12}}', true],
    ['{"b":"a","c":{"d":12}}', false],
    ['{"b":{"a":{"c":12}}}', false],
    ['["a",{"b":12}]', false],
    ['{"\\u0061":{"b":12}}', true],
    ['{"a":{"}":1}}', false],
    ['}}{"a":{"b":12}}', false],
    ['"a":{"b":12}', false],
  ])('%s: too large is %s', (text, isLarge) => {
    expect(found(text)).toBe(isLarge);
  });

  test('a refused body is neither kept nor parsed, and the connection serves the next request', async () => {
    const parsed = vi.spyOn(JSON, 'parse');
    const door = await openDoor({
      routes: [
        defineRoute({
          ...required(exampleRoutes[0], 'a route with a body'),
          body: strictObject({ values: openObject(MAX_BYTES, 'Values.') }),
          handler: () => created({}),
        }),
      ],
    });
    try {
      const connection = await door.connect();
      connection.write(postOf('/things', JSON.stringify({ values: valuesOf(700_000) })));
      const refused = await connection.answer();
      expect(refused.status).toBe(400);
      expect(refused.body).toContain('`values` must have at most 40000 bytes as JSON.');
      expect(Math.max(0, ...parsed.mock.calls.map(([text]) => text.length))).toBeLessThan(MAX_BYTES);
      connection.write(postOf('/things', JSON.stringify({ values: {} })));
      expect((await connection.answer()).status).toBe(201);
    } finally {
      parsed.mockRestore();
      await door.close();
    }
  });
});
