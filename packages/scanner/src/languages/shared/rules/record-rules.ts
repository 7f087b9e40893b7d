import type { SourceView } from '../../../rules/source-view.ts';

/** Values that may be used only once. */
export const spent =
  '(?:used|redeemed|claimed|consumed|spent|balance|stock|quantity|credits?|remaining|available|seats|inventory|usesLeft|uses_left|points)';
export const raced = {
  id: 'reliability/check-then-change',
  impact: 'weakening',
  confidence: 0.5,
  cwe: ['CWE-362', 'CWE-367'],
  source: 'code',
  over: 'code',
  description: 'Two requests at once both pass the check, and both change the record.',
  recommendation:
    'Make the check part of the statement that changes it, or lock the row within a transaction.',
} as const;

export const locked =
  /transaction|\block\b|LOCK|[fF]or_?[uU]pdate|mutex|serializable|isolation|\bversion\b|optimistic|\bF\s*\(|atomic|\bredlock|[aA]cquire|updateMany/;

export function rest(view: SourceView, at: number): string {
  const around = view.functionAt(view.lineAt(at));
  return view.code.slice(at, around ? view.offsetOf(around.endLine + 1) : at + 2_000);
}

export function wholeBody(view: SourceView, at: number): string {
  const around = view.functionAt(view.lineAt(at));
  return view.code.slice(
    around ? view.offsetOf(around.line) : Math.max(0, at - 1_500),
    around ? view.offsetOf(around.endLine + 1) : at + 1_500,
  );
}
