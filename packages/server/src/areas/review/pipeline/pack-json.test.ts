import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { packJson } from './pack-json.ts';

test('what is packed in pieces is the same JSON, byte by byte', async () => {
  const value = {
    index: {
      files: Array.from({ length: 3_000 }, (_, n) => ({
        path: `src/ä${n}.ts`,
        lines: { code: n },
        none: undefined,
      })),
      empty: [],
      object: {},
      missing: undefined,
      primaryLanguage: null,
      deep: [[1, [2, undefined]], 'a "quoted" text'],
    },
    ruleResults: {},
  };
  const packed = await packJson({ ...value, ruleResults: Promise.resolve(value.ruleResults) });
  expect(gunzipSync(packed).toString('utf8')).toBe(JSON.stringify(value));
  expect(packed.byteLength).toBe(packed.buffer.byteLength);
});

test('a part that fails fails the whole', async () => {
  const packing = packJson({ index: { files: [] }, ruleResults: Promise.reject(new Error('no rules')) });
  await expect(packing).rejects.toThrow('no rules');
});
