import type { ApplicationIndex, DependencyReport, FileEntry, IndexedFile } from '@trivium/scanner';
import type { ComponentDraft } from './component-draft.ts';
import type { FindComponents, FoundComponent } from './found-component.ts';
import { type ManifestFacts, readManifest } from './manifest-facts.ts';
import { folderOf, scoreComponent, weighFactors } from './score-component.ts';

const MODULE_FILES = 2;
const MODULE_LINES = 40;
const MAX_COMPONENTS = 500;
const MAX_MANIFEST_BYTES = 1_048_576;

/**
 * Finds packages, services, user interfaces and modules, from manifests and the module graph; best score
 * first.
 */
export const findComponents: FindComponents = (index, files, dependencies) => {
  const drafts = draftPackages(index, files);
  draftModules(index, drafts);
  const ownerOf = assignFiles(index, drafts);
  connect(index, drafts, ownerOf);
  const versions = versionsByName(dependencies);
  const cyclic = new Set(index.graph.cycles.flat());
  return [...drafts.values()]
    .filter(({ code }) => code.length > 0)
    .map((draft) => toComponent(draft, index, cyclic, versions))
    .sort((a, b) => b.reusabilityScore - a.reusabilityScore || (a.key < b.key ? -1 : 1))
    .slice(0, MAX_COMPONENTS);
};

type Drafts = Map<string, ComponentDraft>;

function draftPackages(index: ApplicationIndex, files: readonly FileEntry[]): Drafts {
  const drafts: Drafts = new Map();
  const entries = new Map(files.map((file) => [file.path, file]));
  for (const { path, format, kind } of index.manifests) {
    if (kind !== 'manifest') continue;
    const folder = folderOf(path);
    const entry = entries.get(path);
    const facts = readManifest(format, entry === undefined ? '' : textOf(entry));
    const known = drafts.get(folder);
    if (known === undefined) drafts.set(folder, draftOf(folder, 'package', facts));
    else if (known.facts.name === null) known.facts = facts;
  }
  return drafts;
}

function draftModules(index: ApplicationIndex, drafts: Drafts): void {
  const folders = new Map<string, { files: number; lines: number }>();
  for (const file of index.files) {
    if (!isCode(file) || file.isTest) continue;
    const folder = folderOf(file.path);
    const seen = folders.get(folder) ?? { files: 0, lines: 0 };
    seen.files++;
    seen.lines += file.lines.code;
    folders.set(folder, seen);
  }
  for (const [folder, { files, lines }] of folders) {
    if (drafts.has(folder) || files < MODULE_FILES || lines < MODULE_LINES) continue;
    drafts.set(folder, draftOf(folder, 'module', { name: null, version: null, license: null }));
  }
}

function draftOf(path: string, kind: ComponentDraft['kind'], facts: ManifestFacts): ComponentDraft {
  return {
    key: `${kind}:${path}`,
    path,
    kind,
    facts,
    code: [],
    tests: [],
    internal: new Set(),
    dependents: new Set(),
    external: new Set(),
  };
}

/** Every file belongs to the innermost component folder. */
function assignFiles(index: ApplicationIndex, drafts: Drafts): Map<string, ComponentDraft> {
  const ownerOf = new Map<string, ComponentDraft>();
  for (const file of index.files) {
    if (!isCode(file)) continue;
    let folder = folderOf(file.path);
    while (folder !== '' && !drafts.has(folder)) folder = folderOf(folder);
    const draft = drafts.get(folder);
    if (draft === undefined) continue;
    ownerOf.set(file.path, draft);
    (file.isTest ? draft.tests : draft.code).push(file);
  }
  return ownerOf;
}

function connect(index: ApplicationIndex, drafts: Drafts, ownerOf: Map<string, ComponentDraft>): void {
  for (const file of index.files) {
    const from = ownerOf.get(file.path);
    if (from === undefined) continue;
    for (const { resolved, package: name } of file.imports) {
      if (name !== null && !file.isTest) from.external.add(name);
      const to = resolved === null ? undefined : ownerOf.get(resolved);
      if (to === undefined) continue;
      if (to === from) continue;
      if (file.isTest) {
        // A test elsewhere that imports a component counts as one of its tests.
        if (!to.tests.includes(file)) to.tests.push(file);
        continue;
      }
      from.internal.add(to.key);
      to.dependents.add(from.key);
    }
  }
  classify(index, drafts, ownerOf);
}

/** A package with routes or its own image is a service; one that is mostly client-side code is a ui. */
function classify(index: ApplicationIndex, drafts: Drafts, ownerOf: Map<string, ComponentDraft>): void {
  const served = new Set(index.routes.flatMap(({ file }) => ownerOf.get(file) ?? []));
  const imaged = new Set(
    index.configs.flatMap(({ kind, path }) => (kind === 'dockerfile' ? folderOf(path) : [])),
  );
  const uiFiles = new Set(index.graph.nodes.flatMap(({ id, layer }) => (layer === 'ui' ? id : [])));
  for (const draft of drafts.values()) {
    if (draft.kind !== 'package') continue;
    const ui = draft.code.filter(({ path }) => uiFiles.has(path)).length;
    if (served.has(draft) || imaged.has(draft.path)) draft.kind = 'service';
    else if (ui * 2 > draft.code.length) draft.kind = 'ui';
  }
}

function versionsByName(dependencies: DependencyReport): Map<string, string | null> {
  const versions = new Map<string, string | null>();
  for (const { name, version, isDirect } of dependencies.packages) {
    if (isDirect || !versions.has(name)) versions.set(name, version);
  }
  return versions;
}

function toComponent(
  draft: ComponentDraft,
  index: ApplicationIndex,
  cyclic: ReadonlySet<string>,
  versions: ReadonlyMap<string, string | null>,
): FoundComponent {
  const measured = scoreComponent(draft, index, cyclic);
  return {
    key: draft.key,
    name:
      draft.facts.name ?? (draft.path === '' ? 'root' : draft.path.slice(draft.path.lastIndexOf('/') + 1)),
    kind: draft.kind,
    path: draft.path,
    language: mainLanguage(draft.code),
    version: draft.facts.version,
    license: draft.facts.license,
    reusabilityScore: weighFactors(measured.scoreFactors),
    ...measured,
    dependencies: {
      internal: [...draft.internal].sort(),
      external: [...draft.external].sort().map((name) => ({ name, version: versions.get(name) ?? null })),
      dependents: [...draft.dependents].sort(),
    },
  };
}

function mainLanguage(code: readonly IndexedFile[]): string | null {
  const lines = new Map<string, number>();
  for (const { language, lines: counted } of code) {
    if (language !== null) lines.set(language, (lines.get(language) ?? 0) + counted.code);
  }
  return [...lines].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0] ?? null;
}

function isCode(file: IndexedFile): boolean {
  return file.kind === 'code' && file.status !== 'skipped' && !file.isVendored && !file.isGenerated;
}

function textOf(entry: FileEntry): string {
  if (entry.sizeBytes > MAX_MANIFEST_BYTES) return '';
  try {
    return Buffer.from(entry.read())
      .toString('utf8')
      .replace(/^\ufeff/, '');
  } catch {
    return '';
  }
}
