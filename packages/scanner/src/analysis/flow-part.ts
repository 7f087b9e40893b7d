import { analyzeFlows } from '../flow/analyze-flows.ts';
import type { FlowResult } from '../flow/flow-work.ts';
import { toMisuse } from '../flow/found-flows.ts';
import { Ledger } from '../flow/ledger.ts';
import { Stale } from '../flow/stale.ts';
import type { FileIr, FunctionIr } from '../ir/ir.ts';
import { deepLanguages } from '../languages/frontend/deep-languages.ts';
import { prepareLanguages } from '../languages/frontend/lower-file.ts';
import { ImportResolver } from '../read/structure/resolve-imports.ts';
import type { EngineFault } from '../types/application-index.ts';
import type { MisuseFinding } from '../types/flow-findings.ts';
import { ApplicationSource } from './application-source.ts';
import { TracedSource } from './flow-trace.ts';
import type { FlowApplication, FlowPartResult, KnownPart } from './flow-work.ts';

/** How often a language's parser may crash in one application before the language is skipped. */
const MAX_ENDS = 3;

/** Follows data through the candidates; if a file crashes the parser, once more without that file. */
export async function runFlowPart(
  application: FlowApplication,
  candidates: readonly string[],
  shouldStop: () => boolean,
  textOf: (path: string) => string | null,
  known?: KnownPart,
): Promise<FlowPartResult> {
  const ended: EngineFault[] = [];
  let files = application.files;
  for (let ends = 1; ; ends++) {
    const part = ended.length === 0 ? known : undefined;
    const { result, endedAt } = await followKnown(
      { ...application, files },
      candidates,
      shouldStop,
      textOf,
      part,
    );
    if (endedAt === null) return { ...result, faults: [...ended, ...result.faults] };
    const left = files.filter(
      ({ path, language, status }) =>
        path === endedAt.path || (ends > MAX_ENDS && language === endedAt.language && status !== 'skipped'),
    );
    ended.push(...left.map(({ path }) => ({ ...endedAt.fault, path })));
    files = files.map((file) => (left.includes(file) ? { ...file, status: 'skipped' } : file));
  }
}

/** Reuses what is known from before; if it turns out to be invalid, runs once more with less of it. */
async function followKnown(
  application: FlowApplication,
  candidates: readonly string[],
  shouldStop: () => boolean,
  textOf: (path: string) => string | null,
  known: KnownPart | undefined,
): Promise<{ result: FlowPartResult; endedAt: ApplicationSource['endedAt'] }> {
  const source = sourceOf(application, textOf);
  try {
    const result = await followThrough(source, application, candidates, shouldStop, known);
    return { result, endedAt: source.endedAt };
  } catch (error) {
    if (!(error instanceof Stale) || known === undefined) throw error;
    const { work } = known;
    const less = work && { ...work, modules: new Map(), turns: new Map() };
    return followKnown(application, candidates, shouldStop, textOf, { ...known, work: less });
  }
}

export function sourceOf(
  application: FlowApplication,
  textOf: (path: string) => string | null,
): ApplicationSource {
  return new ApplicationSource({
    files: application.files,
    textOf,
    resolver: new ImportResolver(
      application.files.map((file) => file.path),
      (path) => application.resolverTexts.get(path),
    ),
    settings: application.settings,
    fileBudgetMs: application.fileBudgetMs,
  });
}

async function followThrough(
  source: ApplicationSource,
  application: FlowApplication,
  candidates: readonly string[],
  shouldStop: () => boolean,
  known: KnownPart | undefined,
): Promise<FlowPartResult> {
  // A file may call code of another language in the same world: all languages present are prepared.
  const present = application.files.flatMap((file) =>
    file.language !== null && deepLanguages.has(file.language) && file.status !== 'skipped'
      ? [file.language]
      : [],
  );
  if (candidates.length > 0) await prepareLanguages(new Set(present));
  const tests = new Set(application.files.filter((file) => file.isTest).map((file) => file.path));
  const questions = known?.flow.trace.questions ?? [];
  const traced = application.isTraced ? new TracedSource(source, questions) : undefined;
  const { reusedPieces, work, ...result } = await analyzeFlows(traced ?? source, candidates, tests, {
    rootSteps: 60_000,
    fileSteps: 250_000,
    rootMs: application.fileBudgetMs,
    withCallers: application.withCallers,
    shouldStop: () => source.endedAt !== null || shouldStop(),
    ...(traced && { remember: { ledger: ledgerOf(traced, source), known: known?.work, questions: traced } }),
  });
  const before = new Set([...(traced?.before ?? [])].filter((path) => !traced?.lowered.has(path)));
  const noted = [
    ...notedIn(source),
    ...(known?.flow.result.noted.filter(({ place }) => before.has(place.file)) ?? []),
  ];
  const withErrors = known?.flow.result.withErrors.filter((path) => before.has(path)) ?? [];
  return {
    ...result,
    ...(traced && isLasting(result, source) && { trace: traced.trace, ...(work && { work }) }),
    ...(reusedPieces !== undefined && { reusedPieces }),
    noted,
    misuse: [...result.misuse, ...noted].sort(byMisusePlace),
    faults: [...result.faults, ...source.faults],
    unparsed: [...source.unparsed].sort(),
    tooDeep: [...source.tooDeep].sort(),
    withErrors: [...new Set([...source.withErrors, ...withErrors])].sort(),
    parseMs: source.parsedMs,
  };
}

function ledgerOf(traced: TracedSource, source: ApplicationSource): Ledger {
  const ledger = new Ledger({
    likenessOf: (path) => source.likenessOf(path) ?? '',
    questionAt: (at) => JSON.stringify(traced.questions[at]),
  });
  traced.onAsked = (at) => ledger.asked(at);
  return ledger;
}

/** A stack overflow or a fault may not happen again. */
function isLasting(
  { faults }: FlowResult,
  { unparsed, tooDeep, faults: others }: ApplicationSource,
): boolean {
  return [faults.length, unparsed.size, tooDeep.size, others.length].every((count) => count === 0);
}

/** What a language's checks found in the syntax trees of the files that were read. */
function notedIn(source: ApplicationSource): MisuseFinding[] {
  return [...source.noted.values()].flatMap((file) =>
    (file.notes ?? []).map(({ kind, pos, end, api, confidence }) =>
      toMisuse(
        { kind, file, pos, end, api, detail: '', fn: functionAt(file, pos), confidence, cwe: undefined },
        new Set(),
      ),
    ),
  );
}

/** The innermost function around a position. */
function functionAt(file: FileIr, pos: number): FunctionIr {
  let found = file.top;
  for (const fn of file.functions)
    if (fn.pos <= pos && pos < fn.end && fn.end - fn.pos <= found.end - found.pos) found = fn;
  return found;
}

function byMisusePlace(a: MisuseFinding, b: MisuseFinding): number {
  if (a.place.file !== b.place.file) return a.place.file < b.place.file ? -1 : 1;
  return a.place.line - b.place.line || a.place.column - b.place.column || (a.kind < b.kind ? -1 : 1);
}
