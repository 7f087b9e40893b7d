import type { FileLookup } from '../../types/file-entry.ts';
import type { Edit } from './edit.ts';
import { changesOf, type Proposal } from './make-patch.ts';
import { applyLikeGit, type FileChange, unifiedDiff } from './unified-diff.ts';

/**
 * A patch for each proposal, in order, so that as many as can be apply one after another. A list of settings is
 * extended by the first patch that needs it, with what all of them name: two that each made the file could not both
 * apply. Patches of one file that stand close together are told with fewer lines around them.
 */
export function composePatches(proposals: readonly Proposal[], files: FileLookup): string[] {
  const texts = new Map<string, string | null>();
  // What mends several findings at once is one patch.
  const same = new Map<string, string>();
  return shareSettings(proposals).map((edits, at) => {
    const key = keyOf(edits);
    const patch = same.get(key) ?? composeOne(edits, at);
    same.set(key, patch);
    return patch;
  });

  function composeOne(edits: readonly Edit[], at: number): string {
    for (const placed of placements(edits)) {
      const changes = changesOf(files, placed);
      for (const context of changes ? [3, 2, 1] : []) {
        const applied = applyAll(changes!, texts, context);
        if (applied === undefined) continue;
        for (const [path, text] of applied) texts.set(path, text);
        return unifiedDiff(changes!, context)!;
      }
    }
    // It cannot follow those before it, but stands on its own.
    return unifiedDiff(changesOf(files, edits) ?? proposals[at]!.changes)!;
  }
}

const keyOf = (edits: readonly Edit[]) =>
  edits
    .filter(({ setting }) => setting === undefined)
    .map(({ file, start, end, replacement }) => `${file}\0${start}\0${end}\0${replacement}`)
    .sort()
    .join('\0');

/** The edits as they are, then with insertions at their other places. */
function placements(edits: readonly Edit[]): Edit[][] {
  const most = Math.max(0, ...edits.map(({ otherPlaces }) => otherPlaces?.length ?? 0));
  return Array.from({ length: most + 1 }, (_, at) =>
    edits.map((edit) => {
      const place = edit.otherPlaces?.[at - 1];
      return place === undefined ? edit : { ...edit, start: place, end: place };
    }),
  );
}

/** The edits of each proposal; of those that name settings in one file, the first names all. */
function shareSettings(proposals: readonly Proposal[]): Edit[][] {
  const named = new Map<string, Set<string>>();
  const all = proposals.flatMap(({ edits }) => edits);
  for (const { file, setting } of all)
    if (setting !== undefined) named.set(file, (named.get(file) ?? new Set()).add(setting));
  return proposals.map(({ edits }) =>
    edits.flatMap((edit) => {
      if (edit.setting === undefined) return [edit];
      const names = named.get(edit.file);
      if (names === undefined) return [];
      named.delete(edit.file);
      const lineEnd = edit.replacement.endsWith('\r\n') ? '\r\n' : '\n';
      const others = [...names].filter((name) => name !== edit.setting);
      return [
        { ...edit, replacement: edit.replacement + others.map((name) => `${name}=${lineEnd}`).join('') },
      ];
    }),
  );
}

function applyAll(
  changes: readonly FileChange[],
  texts: ReadonlyMap<string, string | null>,
  context: number,
): Map<string, string> | undefined {
  const applied = new Map<string, string>();
  for (const change of changes) {
    const given = texts.get(change.path) ?? change.before;
    const text = applyLikeGit(given, change, context);
    if (text === undefined) return undefined;
    applied.set(change.path, text);
  }
  return applied;
}

/**
 * The files after all of the proposals that go together, and the proposals that do not go with those before them. What
 * several edit alike is edited once.
 */
export function mergeProposals(
  proposals: readonly Proposal[],
  files: FileLookup,
): { changes: FileChange[]; merged: Proposal[]; left: Proposal[] } {
  const byFile = new Map<string, { edits: Map<string, Edit>; change: FileChange }>();
  const merged: Proposal[] = [];
  const left: Proposal[] = [];
  for (const proposal of proposals) {
    const next = new Map<string, Map<string, Edit>>();
    for (const edit of proposal.edits) {
      const edits = next.get(edit.file) ?? new Map(byFile.get(edit.file)?.edits);
      next.set(edit.file, edits.set(`${edit.start}\0${edit.end}\0${edit.replacement}`, edit));
    }
    // Only files that this one edits are written anew.
    const changes = changesOf(
      files,
      [...next.values()].flatMap((edits) => [...edits.values()]),
    );
    if (changes === undefined) {
      left.push(proposal);
      continue;
    }
    merged.push(proposal);
    for (const change of changes) byFile.set(change.path, { edits: next.get(change.path)!, change });
  }
  return { changes: [...byFile.values()].map(({ change }) => change), merged, left };
}
