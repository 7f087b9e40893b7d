import type { SourceView } from '../../../rules/source-view.ts';

/** The line that encrypts with the nonce, found by its name; otherwise the line that defines it. */
export function whereUsed(
  match: RegExpMatchArray,
  view: SourceView,
): true | { line: number; snippet: string } {
  const name = /^\w+(?=\s*=)/.exec(match[0])?.[0];
  if (name === undefined) return true;
  const from = (match.index ?? 0) + match[0].length;
  const use = new RegExp(
    String.raw`\bcreateCipheriv\s*\([^;]{0,120}\b${name}\b|\.encrypt\s*\(\s*(?:self\.)?${name}\s*,|\biv\s*:\s*(?:this\.)?${name}\b`,
  ).exec(view.withoutComments.slice(from));
  if (use === null) return true;
  const line = view.lineAt(from + use.index);
  return { line, snippet: view.lineText(line) };
}
