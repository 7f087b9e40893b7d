import type { SourceView } from '../../../rules/source-view.ts';

export const fixation = {
  id: 'access/session-fixation',
  over: 'withoutComments',
  impact: 'weakening',
  confidence: 0.5,
  source: 'code',
  cwe: ['CWE-384'],
  description: 'An attacker who planted a session id in the browser earlier is signed in with it too.',
} as const;

/** The text of the enclosing function; if there is none, the text before and after the offset. */
export function bodyAround(view: SourceView, offset: number): string {
  const around = view.functionAt(view.lineAt(offset));
  return around
    ? view.linesOf(around, 'withoutComments')
    : view.withoutComments.slice(Math.max(0, offset - 2_000), offset + 500);
}
