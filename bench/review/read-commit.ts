// Reads the files of a commit, for both benches of second analyses.
import { execFileSync } from 'node:child_process';
import type { FileEntry } from '../../packages/scanner/src/index.ts';
import { required } from '../../packages/server/src/kit/required.ts';

export function git(checkout: string, args: readonly string[], input?: string): Buffer {
  return execFileSync('git', ['-C', checkout, ...args], { input, maxBuffer: 2 ** 31 });
}

/** The files of a commit, read in one batch; files that are missing in this clone are left out. */
export function filesOf(checkout: string, commit: string): FileEntry[] {
  const rows = git(checkout, ['ls-tree', '-r', '-z', commit]).toString().split('\0').filter(Boolean);
  const blobs = rows.flatMap((row) => {
    const [, mode, object, path] = /^(\d+) blob (\w+)\t(.*)$/s.exec(row) ?? [];
    return object === undefined || mode === '120000' ? [] : [{ object, path: required(path, 'path') }];
  });
  const batch = git(checkout, ['cat-file', '--batch'], blobs.map(({ object }) => `${object}\n`).join(''));
  let at = 0;
  return blobs.flatMap(({ path }) => {
    const end = batch.indexOf(10, at);
    const sizeBytes = Number(batch.subarray(at, end).toString().split(' ')[2]);
    if (Number.isNaN(sizeBytes)) {
      at = end + 1;
      return [];
    }
    const bytes = batch.subarray(end + 1, end + 1 + sizeBytes);
    at = end + 2 + sizeBytes;
    return [{ path, sizeBytes, read: () => bytes }];
  });
}
