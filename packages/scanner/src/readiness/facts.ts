import { createFileLookup } from '../read/files/file-lookup.ts';
import type { PlaceMemo } from '../read/place-memo.ts';
import { exposureOf, type SourceView, viewOf } from '../rules/source-view.ts';
import type { ApplicationIndex } from '../types/application-index.ts';
import type { DependencyReport } from '../types/dependency-report.ts';
import type { FileEntry } from '../types/file-entry.ts';
import type { Finding } from '../types/finding.ts';
import {
  atTop,
  type CheckOutcome,
  fail,
  lineOf,
  notApplicable,
  type ProductionCode,
  partial,
  pass,
  type ReadinessFacts,
} from './check.ts';

const MAX_READ_CHARACTERS = 40_000_000;

/** The input of the checks, without code of tests, examples and third parties. */
export function gatherFacts(
  index: ApplicationIndex,
  findings: readonly Finding[],
  entries: readonly FileEntry[],
  dependencies: DependencyReport,
  memo?: PlaceMemo,
): ReadinessFacts {
  const files = createFileLookup(entries);
  const manifests = new Set(dependencies.manifests);
  const code: ProductionCode[] = [];
  let characters = 0;
  for (const file of index.files) {
    const isManifest = manifests.has(file.path) && !file.isVendored;
    const isOwn =
      file.kind === 'code' && !file.isVendored && !file.isGenerated && exposureOf(file) !== 'test';
    const isConfig = file.kind === 'config' && /application[\w-]*\.(?:ya?ml|properties)$/.test(file.path);
    if (!isOwn && !isManifest && !isConfig) continue;
    const readLength = () => files.text(file.path)?.length;
    const length = memo ? memo.lengthOf(file.path, readLength) : readLength();
    if (length === undefined || characters + length > MAX_READ_CHARACTERS) continue;
    characters += length;
    const search = isOwn
      ? searchOwn(() => viewOf({ files }, file))
      : searchPlain(() => files.text(file.path) ?? '');
    code.push(remembered(file.path, search, memo));
  }
  return {
    index,
    files,
    dependencies,
    findings,
    code,
    configs: (kind) => index.configs.filter((one) => one.kind === kind).map((one) => one.path),
    documents: (kind) => index.documents.filter((one) => one.kind === kind).map((one) => one.path),
  };
}

/** The line of a pattern's first match. */
type Search = (pattern: RegExp) => number | undefined;

function remembered(path: string, search: Search, memo: PlaceMemo | undefined): ProductionCode {
  return {
    path,
    placeOf(pattern) {
      const line = memo ? memo.lineOf(path, pattern, () => search(pattern)) : search(pattern);
      return line === undefined ? undefined : { line };
    },
  };
}

/** The view is created when it is first needed. */
function searchOwn(viewed: () => SourceView | undefined): Search {
  let view: SourceView | undefined;
  return (pattern) => {
    view ??= viewed();
    // Masking costs more than checking for a pattern that is not in the text.
    if (!view?.sketch.mayMatch(pattern)) return undefined;
    const at = view.withoutComments.search(pattern);
    return at < 0 ? undefined : view.lineAt(at);
  };
}

function searchPlain(read: () => string): Search {
  return (pattern) => {
    const text = read();
    const at = text.search(pattern);
    return at < 0 ? undefined : lineOf(text, at);
  };
}

/** Dockerfiles with their texts, with comments blanked. */
export function dockerfilesOf(facts: ReadinessFacts): { path: string; text: string }[] {
  return facts.configs('dockerfile').flatMap((path) => {
    const text = facts.files.text(path);
    return text === undefined ? [] : [{ path, text: text.replace(/^[^\S\n]*#.*$/gm, '') }];
  });
}

/** The text from the last FROM on. */
export function finalStage(text: string): string {
  const froms = [...text.matchAll(/^[^\S\n]*FROM\s/gim)];
  return text.slice(froms.at(-1)?.index ?? 0);
}

/** Whether lockfiles fix the versions of the dependencies in manifests. */
export function locked(facts: ReadinessFacts): CheckOutcome {
  const { lockfiles, manifests, unpinned, direct } = facts.dependencies;
  if (manifests.length + lockfiles.length === 0) return fail();
  if (direct === 0 && lockfiles.length === 0) return notApplicable;
  if (unpinned === 0) return pass(atTop(lockfiles.length > 0 ? lockfiles : manifests));
  return lockfiles.length > 0 ? partial(atTop(lockfiles)) : fail(atTop(manifests));
}
