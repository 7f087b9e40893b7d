import type { SourceView } from '../../../rules/source-view.ts';

export const fixation = {
  id: 'access/session-fixation',
  over: 'withoutComments',
  impact: 'weakening',
  confidence: 0.5,
  source: 'code',
  cwe: ['CWE-384'],
  description: 'Whoever planted a session in the browser before is signed in with it too.',
} as const;

/** The text of the function around; of what stands before and after where there is none. */
export function bodyAround(view: SourceView, offset: number): string {
  const around = view.functionAt(view.lineAt(offset));
  return around
    ? view.linesOf(around, 'withoutComments')
    : view.withoutComments.slice(Math.max(0, offset - 2_000), offset + 500);
}
