import { expect } from 'vitest';
import type { ApplicationIndex } from '../../types/application-index.ts';
import type { FileEntry } from '../../types/file-entry.ts';
import { analyzeFiles } from '../index.ts';

export function entriesOf(files: Record<string, string>): FileEntry[] {
  const encoder = new TextEncoder();
  return Object.entries(files).map(([path, text]) => {
    const bytes = encoder.encode(text);
    return { path, sizeBytes: bytes.length, read: () => bytes };
  });
}

/**
 * Analyzes the files and checks that findings stand exactly on the lines that are marked `!kind` in a comment:
 * a line without a mark must have none. Kinds in `ignored` are not looked at.
 */
export async function expectFlows(
  files: Record<string, string>,
  ignored: readonly string[] = [],
): Promise<ApplicationIndex> {
  const index = await analyzeFiles(entriesOf(files), {
    onFault: ({ error }) => expect.fail(error),
  });
  const expected: string[] = [];
  for (const [path, text] of Object.entries(files)) {
    text.split('\n').forEach((line, at) => {
      for (const match of line.matchAll(/!([a-z_]+)/g))
        if (/(?:\/\/|#|--).*![a-z_]+/.test(line)) expected.push(`${path}:${at + 1} ${match[1]}`);
    });
  }
  const found = [
    ...index.taint.map((finding) => `${finding.sink.file}:${finding.sink.line} ${finding.kind}`),
    ...index.misuse.map((finding) => `${finding.place.file}:${finding.place.line} ${finding.kind}`),
  ].filter((entry) => !ignored.includes(entry.slice(entry.lastIndexOf(' ') + 1)));
  expect([...new Set(found)].sort()).toEqual(expected.sort());
  return index;
}
