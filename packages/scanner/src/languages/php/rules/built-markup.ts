import type { FindingDraft } from '../../../rules/finding-draft.ts';
import type { SourceView } from '../../../rules/source-view.ts';

const input = String.raw`\$_(?:GET|POST|REQUEST|COOKIE)\s*\[[^\]\n]{1,80}\]`;
const madeSafe =
  /htmlspecialchars|htmlentities|strip_tags|intval|floatval|\(int\)|\(float\)|filter_var|filter_input|urlencode|rawurlencode|json_encode|esc_\w+|number_format|md5|sha1|hash\(|count\(|strlen|isset|empty|in_array|is_numeric|prepare/i;
const escapesQuotes =
  /\b(?:mysqli?_(?:real_)?escape_string|addslashes|pg_escape_string|sqlite_escape_string|real_escape_string|escapeString)\s*\(/;
const MAX_PER_FILE = 20;

/**
 * Texts that PHP pages concatenate and pass on: markup with input, printed by the page that includes this file, and
 * statements with a value that is escaped for missing quotes.
 */
export function builtMarkup(view: SourceView): FindingDraft[] {
  if (view.file.language !== 'PHP' || view.exposure !== 'external') return [];
  if (!/\$_(?:GET|POST|REQUEST|COOKIE)/.test(view.text)) return [];
  const code = view.withoutComments;
  const names = assignedFromInput(code);
  const drafts: FindingDraft[] = [];
  for (const match of code.matchAll(/\$\w+(?:\[[^\]\n]{1,40}\])?\s*\.?=(?![=>])\s*([^;]{1,600});/g)) {
    const text = match[1] ?? '';
    if (drafts.length >= MAX_PER_FILE) break;
    const line = view.lineAt(match.index + placeIn(match[0], [...names.plain, ...names.escaped]));
    if (
      /<[a-z]\w*[\s>/]/i.test(text) &&
      /["']/.test(text) &&
      hasInput(text, names.plain) &&
      !madeSafe.test(text)
    )
      drafts.push(markupDraft(view, line));
    const loose = names.escaped.find((name) => isUnquoted(text, name));
    if (loose !== undefined) drafts.push(statementDraft(view, line, loose));
  }
  return drafts;
}

interface Names {
  /** Hold unescaped input, or input with some characters removed. */
  plain: string[];
  /** Hold input with escaped quotes. */
  escaped: string[];
}

function assignedFromInput(code: string): Names {
  const plain = new Set<string>();
  const escaped = new Set<string>();
  for (const match of code.matchAll(/\$(\w+)\s*=(?![=>])\s*([^;]{1,400});/g)) {
    const [, name = '', value = ''] = match;
    const isInput =
      new RegExp(input).test(value) || [...plain, ...escaped].some((one) => mentions(value, one));
    if (!isInput) continue;
    plain.delete(name);
    escaped.delete(name);
    if (escapesQuotes.test(value) || (mentionsAny(value, escaped) && !madeSafe.test(value)))
      escaped.add(name);
    else if (!madeSafe.test(value) && !/->|\bnew\b|query|SELECT\b|INSERT\b|UPDATE\b|exec\(/i.test(value))
      plain.add(name);
  }
  return { plain: [...plain], escaped: [...escaped] };
}

function mentions(text: string, name: string): boolean {
  return new RegExp(String.raw`\$\{?${name}\b`).test(text);
}

function mentionsAny(text: string, names: ReadonlySet<string>): boolean {
  return [...names].some((name) => mentions(text, name));
}

function hasInput(text: string, names: readonly string[]): boolean {
  // A condition on a value (`$_GET['x'] == 1 ? …`) does not insert it into the text.
  const put = new RegExp(String.raw`(?:\.\s*|\{)${input}|${input}\s*\.`);
  return (
    put.test(text) ||
    names.some((name) =>
      new RegExp(String.raw`(?:\.\s*|\{|["'][^"']*)\$${name}\b(?!\s*(?:==|\?|\[))`).test(text),
    )
  );
}

function isUnquoted(text: string, name: string): boolean {
  return (
    /\b(?:SELECT|UPDATE|DELETE|INSERT)\b/i.test(text) &&
    new RegExp(
      String.raw`(?:=|\bIN\s*\(|\bLIMIT|\bBY|,)\s*(?:\{\$${name}\}|\$${name}\b|"\s*\.\s*\$${name}\b)(?!\s*['"]\s*['"])`,
      'i',
    ).test(text)
  );
}

/** The offset of the first request value in a statement. */
function placeIn(statement: string, names: readonly string[]): number {
  const from = statement.indexOf('=') + 1;
  const value = statement.slice(from);
  const at = value.search(new RegExp([input, ...names.map((name) => String.raw`\$\{?${name}\b`)].join('|')));
  return from + Math.max(0, at);
}

function markupDraft(view: SourceView, line: number): FindingDraft {
  return {
    ruleId: 'injection/xss',
    impact: 'disclosure',
    exposure: 'external',
    confidence: 0.65,
    cwe: ['CWE-79', 'CWE-80', 'CWE-116'],
    file: view.path,
    line,
    snippet: view.lineText(line),
    description:
      'The text is markup and contains a value from the request; when it is printed, a script in the value runs.',
    recommendation: 'Wrap the value in htmlspecialchars( … , ENT_QUOTES).',
    source: 'code',
    symbol: view.symbolAt(line),
  };
}

function statementDraft(view: SourceView, line: number, name: string): FindingDraft {
  return {
    ruleId: 'injection/sql',
    subject: `$${name} without quotation marks`,
    impact: 'takeover',
    exposure: 'external',
    confidence: 0.7,
    cwe: ['CWE-89'],
    file: view.path,
    line,
    snippet: view.lineText(line),
    description:
      'Escaping protects only values inside quotation marks; here a value can change the statement without any.',
    recommendation: 'Pass the value as a parameter of a prepared statement.',
    source: 'code',
    symbol: view.symbolAt(line),
  };
}
