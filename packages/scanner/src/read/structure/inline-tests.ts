/** Languages with tests in the file under test. */
export function mayHoldTests(language: string | null): boolean {
  return language === 'Rust';
}

const opened =
  /^([ \t]*)#\[cfg\((?:all\()?test\b[^\]\n]*\]\s*(?:#\[[^\]\n]*\]\s*)*(?:pub(?:\([^)\n]*\))?\s+)?mod\s+\w+\s*\{/gm;

/** Blanks the test modules in a text, so that every position keeps its line and column. */
export function withoutInlineTests(text: string, language: string | null): string {
  if (!mayHoldTests(language) || !text.includes('#[cfg(')) return text;
  let shown = '';
  let at = 0;
  for (const match of text.matchAll(opened)) {
    if (match.index < at) continue;
    const [whole, indent = ''] = match;
    const end = text.indexOf(`\n${indent}}`, match.index + whole.length);
    // If it is not formatted in the standard style, it is assumed to reach the end of the file.
    const next = end === -1 ? text.length : end + indent.length + 2;
    shown += text.slice(at, match.index) + text.slice(match.index, next).replace(/[^\r\n]/g, ' ');
    at = next;
  }
  return shown + text.slice(at);
}
