import { describe, expect, it } from 'vitest';
import { required } from '../required.ts';
import { CompactRange } from './compact-range.ts';
import { emptyRoot, leafHash, nodeHash } from './hash.ts';
import { consistencyProof, inclusionProof, rootFromTiles } from './proofs.ts';
import { MemoryTiles } from './testing/memory-tiles.ts';
import { naiveLeaf, naivePath, naiveProof, naiveRoot } from './testing/naive-tree.ts';
import { rootFromEdge } from './tiles.ts';
import { verifyConsistency, verifyInclusion } from './verify-proof.ts';

// The eight entries of the Certificate Transparency reference tests, the roots of the trees of the
// first 0 to 8 of them, and the proofs published with them (indexes from 0).
const entries = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map((hex) => Buffer.from(hex, 'hex'));
const roots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const inclusionProofs: [index: number, size: number, proof: string[]][] = [
  [0, 1, []],
  [
    0,
    8,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    5,
    8,
    [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [2, 3, ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125']],
  [
    1,
    5,
    [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  ],
];
const consistencyProofs: [oldSize: number, newSize: number, proof: string[]][] = [
  [1, 1, []],
  [
    1,
    8,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    6,
    8,
    [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [
    2,
    5,
    [
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  ],
  [
    6,
    7,
    [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'b08693ec2e721597130641e8211e7eedccb4c26413963eee6c1e2ed16ffb1a5f',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
];

const leaves = entries.map((entry) => leafHash(entry));
const toHex = (hash: Uint8Array): string => Buffer.from(hash).toString('hex');

function tilesOf(size: number): MemoryTiles {
  const store = new MemoryTiles();
  store.append(leaves.slice(0, size));
  return store;
}

describe('the Certificate Transparency reference vectors', () => {
  it.each(roots.map((root, size) => [size, root] as const))('root of size %i', async (size, root) => {
    const range = new CompactRange();
    for (const leaf of leaves.slice(0, size)) range.append(leaf);
    expect(toHex(range.root())).toBe(root);
    expect(toHex(await rootFromTiles(tilesOf(8), size))).toBe(root);
    expect(toHex(rootFromEdge(tilesOf(size).edge))).toBe(root);
    expect(toHex(naiveRoot(entries.slice(0, size).map(naiveLeaf)))).toBe(root);
  });

  it.each(inclusionProofs)('inclusion of leaf %i in size %i', async (index, size, expected) => {
    const proof = await inclusionProof(tilesOf(8), index, size);
    expect(proof.map(toHex)).toEqual(expected);
    expect(naivePath(index, leaves.slice(0, size)).map(toHex)).toEqual(expected);
    const root = Buffer.from(required(roots[size], 'roots[size]'), 'hex');
    expect(
      verifyInclusion({ leafHash: required(leaves[index], 'leaves[index]'), index, size, proof, root }),
    ).toBe(true);
  });

  it.each(consistencyProofs)('consistency of size %i with size %i', async (oldSize, newSize, expected) => {
    const proof = await consistencyProof(tilesOf(8), oldSize, newSize);
    expect(proof.map(toHex)).toEqual(expected);
    expect(naiveProof(oldSize, leaves.slice(0, newSize)).map(toHex)).toEqual(expected);
    const [oldRoot, newRoot] = [
      Buffer.from(required(roots[oldSize], 'roots[oldSize]'), 'hex'),
      Buffer.from(required(roots[newSize], 'roots[newSize]'), 'hex'),
    ];
    expect(verifyConsistency({ oldSize, newSize, oldRoot, newRoot, proof })).toBe(true);
  });
});

describe('hashes', () => {
  it('of a text are those of its UTF-8 bytes', () => {
    for (const text of ['', 'plain', '{"é":"€ 😀"}', 'latin \u00ff', 'nul \0 inside', 'x'.repeat(100_000)]) {
      expect(leafHash(text)).toEqual(naiveLeaf(Buffer.from(text)));
      expect(leafHash(Buffer.from(text))).toEqual(naiveLeaf(Buffer.from(text)));
    }
  });

  it('are refused for a text with a lone surrogate, which would have the hash of another text', () => {
    expect(() => leafHash('\ud800')).toThrow(TypeError);
    expect(leafHash('\ufffd')).toHaveLength(32);
  });

  it('distinguish leaves and nodes, so that a node cannot pass for a leaf', () => {
    const [left, right] = [leafHash('a'), leafHash('b')];
    expect(nodeHash(left, right)).not.toEqual(leafHash(Buffer.concat([left, right])));
    expect(() => nodeHash(left, right.subarray(1))).toThrow(RangeError);
    expect(emptyRoot).not.toEqual(leafHash(''));
  });
});
