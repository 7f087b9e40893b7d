import { describe, expect, it } from 'vitest';
import { filesToCheck, shareToCheck } from './check-scope.ts';
import type { Proposal } from './make-patch.ts';

const MIB = 1_048_576;

/** Files of equal size with the given imports. Their content is not read. */
function application(imports: Record<string, string[]>, sizeBytes: number) {
  const paths = Object.keys(imports);
  const at = (path: string) => paths.indexOf(path);
  const entries = paths.map((path) => ({ path, sizeBytes, read: () => new Uint8Array() }));
  const edges = Object.entries(imports).flatMap(([from, all]) =>
    all.map((to) => ({ from: at(from), to: at(to), line: 1 })),
  );
  const index = {
    files: entries,
    graph: { nodes: paths.map((id) => ({ id })), edges },
    manifests: [],
    configs: [],
  };
  return { entries, index: index as unknown as Parameters<typeof filesToCheck>[1] };
}

const proposal = (file: string, through: string[] = []) =>
  ({
    finding: { file, evidence: through.map((one) => ({ file: one })) },
    changes: [{ path: file }],
  }) as unknown as Proposal;

const pathsOf = (files: readonly { path: string }[]) => files.map(({ path }) => path);

describe('the files that are analysed to check patches together', () => {
  it('are all files of an application of usual size', () => {
    const { entries, index } = application({ a: [], b: [] }, MIB);
    expect(filesToCheck([proposal('a')], index, entries)).toBe(entries);
    expect(shareToCheck(index)).toBe(1);
  });

  it('are, in a large one, those near a change and its path, the nearest first, up to a limit', () => {
    // A chain of importers: a0 imports a1, a1 imports a2, and so on. `apart` has no importers.
    const chain = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`a${at}`, at < 59 ? [`a${at + 1}`] : []]),
    );
    const { entries, index } = application({ ...chain, apart: [], path: [] }, MIB);
    const paths = pathsOf(filesToCheck([proposal('a30', ['path'])], index, entries));
    expect(paths).toEqual([...Array.from({ length: 15 }, (_, at) => `a${at + 23}`), 'path']);
    expect(shareToCheck(index)).toBeCloseTo(16 / 62);
  });

  it('include the settings and manifests of a large one, wherever they are', () => {
    const { entries, index } = application(
      Object.fromEntries(
        ['a', 'deploy/app.yaml', 'package.json', ...Array.from({ length: 40 }, (_, at) => `b${at}`)].map(
          (path) => [path, []],
        ),
      ),
      MIB,
    );
    const told = { ...index, manifests: [{ path: 'package.json' }], configs: [{ path: 'deploy/app.yaml' }] };
    expect(pathsOf(filesToCheck([proposal('a')], told as typeof index, entries))).toEqual([
      'a',
      'deploy/app.yaml',
      'package.json',
    ]);
  });
});
