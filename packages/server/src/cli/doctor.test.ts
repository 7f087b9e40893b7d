import { expect, test } from 'vitest';
import { judgeDisk } from './doctor.ts';

const roomy = { bavail: 4_194_304, bsize: 4_096, files: 1_000_000, ffree: 900_000 };

test('a disk without space or inodes is reported as wrong', () => {
  expect(judgeDisk(roomy)).toBe('16.0 GiB free');
  expect(() => judgeDisk({ ...roomy, bavail: 1_000 })).toThrow('Only 0.0 GiB are free');
  expect(() => judgeDisk({ ...roomy, ffree: 12 })).toThrow('Only 12 more files can be made');
});

test('a disk with dynamic inodes reports no number of them', () => {
  expect(judgeDisk({ ...roomy, files: 0, ffree: 0 })).toBe('16.0 GiB free');
});
