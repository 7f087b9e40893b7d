import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../embedded-postgres/test-database.ts';
import {
  byteaArray,
  createPool,
  float8Array,
  int4Array,
  int8Array,
  packedUuidArray,
  textArray,
  uuidArray,
  writeUuid,
} from './index.ts';

let database: TestDatabase;
let pool: ReturnType<typeof createPool>;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.connection, { max: 1, applicationName: 'test', onError: () => {} });
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

const cases = [
  ['text[]', textArray, ['', 'plain', 'quo"te, {brace} \\ back', 'é 日本 😀', null, 'null', 'a\nb']],
  ['bytea[]', byteaArray, [Buffer.from([0, 255, 92]), null, Buffer.alloc(0)]],
  ['uuid[]', uuidArray, ['01a1e8d2-0380-732f-a8c6-b783cd174968', null]],
  ['int4[]', int4Array, [0, -2_147_483_648, 2_147_483_647, null]],
  ['int8[]', int8Array, [0, -1, Number.MAX_SAFE_INTEGER, null]],
  ['float8[]', float8Array, [0, -1.5, 1_795_000_000_123.25, null]],
] as const;

test.each(cases)('%s reaches the database unchanged, including nulls', async (type, encode, values) => {
  const { rows } = await pool.query(`select $1::${type} as value`, [
    (encode as (v: unknown) => Buffer)(values),
  ]);
  // The driver returns bigints in arrays as text.
  const read =
    type === 'int8[]' ? rows[0].value.map((text: string | null) => text && Number(text)) : rows[0].value;
  expect(read).toEqual(values);
});

test.each(cases)('an empty %s is an empty array', async (type, encode) => {
  const { rows } = await pool.query(`select cardinality($1::${type}) as size`, [encode([])]);
  expect(rows[0].size).toBe(0);
});

test('UUIDs as bytes reach the database like those as texts', async () => {
  const ids = ['01a1e8d2-0380-732f-a8c6-b783cd174968', '00000000-0000-7000-8000-0000000000ff'];
  const packed = Buffer.alloc(32);
  ids.forEach((id, i) => {
    writeUuid(packed, id, 16 * i);
  });
  const { rows } = await pool.query('select $1::uuid[] as value', [packedUuidArray(packed)]);
  expect(rows[0].value).toEqual(ids);
});
