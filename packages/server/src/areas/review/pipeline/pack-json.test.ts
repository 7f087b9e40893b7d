import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { JsonPacker } from './pack-json.ts';

test('what is packed in pieces is the same JSON, byte by byte', () => {
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
    missing: undefined,
    ruleResults: {},
  };
  const packer = new JsonPacker<string>();
  for (const [name, part] of Object.entries(value)) packer.add(name, part);
  const packed = packer.finish();
  expect(gunzipSync(packed).toString('utf8')).toBe(JSON.stringify(value));
  expect(packed.byteLength).toBe(packed.buffer.byteLength);
});

test('nothing is packed as an empty object', () => {
  expect(gunzipSync(new JsonPacker().finish()).toString('utf8')).toBe('{}');
});
