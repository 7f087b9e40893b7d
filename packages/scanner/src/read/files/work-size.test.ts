import { expect, test } from 'vitest';
import { workBytesOf } from './work-size.ts';

const MIB = 1_048_576;

test('images, history, installed packages and oversized files are no work, however large they are', () => {
  expect(
    workBytesOf([
      { path: 'src/app.ts', sizeBytes: 4_000 },
      { path: 'README.md', sizeBytes: 500 },
      { path: 'docs/film.mp4', sizeBytes: MIB },
      { path: '.git/objects/pack/pack-1.pack', sizeBytes: 300 * MIB },
      { path: 'node_modules/a/index.js', sizeBytes: 9_000 },
      { path: 'data/rows.json', sizeBytes: 2 * MIB },
    ]),
  ).toBe(4_500);
});
