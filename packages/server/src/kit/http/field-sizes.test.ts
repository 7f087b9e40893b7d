import { Type } from 'typebox';
import { describe, expect, test, vi } from 'vitest';
import { AppError } from '../errors/index.ts';
import type { AnyRoute } from './route.ts';
import { compileBody } from './route-body.ts';
import { openObject, strictObject } from './schemas.ts';

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

/** Of exactly so many bytes as JSON. */
const valuesOf = (bytes: number, letter = 'x') => {
  const room = bytes - JSON.stringify({ a: '' }).length;
  return { a: letter.repeat(room / Buffer.byteLength(letter)) };
};

async function refusalOf(text: string): Promise<AppError | undefined> {
  try {
    await body.readLong(Buffer.from(text), headers);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

describe('an object with a size of its own', () => {
  test('is taken up to that size, and refused one byte above it by its name, with the size', async () => {
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

  test('is refused before any of it is parsed', async () => {
    const parse = vi.spyOn(JSON, 'parse');
    try {
      await refusalOf(JSON.stringify({ values: { a: Array(100_000).fill(1) } }));
      expect(Math.max(...parse.mock.calls.map(([text]) => text.length))).toBeLessThan(100);
    } finally {
      parse.mockRestore();
    }
  });

  test('is refused under a name that is written with escapes, and in a body that is not long', async () => {
    const long = JSON.stringify({ values: valuesOf(MAX_BYTES + 1) });
    expect(await refusalOf(long.replace('values', 'v\\u0061lues'))).toMatchObject({ field: 'values' });
    expect(() => body.read(Buffer.from(long), headers)).toThrow('`values` must have at most');
  });

  test('so is a list, a text and an object in another', async () => {
    const long = valuesOf(MAX_BYTES + 1);
    for (const sent of [{ list: [long] }, { list: long.a.repeat(2) }]) {
      expect(await refusalOf(JSON.stringify(sent))).toMatchObject({ field: 'list' });
    }
    expect(await refusalOf(JSON.stringify({ inner: { values: long } }))).toMatchObject({
      field: 'inner.values',
    });
  });

  test('is not written anew to be measured where the whole body is no larger, or where it is long', async () => {
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

  test('another object beside it may be longer', async () => {
    const open = compileBody({ ...row, body: Type.Object({ values: openObject(10, 'Few.') }) } as AnyRoute);
    const text = JSON.stringify({ other: valuesOf(MAX_BYTES), values: {} });
    expect(await open.readLong(Buffer.from(text), headers)).toEqual(JSON.parse(text));
  });
});
