import { randomUUID } from 'node:crypto';
import { truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PackedParts, PartsPacker } from './packed-parts.ts';

const parts: Record<string, unknown> = {
  files: Array.from({ length: 9_000 }, (_, n) => ({
    path: `src/ä${n}.ts`,
    lines: { code: n, none: undefined },
  })),
  empty: [],
  object: {},
  primaryLanguage: null,
  deep: [[1, [2, undefined]], undefined, 'a "quoted" text'],
  constructor: 'a name that every object has',
};

function write(values: Record<string, unknown>): { path: string; bytes: Uint8Array } {
  const packer = new PartsPacker();
  for (const [name, value] of Object.entries(values)) packer.add(name, value);
  const bytes = packer.finish();
  const path = join(tmpdir(), `parts-${randomUUID()}`);
  writeFileSync(path, bytes);
  return { path, bytes };
}

describe('packed parts', () => {
  it('are each read as JSON would return them', () => {
    const { path, bytes } = write({ ...parts, missing: undefined });
    const packed = new PackedParts(path);
    expect(packed.names).toEqual(Object.keys(parts));
    for (const [name, value] of Object.entries(parts))
      expect(packed.read(name)).toEqual(JSON.parse(JSON.stringify(value)));
    expect(packed.read('missing')).toBeUndefined();
    expect(packed.read('toString')).toBeUndefined();
    packed.close();
    expect(bytes.byteLength).toBe(bytes.buffer.byteLength);
  });

  it('have the same bytes for the same values', () => {
    expect(Buffer.from(write(parts).bytes).equals(write(parts).bytes)).toBe(true);
  });

  it.each([0, 3, 50, 2_000])('with only %i bytes left are refused', (length) => {
    const { path } = write(parts);
    truncateSync(path, length);
    expect(() => new PackedParts(path)).toThrow();
  });
});
