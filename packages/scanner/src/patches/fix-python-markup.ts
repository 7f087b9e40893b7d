import type { Edit } from './edit.ts';
import { type ArgumentPlace, firstArgument, splitText } from './expression.ts';
import { textOf } from './fix-injection.ts';
import type { FixSite } from './fixer.ts';
import { ensurePythonImport } from './python-import.ts';

/** Escapes values where they are inserted into markup. */
export function fixXss(site: FixSite): Edit[] | undefined {
  if (site.language !== 'Python') return undefined;
  const argument =
    firstArgument(site, /\b(?:make_response|Response|HttpResponse|Markup|render_template_string)\s*\(/) ??
    returned(site);
  const holder = argument && textOf(site, argument);
  const parts = holder && splitText(holder.text, true);
  if (
    !holder ||
    !parts ||
    parts.literals.join('').trim() === '' ||
    /["\\\n]/.test([...parts.literals, ...parts.values].join(''))
  )
    return undefined;
  if (parts.literals.some((literal) => /[{}]/.test(literal))) return undefined;
  // A variable of the same name would hide the module.
  if (/^[^\S\n]*(?:html\b[^=\n]*=[^=]|def \w+\([^)]*\bhtml\b)/m.test(site.text)) return undefined;
  const text = parts.literals
    .map(
      (literal, index) =>
        literal + (index < parts.values.length ? `{html.escape(str(${parts.values[index]}))}` : ''),
    )
    .join('');
  return [
    { file: site.finding.file, start: holder.start, end: holder.end, replacement: `f"${text}"` },
    ...ensurePythonImport(site, 'import html', /^[^\S\n]*import\s(?:[\w, ]+,)?\s*html\b/m),
  ];
}

function returned(site: FixSite): ArgumentPlace | undefined {
  const match = /^[^\S\n]*return\s+([^\n]+?)\s*$/m.exec(site.code);
  if (!match || match.index > 0) return undefined;
  const [statement, text = ''] = match;
  const start = site.start + statement.indexOf(text);
  const end = start + text.length;
  return { open: start, close: end, start, end, text };
}

/** Parses XML with a parser that does not resolve entities. */
export function fixXxe(site: FixSite): Edit[] | undefined {
  if (site.language !== 'Python' || !/\blxml\b/.test(site.text)) return undefined;
  const call = /\b((?:lxml\.)?etree)\.(?:parse|fromstring|XML)\s*\(/;
  const match = call.exec(site.code);
  const argument = firstArgument(site, call);
  if (!match || !argument || argument.end !== argument.close) return undefined;
  const parser = `, ${match[1]}.XMLParser(resolve_entities=False, no_network=True)`;
  return [{ file: site.finding.file, start: argument.end, end: argument.end, replacement: parser }];
}
