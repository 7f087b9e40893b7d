import type { ApplicationIndex, ComplexityTotals, LanguageTotals } from '../../types/application-index.ts';
import type { FunctionFact, IndexedFile } from '../../types/file-facts.ts';

export function sumLanguages(files: readonly IndexedFile[]): {
  languages: LanguageTotals[];
  primaryLanguage: string | null;
} {
  const totals = new Map<string, LanguageTotals & { isCode: boolean }>();
  for (const file of files) {
    if (file.language === null || file.isVendored || file.isGenerated || file.kind === 'binary') continue;
    let entry = totals.get(file.language);
    if (entry === undefined) {
      entry = {
        name: file.language,
        files: 0,
        linesCode: 0,
        linesComment: 0,
        linesBlank: 0,
        bytes: 0,
        percent: 0,
        isCode: file.kind === 'code',
      };
      totals.set(file.language, entry);
    }
    entry.files++;
    entry.linesCode += file.lines.code;
    entry.linesComment += file.lines.comment;
    entry.linesBlank += file.lines.blank;
    entry.bytes += file.sizeBytes;
  }
  const list = [...totals.values()].sort((a, b) => b.linesCode - a.linesCode || (a.name < b.name ? -1 : 1));
  const codeBytes = list.reduce((sum, entry) => sum + (entry.isCode ? entry.bytes : 0), 0);
  for (const entry of list)
    entry.percent = entry.isCode && codeBytes > 0 ? Math.round((entry.bytes / codeBytes) * 10_000) / 100 : 0;
  return {
    languages: list.map(({ isCode: _, ...entry }) => entry),
    primaryLanguage: list.find((entry) => entry.isCode && entry.linesCode > 0)?.name ?? null,
  };
}

export function sumComplexity(files: readonly IndexedFile[]): ComplexityTotals {
  const all: { file: string; fact: FunctionFact }[] = [];
  for (const file of files)
    if (!file.isTest) for (const fact of file.functions) all.push({ file: file.path, fact });
  const cyclomatic = all.map(({ fact }) => fact.cyclomatic).sort((a, b) => a - b);
  const cognitive = all.map(({ fact }) => fact.cognitive).sort((a, b) => a - b);
  const worst = [...all].sort(
    (a, b) =>
      b.fact.cognitive + b.fact.cyclomatic - a.fact.cognitive - a.fact.cyclomatic ||
      (a.file < b.file ? -1 : a.file > b.file ? 1 : a.fact.line - b.fact.line),
  );
  return {
    functions: all.length,
    cyclomatic: {
      avg: mean(cyclomatic),
      median: at(cyclomatic, 0.5),
      p95: at(cyclomatic, 0.95),
      max: cyclomatic.at(-1) ?? 0,
    },
    cognitive: { avg: mean(cognitive), p95: at(cognitive, 0.95), max: cognitive.at(-1) ?? 0 },
    nestingMax: all.reduce((max, { fact }) => Math.max(max, fact.nesting), 0),
    functionsOver10: cyclomatic.filter((value) => value > 10).length,
    functionsOver20: cyclomatic.filter((value) => value > 20).length,
    maintainabilityIndex: maintainability(all.map(({ fact }) => fact)),
    hotspots: worst.slice(0, 20).map(({ file, fact }) => ({
      file,
      line: fact.line,
      endLine: fact.endLine,
      function: fact.name,
      cyclomatic: fact.cyclomatic,
      cognitive: fact.cognitive,
    })),
  };
}

export function sumTests(files: readonly IndexedFile[], frameworks: Set<string>): ApplicationIndex['tests'] {
  let testLines = 0;
  let codeLines = 0;
  for (const file of files) {
    if (file.kind !== 'code' || file.status === 'skipped') continue;
    const { code } = file.lines;
    const inTests = file.isTest
      ? code
      : Math.min(
          code,
          file.testCases.reduce((sum, { line, endLine }) => sum + endLine - line + 1, 0),
        );
    testLines += inTests;
    codeLines += code - inTests;
  }
  return {
    frameworks: [...frameworks].sort(),
    files: files.filter((file) => file.testCases.length > 0).length,
    cases: files.reduce((sum, file) => sum + file.testCases.length, 0),
    testToCodeRatio: codeLines === 0 ? 0 : Math.round((testLines / codeLines) * 1000) / 1000,
  };
}

/**
 * Mean over functions of the index of Oman and Hagemeister, scaled to 0 to 100, with the volume estimated
 * from the lines (Halstead's volume grows by about 30 bits a line).
 */
function maintainability(functions: readonly FunctionFact[]): number | null {
  if (functions.length === 0) return null;
  let sum = 0;
  for (const { linesCode, cyclomatic } of functions) {
    const lines = Math.max(1, linesCode);
    const raw = 171 - 5.2 * Math.log(lines * 30) - 0.23 * cyclomatic - 16.2 * Math.log(lines);
    sum += Math.max(0, Math.min(100, (raw * 100) / 171));
  }
  return Math.round((sum / functions.length) * 10) / 10;
}

function mean(values: readonly number[]): number {
  return values.length === 0
    ? 0
    : Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 100) / 100;
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
