import { indentOf } from '../read/indent-of.ts';

const asksForIt =
  /\b(?:el)?if\b.*(?:insecure|ignore\w*(?:tls|ssl|cert)|skip\w*verif|no_?verify|allow\w*(?:self_?signed|invalid\w*cert))/i;
const MAX_LINES_ABOVE = 25;

/** Whether a line is below an `if` on a setting that disables a check (`if (ignoreTlsErrors) {`). */
export function isBelowSwitch(text: string, offset: number): boolean {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  let indent = indentOf(text.slice(start, end < 0 ? text.length : end));
  for (const line of text.slice(0, start).split('\n').slice(-MAX_LINES_ABOVE).reverse()) {
    if (line.trim() === '' || indentOf(line) >= indent) continue;
    indent = indentOf(line);
    if (asksForIt.test(line)) return true;
  }
  return false;
}
