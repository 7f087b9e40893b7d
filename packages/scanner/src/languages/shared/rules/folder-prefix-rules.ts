import { jsLanguages, type SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

/** A name, a member or a call without nested calls. */
const operand = String.raw`([\w$.@]{1,80}(?:\([^()\n]{0,100}\))?)`;
/** The comparison refuses something or is returned. One that only trims a text is no check. */
const decides = String.raw`(?:!\s{0,5}|\bnot\s{1,5}|\bunless\s{1,5}|\breturn\s{1,5})`;

/** How a language checks the beginning of a text, and which calls return a full path without a separator at the end. */
interface Form {
  languages: readonly string[];
  asks: string;
  whole: RegExp;
}

const asMethod = (method: string) => String.raw`${operand}\.${method}\s{0,5}\(\s{0,5}${operand}\s{0,5}[,)]`;

const forms: readonly Form[] = [
  {
    languages: ['Java', 'Kotlin'],
    asks: asMethod('startsWith'),
    whole: /\.(?:getCanonicalPath|getAbsolutePath)\(\)|\.canonicalPath\b|\.absolutePath\b/,
  },
  { languages: ['C#'], asks: asMethod('StartsWith'), whole: /\bPath\.GetFullPath\s*\(/ },
  {
    languages: [...jsLanguages],
    asks: asMethod('startsWith'),
    whole: /\bpath\.resolve\s*\(|\brealpath(?:Sync)?\s*\(/,
  },
  {
    languages: ['Python'],
    asks: asMethod('startswith'),
    whole: /\bpath\.(?:abspath|realpath|normpath)\s*\(/,
  },
  {
    languages: ['Ruby'],
    asks: asMethod(String.raw`start_with\?`),
    whole: /\bFile\.(?:expand_path|realpath)\b/,
  },
  {
    languages: ['Go'],
    asks: String.raw`\bstrings\.HasPrefix\(\s{0,5}${operand}\s{0,5},\s{0,5}${operand}\s{0,5}\)`,
    whole: /\bfilepath\.(?:Abs|Clean|Join|EvalSymlinks)\(/,
  },
  {
    languages: ['PHP'],
    asks: String.raw`\bstr_starts_with\(\s{0,5}${operand}\s{0,5},\s{0,5}${operand}\s{0,5}\)`,
    whole: /\brealpath\s*\(/,
  },
];

/** Checks whether a file is below a folder that only compare the text of the two paths. */
export const folderPrefixRules: readonly TextRule[] = forms.map(({ languages, asks, whole }) => ({
  id: 'access/folder-prefix',
  languages,
  impact: 'weakening',
  confidence: 0.75,
  source: 'code',
  cwe: ['CWE-22', 'CWE-187'],
  description:
    'Both paths are compared as text, and the folder has no separator at its end: a file in `/data-old` passes as one in `/data`.',
  recommendation: 'Compare with the folder and a separator after it, or compare the parts of the paths.',
  pattern: new RegExp(decides + asks, 'g'),
  over: 'code',
  refine: (match, view) => comparesWhole(match, view, whole),
}));

/**
 * Whether the folder comes from a call that leaves no separator at the end, the file is a full path, and nothing adds
 * a separator.
 */
function comparesWhole(match: RegExpMatchArray, view: SourceView, whole: RegExp): boolean {
  const [, file = '', folder = ''] = match;
  const before = view.code.slice(Math.max(0, (match.index ?? 0) - 3_000), match.index);
  const root = lastValue(folder, before);
  return (
    whole.test(lastValue(file, before)) &&
    whole.test(root) &&
    !ends.test(root) &&
    !addsSeparator(folder, before)
  );
}

/** Something is appended to the folder. */
const ends = /\+|\s\.\s|separator|\bsep\b/i;

/** The last value assigned to a name, or the operand itself if it is a call. */
function lastValue(operand: string, before: string): string {
  if (!/^[\w$@]+$/.test(operand)) return operand;
  const name = operand.replaceAll('$', String.raw`\$`);
  const given = new RegExp(String.raw`(?<![\w$.])${name}(?:\s*,\s*\w+)?\s*:?=(?!=)([^;\n]{1,200})`, 'g');
  return [...before.matchAll(given)].at(-1)?.[1] ?? '';
}

function addsSeparator(folder: string, before: string): boolean {
  const name = folder.replace(/\(.*$/s, '').replaceAll('$', String.raw`\$`);
  return new RegExp(
    String.raw`(?<![\w$.])${name}(?:\s*(?:\+|\.)=|\.(?:endsWith|EndsWith|endswith|end_with\?)|\s*,\s*(?:string\(|"|'|File\.|filepath\.))`,
  ).test(before);
}
