import { type FileIr, placeOf } from '../ir/ir.ts';
import type { CodePlace, MisuseFinding, TaintFinding } from '../types/flow-findings.ts';
import type { Flow, Misuse } from './flow.ts';
import { cweOf } from './kinds.ts';
import type { Step } from './value.ts';

/** A flow as the index stores it. */
export function toFinding(flow: Flow, tests: ReadonlySet<string>): TaintFinding {
  const { taint } = flow;
  const steps: Step[] = [];
  for (let step = taint.step; step !== null; step = step.previous) steps.push(step);
  steps.reverse();
  const sourceFn = steps[0]?.fnId ?? flow.fn.id;
  const sink = codePlace(flow.file, flow.pos, flow.end);
  const places = distinctPlaces(
    steps.slice(1).map((step) => codePlace(step.file, step.pos, step.end)),
    sink,
  );
  const { source } = taint;
  const { passedAt } = flow;
  return {
    kind: flow.kind,
    cwe: cweOf[flow.kind],
    language: flow.file.language,
    sourceKind: source.kind,
    source: codePlace(source.file, source.pos, source.end),
    steps: places,
    sink,
    ...(passedAt !== null && { passedAt: codePlace(passedAt.file, passedAt.pos, passedAt.end) }),
    sinkName: flow.name,
    enclosingSymbol: flow.fn.qualified,
    sinkTokens: normalizeTokens(flow.file.text.slice(flow.pos, flow.end)),
    exposure: source.exposure,
    confidence: confidenceOf(flow, tests.has(flow.file.path)),
    crossesFunctions: steps.some((step) => step.fnId !== flow.fn.id) || sourceFn !== flow.fn.id,
    crossesFiles: steps.some((step) => step.file !== flow.file),
  };
}

function confidenceOf(flow: Flow, isTest: boolean): number {
  const base =
    flow.taint.source.exposure === 'external' ? 0.95 : flow.taint.source.exposure === 'local' ? 0.6 : 0.9;
  // Whoever runs the program may choose its files.
  const isHarmless = flow.taint.source.exposure === 'local' && /^(?:path|log|regex|ssrf)$/.test(flow.kind);
  const value = base * flow.taint.weight * (isTest ? 0.6 : 1) * (isHarmless ? 0.4 : 1);
  return Math.round(Math.max(0.05, Math.min(0.99, value)) * 100) / 100;
}

/** A call that is unsafe by its constants, as the index stores it. */
export function toMisuse(entry: Misuse, tests: ReadonlySet<string>): MisuseFinding {
  return {
    kind: entry.kind,
    cwe: entry.cwe ?? cweOf[entry.kind],
    language: entry.file.language,
    place: codePlace(entry.file, entry.pos, entry.end),
    api: entry.api,
    detail: entry.detail,
    enclosingSymbol: entry.fn.qualified,
    sinkTokens: normalizeTokens(entry.file.text.slice(entry.pos, entry.end)),
    confidence: Math.round(entry.confidence * (tests.has(entry.file.path) ? 0.6 : 1) * 100) / 100,
  };
}

function codePlace(file: FileIr, pos: number, end: number): CodePlace {
  const { line, column } = placeOf(file, pos);
  const last = placeOf(file, Math.max(pos, end - 1));
  const lineEnd = file.text.indexOf('\n', pos);
  const start = pos - column + 1;
  const text = file.text.slice(start, lineEnd === -1 ? file.text.length : lineEnd).trim();
  return { file: file.path, line, endLine: last.line, column, text: text.slice(0, 300) };
}

function distinctPlaces(places: CodePlace[], sink: CodePlace): CodePlace[] {
  const seen = new Set<string>([`${sink.file}:${sink.line}`]);
  const kept: CodePlace[] = [];
  for (const place of places) {
    const key = `${place.file}:${place.line}`;
    if (seen.has(key)) continue;
    seen.add(key);
    kept.push(place);
  }
  return kept.slice(-12);
}

/** Without layout, literals and variable names, so that the fingerprint survives renaming. */
function normalizeTokens(text: string): string {
  return text
    .slice(0, 600)
    .replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g, '§')
    .replace(/\b\d[\w.]*/g, '0')
    .replace(/(?<![.\w])[a-z_$][\w$]*(?!\s*[(\w])/g, '·')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200);
}

/** Sorts findings by file, line, column and kind. */
export function byPlace(a: TaintFinding, b: TaintFinding): number {
  if (a.sink.file !== b.sink.file) return a.sink.file < b.sink.file ? -1 : 1;
  return a.sink.line - b.sink.line || a.sink.column - b.sink.column || (a.kind < b.kind ? -1 : 1);
}
