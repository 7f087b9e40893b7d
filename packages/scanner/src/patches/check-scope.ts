import { workBytesOf } from '../read/files/work-size.ts';
import type { ApplicationIndex } from '../types/application-index.ts';
import type { FileEntry } from '../types/file-entry.ts';
import type { Proposal } from './make-patch.ts';

/**
 * An application up to this size is analysed as a whole with its changes, which takes as much time and memory again.
 */
const MAX_WHOLE_BYTES = 32 * 1_048_576;
/** Of a larger application, this much around the changes. */
const AROUND_BYTES = 16 * 1_048_576;

type Index = Pick<ApplicationIndex, 'files' | 'graph' | 'manifests' | 'configs'>;

/** The share of an application, 0 to 1, that is analysed to check all changes together. */
export function shareToCheck({ files }: Pick<Index, 'files'>): number {
  const bytes = workBytesOf(files);
  return bytes <= MAX_WHOLE_BYTES ? 1 : AROUND_BYTES / bytes;
}

/**
 * The files that are analysed to check all changes together: all of them, or in a large application those with
 * changes or on the paths of the findings, settings, manifests, and then step by step the files that these import or
 * that import them.
 */
export function filesToCheck(
  proposals: readonly Proposal[],
  index: Index,
  entries: readonly FileEntry[],
): readonly FileEntry[] {
  if (shareToCheck(index) === 1) return entries;
  const sizes = new Map(entries.map(({ path, sizeBytes }) => [path, sizeBytes]));
  const neighbours = neighboursOf(index);
  const queue = new Set([
    ...proposals.flatMap(({ finding, changes }) => [
      ...changes.map(({ path }) => path),
      finding.file,
      ...finding.evidence.map(({ file }) => file),
    ]),
    ...[...index.manifests, ...index.configs].map(({ path }) => path),
  ]);
  const wanted = new Set<string>();
  let bytes = 0;
  // New entries are visited last, so the nearest files come first.
  for (const path of queue) {
    const size = sizes.get(path) ?? 0;
    if (bytes + size > AROUND_BYTES) continue;
    bytes += size;
    wanted.add(path);
    for (const near of neighbours.get(path) ?? []) queue.add(near);
  }
  return entries.filter(({ path }) => wanted.has(path));
}

/** The importers and the imports of each file. */
function neighboursOf({ graph: { nodes, edges } }: Index): Map<string, string[]> {
  const neighbours = new Map<string, string[]>();
  const add = (path: string, near: string) => {
    const known = neighbours.get(path);
    if (known === undefined) neighbours.set(path, [near]);
    else known.push(near);
  };
  for (const { from, to } of edges) {
    const [importer, imported] = [nodes[from], nodes[to]];
    if (importer === undefined || imported === undefined) continue;
    add(importer.id, imported.id);
    add(imported.id, importer.id);
  }
  return neighbours;
}
