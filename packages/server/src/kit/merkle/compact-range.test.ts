import { describe, expect, it } from 'vitest';
import { required } from '../required.ts';
import { CompactRange } from './compact-range.ts';
import { leafHash } from './hash.ts';
import { naiveRoot } from './testing/naive-tree.ts';

const leaves = Array.from({ length: 600 }, (_, i) => leafHash(`leaf ${i}`));

describe('CompactRange', () => {
  it('has the root of every intermediate size', () => {
    const range = new CompactRange();
    for (let size = 0; size <= leaves.length; size++) {
      expect(range.size).toBe(size);
      expect(range.root().equals(naiveRoot(leaves.slice(0, size)))).toBe(true);
      if (size < leaves.length) range.append(required(leaves[size], 'leaves[size]'));
    }
  });

  it('stores no more hashes than its size has bits', () => {
    const range = new CompactRange();
    for (let size = 1; size <= 100_000; size++) {
      range.append(required(leaves[size % leaves.length], 'leaves[size % leaves.length]'));
      if (range.width > Math.log2(size) + 1) expect.fail(`${range.width} hashes at size ${size}`);
    }
    expect(range.width).toBe(6);
  });

  it('has clones that grow independently', () => {
    const range = new CompactRange();
    for (const leaf of leaves.slice(0, 7)) range.append(leaf);
    const copy = range.clone();
    copy.append(required(leaves[100], 'leaves[100]'));
    range.append(required(leaves[7], 'leaves[7]'));
    expect(range.root()).toEqual(naiveRoot(leaves.slice(0, 8)));
    expect(copy.root()).toEqual(naiveRoot([...leaves.slice(0, 7), required(leaves[100], 'leaves[100]')]));
  });
});
