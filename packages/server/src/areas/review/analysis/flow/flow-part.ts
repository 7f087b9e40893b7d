import { deepLanguages } from '../frontends/deep-languages.ts';
import { prepareLanguages } from '../frontends/lower-file.ts';
import { ImportResolver } from '../structure/resolve-imports.ts';
import { analyzeFlows, type FlowResult } from './analyze-flows.ts';
import { ApplicationSource, type FlowFile } from './application-source.ts';

/** What a thread needs to follow data through some of an application's files. Plain data. */
export interface FlowPart {
  files: FlowFile[];
  candidates: string[];
  settings: Map<string, string>;
  resolverTexts: Map<string, string>;
  fileBudgetMs: number;
}

export interface FlowPartResult extends FlowResult {
  unparsed: string[];
  withErrors: string[];
  parseMs: number;
}

export async function runFlowPart(
  part: FlowPart,
  shouldStop: () => boolean,
  textOf: (path: string) => string | null,
): Promise<FlowPartResult> {
  // A file may call into one of another language of its world: all that are there are made ready.
  const present = part.files.flatMap((file) =>
    file.language !== null && deepLanguages.has(file.language) && file.status !== 'skipped'
      ? [file.language]
      : [],
  );
  if (part.candidates.length > 0) await prepareLanguages(new Set(present));
  const source = new ApplicationSource({
    files: part.files,
    textOf,
    resolver: new ImportResolver(
      part.files.map((file) => file.path),
      (path) => part.resolverTexts.get(path),
    ),
    settings: part.settings,
    fileBudgetMs: part.fileBudgetMs,
  });
  const tests = new Set(part.files.filter((file) => file.isTest).map((file) => file.path));
  const result = await analyzeFlows(source, part.candidates, tests, {
    rootSteps: 60_000,
    fileSteps: 250_000,
    rootMs: part.fileBudgetMs,
    shouldStop,
  });
  return {
    ...result,
    unparsed: [...source.unparsed].sort(),
    withErrors: [...source.withErrors].sort(),
    parseMs: source.parsedMs,
  };
}
