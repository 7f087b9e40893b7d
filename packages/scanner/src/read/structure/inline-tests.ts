/** Languages whose tests stand in the file that they test. */
export function mayHoldTests(language: string | null): boolean {
  return language === 'Rust';
}

const opened =
  /^([ \t]*)#\[cfg\((?:all\()?test\b[^\]\n]*\]\s*(?:#\[[^\]\n]*\]\s*)*(?:pub(?:\([^)\n]*\))?\s+)?mod\s+\w+\s*\{/gm;

/** The text with blanks where its modules of tests stand, so that every place keeps its line and column. */
export function withoutInlineTests(text: string, language: string | null): string {
  if (!mayHoldTests(language) || !text.includes('#[cfg(')) return text;
  let shown = '';
  let at = 0;
  for (const match of text.matchAll(opened)) {
    if (match.index < at) continue;
    const [whole, indent = ''] = match;
    const end = text.indexOf(`\n${indent}}`, match.index + whole.length);
    // Where it is not laid out as the formatter does, it is taken to go to the end of the file.
    const next = end === -1 ? text.length : end + indent.length + 2;
    shown += text.slice(at, match.index) + text.slice(match.index, next).replace(/[^\r\n]/g, ' ');
    at = next;
  }
  return shown + text.slice(at);
}
