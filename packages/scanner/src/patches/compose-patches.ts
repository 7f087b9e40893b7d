import type { FileLookup } from '../types/file-entry.ts';
import type { Edit } from './edit.ts';
import { changesOf, type Proposal } from './make-patch.ts';
import { applyLikeGit, type FileChange, unifiedDiff } from './unified-diff.ts';

/** Proposals that share a patch, and its edits. */
interface Group {
  members: readonly [Proposal, ...Proposal[]];
  edits: Edit[];
}

const MAX_PASSES = 4;

/**
 * The patch of each proposal. Different patches apply one after another in this order. The first patch that needs a
 * list of settings adds the settings of all, because two patches that both create the file could not be applied.
 * Patches that are close together in one file get fewer context lines. If they are still too close, or are equal, one
 * patch fixes all of their findings, and each finding gets it.
 */
export function composePatches(
  proposals: readonly Proposal[],
  files: FileLookup,
): ReadonlyMap<Proposal, string> {
  let groups = equalOnes(shareSettings(proposals));
  for (let pass = 1; ; pass++) {
    const texts = new Map<string, string | null>();
    const patches = groups.map((group) => follow(group, texts, files));
    const next = pass < MAX_PASSES ? joinNeighbours(groups, patches, files) : groups;
    if (next.length === groups.length) return patchesOf(groups, patches, files);
    groups = next;
  }
}

function patchesOf(
  groups: readonly Group[],
  inOrder: readonly (string | undefined)[],
  files: FileLookup,
): Map<Proposal, string> {
  const told = new Map<Proposal, string>();
  for (const [at, { members, edits }] of groups.entries()) {
    // A patch that does not apply after those before it still applies on its own.
    const patch = inOrder[at] ?? unifiedDiff(changesOf(files, edits) ?? members[0].changes);
    if (patch !== undefined) for (const member of members) told.set(member, patch);
  }
  return told;
}

/** Equal edits for several findings become one patch. */
function equalOnes(all: readonly { proposal: Proposal; edits: Edit[] }[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { proposal, edits } of all) {
    const key = edits
      .filter(({ setting }) => setting === undefined)
      .map(keyOf)
      .sort()
      .join('\0');
    const known = groups.get(key);
    if (known) known.members = [...known.members, proposal];
    else groups.set(key, { members: [proposal], edits });
  }
  return [...groups.values()];
}

const keyOf = ({ file, start, end, replacement }: Edit) => `${file}\0${start}\0${end}\0${replacement}`;

/** The patch of a group on top of those before it, and updates `texts`; undefined if it does not apply. */
function follow({ edits }: Group, texts: Map<string, string | null>, files: FileLookup): string | undefined {
  for (const placed of placements(edits)) {
    const changes = changesOf(files, placed);
    if (changes === undefined) continue;
    for (const context of [3, 2, 1]) {
      const applied = applyAll(changes, texts, context);
      if (applied === undefined) continue;
      for (const [path, text] of applied) texts.set(path, text);
      return unifiedDiff(changes, context);
    }
  }
  return undefined;
}

/** Groups without a patch join the nearest previous group that edits the same file. */
function joinNeighbours(
  groups: readonly Group[],
  patches: readonly (string | undefined)[],
  files: FileLookup,
): Group[] {
  const joined: Group[] = [];
  groups.forEach((group, at) => {
    const nearest = patches[at] === undefined ? nearestOf(group, joined) : undefined;
    const edits = nearest && [
      ...new Map([...nearest.edits, ...group.edits].map((edit) => [keyOf(edit), edit])).values(),
    ];
    if (!nearest || !edits || changesOf(files, edits) === undefined) joined.push(group);
    else {
      nearest.edits = edits;
      nearest.members = [...nearest.members, ...group.members];
    }
  });
  return joined.map((group) => ({ ...group }));
}

function nearestOf(group: Group, others: readonly Group[]): Group | undefined {
  const distance = (other: Group) =>
    Math.min(
      ...group.edits.flatMap((one) =>
        other.edits.map((two) => (one.file === two.file ? Math.abs(one.start - two.start) : Infinity)),
      ),
    );
  const [nearest] = others
    .map((other) => ({ other, far: distance(other) }))
    .filter(({ far }) => far < Infinity)
    .sort((a, b) => a.far - b.far);
  return nearest?.other;
}

/** The edits as given, then with each alternative place of the insertions. */
function placements(edits: readonly Edit[]): Edit[][] {
  const most = Math.max(0, ...edits.map(({ otherPlaces }) => otherPlaces?.length ?? 0));
  return Array.from({ length: most + 1 }, (_, at) =>
    edits.map((edit) => {
      const place = edit.otherPlaces?.[at - 1];
      return place === undefined ? edit : { ...edit, start: place, end: place };
    }),
  );
}

/** The edits of each proposal. If several add settings to one file, the first adds all. */
function shareSettings(proposals: readonly Proposal[]): { proposal: Proposal; edits: Edit[] }[] {
  const named = new Map<string, Set<string>>();
  const all = proposals.flatMap(({ edits }) => edits);
  for (const { file, setting } of all)
    if (setting !== undefined) named.set(file, (named.get(file) ?? new Set()).add(setting));
  const withAllNames = (edit: Edit): Edit[] => {
    if (edit.setting === undefined) return [edit];
    const names = named.get(edit.file);
    if (names === undefined) return [];
    named.delete(edit.file);
    const lineEnd = edit.replacement.endsWith('\r\n') ? '\r\n' : '\n';
    const others = [...names].filter((name) => name !== edit.setting);
    return [{ ...edit, replacement: edit.replacement + others.map((name) => `${name}=${lineEnd}`).join('') }];
  };
  return proposals.map((proposal) => ({ proposal, edits: proposal.edits.flatMap(withAllNames) }));
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

/** The files after all proposals that fit together, and the proposals that do not fit. Equal edits are applied once. */
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
    // Rewrites only the files that this proposal edits.
    const changes = changesOf(
      files,
      [...next.values()].flatMap((edits) => [...edits.values()]),
    );
    if (changes === undefined) {
      left.push(proposal);
      continue;
    }
    merged.push(proposal);
    for (const change of changes) {
      const edits = next.get(change.path);
      if (edits !== undefined) byFile.set(change.path, { edits, change });
    }
  }
  return { changes: [...byFile.values()].map(({ change }) => change), merged, left };
}
