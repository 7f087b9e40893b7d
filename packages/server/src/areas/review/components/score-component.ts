import type { ApplicationIndex, IndexedFile } from '@trivium/scanner';
import type { ComponentDraft } from './component-draft.ts';
import type { FoundComponent } from './found-component.ts';

type Factors = FoundComponent['scoreFactors'];
type Measured = Pick<
  FoundComponent,
  'scoreFactors' | 'linesCode' | 'hasTests' | 'hasDocs' | 'inCycle' | 'lineCoverage' | 'testToCodeRatio'
>;

/** Weights of the factors in the reusability score; they sum to 1. */
const WEIGHTS: Record<keyof Factors, number> = {
  isolation: 0.25,
  apiClarity: 0.2,
  tests: 0.2,
  docs: 0.15,
  simplicity: 0.1,
  adoption: 0.1,
};

export function weighFactors(factors: Factors): number {
  const names = Object.keys(WEIGHTS) as (keyof Factors)[];
  return Math.round(names.reduce((sum, name) => sum + factors[name] * WEIGHTS[name], 0));
}

/** How easily a component could be extracted and used elsewhere, per factor, each 0 to 100. */
export function scoreComponent(
  draft: ComponentDraft,
  index: ApplicationIndex,
  cyclic: ReadonlySet<string>,
): Measured {
  const linesCode = sumLines(draft.code);
  const testLines = sumLines(draft.tests);
  const testToCodeRatio = linesCode === 0 ? 0 : Number((testLines / linesCode).toFixed(3));
  const inCycle = draft.code.some(({ path }) => cyclic.has(path));
  const lineCoverage = coverageOf(draft, index);
  const hasReadme = index.documents.some(
    ({ kind, path }) => kind === 'readme' && folderOf(path) === draft.path,
  );
  const documented = documentedShare(draft.code);
  const hasTests = draft.tests.some(({ testCases }) => testCases.length > 0);
  return {
    scoreFactors: {
      isolation: bounded(100 - draft.internal.size * 12 - draft.external.size * 2 - (inCycle ? 30 : 0)),
      apiClarity: apiClarity(draft.code),
      tests: hasTests ? bounded(lineCoverage ?? testToCodeRatio * 200) : 0,
      docs: bounded((hasReadme ? 40 : 0) + documented * 60),
      simplicity: simplicity(draft.code),
      adoption: adoption(draft.dependents.size),
    },
    linesCode,
    hasTests,
    hasDocs: hasReadme || documented >= 0.5,
    inCycle,
    lineCoverage,
    testToCodeRatio,
  };
}

/**
 * A few documented exports with few parameters are easy to use; if everything is exported, there is no
 * interface.
 */
function apiClarity(code: readonly IndexedFile[]): number {
  const exported = code.flatMap(({ exports }) => exports);
  if (exported.length === 0) return 0;
  const functions = code.flatMap((file) => file.functions);
  const open = functions.filter(({ isExported }) => isExported);
  const small = open.length === 0 ? 1 : open.filter(({ parameters }) => parameters <= 4).length / open.length;
  const hidden = functions.length === 0 ? 1 : 1 - open.length / functions.length;
  return bounded(documentedShare(code) * 40 + small * 30 + Math.min(hidden * 2, 1) * 30);
}

function simplicity(code: readonly IndexedFile[]): number {
  const functions = code.flatMap((file) => file.functions);
  if (functions.length === 0) return 100;
  const average = functions.reduce((sum, { cyclomatic }) => sum + cyclomatic, 0) / functions.length;
  const complex = functions.filter(({ cyclomatic }) => cyclomatic > 10).length / functions.length;
  return bounded(100 - (average - 1) * 8 - complex * 100);
}

function adoption(dependents: number): number {
  return dependents === 0 ? 0 : bounded(25 + dependents * 15);
}

function documentedShare(code: readonly IndexedFile[]): number {
  const exported = code.flatMap(({ exports }) => exports);
  return exported.length === 0 ? 0 : exported.filter(({ hasDoc }) => hasDoc).length / exported.length;
}

function coverageOf(draft: ComponentDraft, { coverage }: ApplicationIndex): number | null {
  if (coverage === null) return null;
  const own = new Map(draft.code.map((file) => [file.path, file.lines.code]));
  let covered = 0;
  let lines = 0;
  for (const { path, linePercent } of coverage.files) {
    const count = own.get(path);
    if (count === undefined) continue;
    covered += linePercent * count;
    lines += count;
  }
  return lines === 0 ? null : Number((covered / lines).toFixed(1));
}

function sumLines(files: readonly IndexedFile[]): number {
  return files.reduce((sum, { lines }) => sum + lines.code, 0);
}

function bounded(score: number): number {
  return Math.round(Math.min(Math.max(score, 0), 100));
}

/** The folder of a path; empty for the root. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}
