import type { FindingDraft } from './finding-draft.ts';
import type { SourceView } from './source-view.ts';

/**
 * Escapes a name, or the text of a group, for a regular expression. Unlike with `RegExp.escape`, a name stays
 * unchanged, so that it can also be searched for as text.
 */
export function plain(name = ''): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The enclosing function with its head, up to the match. */
export function bodyBefore(match: RegExpMatchArray, view: SourceView): string {
  const offset = match.index ?? 0;
  const around = view.functionAt(view.lineAt(offset));
  const start = around ? view.offsetOf(around.line) : Math.max(0, offset - 2_000);
  return view.code.slice(start, offset + match[0].length);
}

/** The enclosing function after the match. */
export function bodyAfter(match: RegExpMatchArray, view: SourceView): string {
  const start = (match.index ?? 0) + match[0].length;
  return view.code.slice(start, endOfFunction(view, start));
}

/** The function around a match. */
export function wholeBody(match: RegExpMatchArray, view: SourceView): string {
  const around = view.functionAt(view.lineAt((match.index ?? 0) + match[0].length - 1));
  return around ? view.linesOf(around, 'code') : '';
}

/** The first match of a pattern in a function whose body should be reported. */
export function firstInFunction(
  view: SourceView,
  pattern: RegExp,
  isTold: (body: string) => boolean,
): Partial<FindingDraft> | false {
  for (const found of view.code.matchAll(pattern)) {
    const line = view.lineAt(found.index);
    const around = view.functionAt(line);
    if (!around) continue;
    const body = view.linesOf(around, 'code');
    if (isTold(body)) return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
  }
  return false;
}

export function endOfFunction(view: SourceView, offset: number): number {
  const around = view.functionAt(view.lineAt(offset));
  return Math.min(around ? view.offsetOf(around.endLine + 1) : offset + 1_500, offset + 6_000);
}

/** The place of a finding at this distance after the end of the match (0: at its last character). */
export function fromLast(match: RegExpMatchArray, view: SourceView, behind: number): Partial<FindingDraft> {
  const line = view.lineAt((match.index ?? 0) + match[0].length + behind - (behind === 0 ? 1 : 0));
  return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
}

export type FaultDraft = Pick<
  FindingDraft,
  'ruleId' | 'subject' | 'impact' | 'confidence' | 'cwe' | 'description' | 'recommendation'
>;

/** A finding for a fault at a place in the code. */
export function draftAt(view: SourceView, offset: number, told: FaultDraft): FindingDraft {
  const line = view.lineAt(offset);
  return {
    exposure: view.exposure,
    file: view.path,
    line,
    column: view.columnAt(offset),
    snippet: view.lineText(line),
    source: 'code',
    symbol: view.symbolAt(line),
    ...told,
  };
}
