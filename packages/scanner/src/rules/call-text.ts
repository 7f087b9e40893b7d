import type { SourceView } from './source-view.ts';

const MAX_CALL_LENGTH = 2_000;

/** The text between the first parenthesis after an offset and the closing one, without comments. */
export function callText(view: SourceView, offset: number): string {
  const open = view.code.indexOf('(', offset);
  if (open < 0) return '';
  let depth = 0;
  const end = Math.min(view.code.length, open + MAX_CALL_LENGTH);
  for (let at = open; at < end; at++) {
    const char = view.code.charAt(at);
    if (char === '(') depth++;
    else if (char === ')' && --depth === 0) return view.withoutComments.slice(open + 1, at);
  }
  return view.withoutComments.slice(open + 1, end);
}
