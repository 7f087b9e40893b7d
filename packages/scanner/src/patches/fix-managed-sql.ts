import type { Edit } from './edit.ts';
import { type ArgumentPlace, firstArgument, splitText } from './expression.ts';
import type { FixSite } from './fixer.ts';

/** Replaces the values in the text of a query in Java, Kotlin, Go, C# or Ruby with parameters. */
export function fixManagedSql(site: FixSite): Edit[] | undefined {
  switch (site.language) {
    case 'Java':
    case 'Kotlin':
      return fixTemplate(site) ?? fixEntityQuery(site);
    case 'Go':
      return fixGo(site);
    case 'C#':
      return fixInterpolated(site);
    case 'Ruby':
      return fixCondition(site);
    default:
      return undefined;
  }
}

interface Parts {
  literals: string[];
  values: string[];
}

/** A concatenation that starts with a double-quoted string. */
function sumOf(argument: ArgumentPlace | undefined): Parts | undefined {
  if (!argument?.text.startsWith('"') || /\n|'''|"""/.test(argument.text)) return undefined;
  return splitText(argument.text, false);
}

/**
 * The text with a placeholder for each value; undefined if a quoted string has more than the value, or a value is not
 * allowed there.
 */
function withMarks({ literals }: Parts, mark: (at: number) => string, areTexts = false): string | undefined {
  // Existing bound values would have to keep their order.
  if (/[?$]|:\w/.test(literals.join(''))) return undefined;
  const [first = '', ...later] = literals;
  let before = first;
  let text = '';
  for (const [at, after] of later.entries()) {
    const isQuoted = before.endsWith("'") && after.startsWith("'");
    // A string inserted without quotes would be a number to the database.
    if (areTexts && !isQuoted) return undefined;
    if (!isQuoted && (/['%]$/.test(before) || /^['%]/.test(after))) return undefined;
    // Table and column names cannot be bound.
    if (!/(?:[=<>(,]|\b(?:like|in|values|limit|offset|and|between))\s*'?$/i.test(before)) return undefined;
    text += (isQuoted ? before.slice(0, -1) : before) + mark(at);
    before = isQuoted ? after.slice(1) : after;
  }
  text += before;
  return /['`\\"]/.test(text) || !/^\s*(?:select|insert|update|delete|with|from)\b/i.test(text)
    ? undefined
    : text;
}

const replace = (site: FixSite, start: number, end: number, replacement: string): Edit => ({
  file: site.finding.file,
  start,
  end,
  replacement,
});

/** Spring: the values come after all other arguments. */
function fixTemplate(site: FixSite): Edit[] | undefined {
  const argument = firstArgument(
    site,
    /\b\w*[jJ]dbc\w*\s*\.\s*(?:query|queryForObject|queryForList|queryForMap|queryForRowSet|update)\s*\(/,
  );
  const parts = sumOf(argument);
  const text = parts && withMarks(parts, () => '?', true);
  if (!argument || !parts || text === undefined) return undefined;
  // There already is an array of values.
  if (/\bnew\s+Object\s*\[|\barrayOf\b/.test(site.text.slice(argument.end, argument.close))) return undefined;
  return [
    replace(site, argument.start, argument.end, `"${text}"`),
    replace(site, argument.close, argument.close, `, ${parts.values.join(', ')}`),
  ];
}

/** JPA: sets each value on the created query. */
function fixEntityQuery(site: FixSite): Edit[] | undefined {
  const argument = firstArgument(site, /\.\s*create(?:Native)?Query\s*\(/);
  const parts = sumOf(argument);
  const text = parts && withMarks(parts, (at) => `?${at + 1}`, true);
  if (!argument || !parts || text === undefined) return undefined;
  const set = parts.values.map((value, at) => `.setParameter(${at + 1}, ${value})`).join('');
  return [
    replace(site, argument.start, argument.end, `"${text}"`),
    replace(site, argument.close + 1, argument.close + 1, set),
  ];
}

/** database/sql: `Query("…" + id)` and `Query(fmt.Sprintf("…%s", id))`. */
function fixGo(site: FixSite): Edit[] | undefined {
  const argument = firstArgument(site, /\.(?:Query|QueryRow|Exec)\s*\(/);
  if (!argument || argument.end !== argument.close) return undefined;
  const isFormatted = argument.text.startsWith('fmt.Sprintf');
  // In Go, an unused import is an error.
  if (isFormatted && site.text.split('fmt.').length < 3) return undefined;
  const parts = isFormatted ? formatOf(argument.text) : sumOf(argument);
  const isPostgres = /"github\.com\/(?:lib\/pq|jackc\/pgx)/.test(site.text);
  const isKnown =
    isPostgres || /"github\.com\/(?:go-sql-driver\/mysql|mattn\/go-sqlite3)|sqlite"/.test(site.text);
  const text = parts && isKnown ? withMarks(parts, (at) => (isPostgres ? `$${at + 1}` : '?')) : undefined;
  if (!parts || text === undefined) return undefined;
  return [replace(site, argument.start, argument.end, `"${text}", ${parts.values.join(', ')}`)];
}

function formatOf(text: string): Parts | undefined {
  const [, format, given] =
    /^fmt\.Sprintf\(\s*"((?:[^"\\])*)"\s*,\s*([\w.()]+(?:\s*,\s*[\w.()]+)*)\s*\)$/.exec(text) ?? [];
  if (format === undefined || given === undefined) return undefined;
  const literals = format.split(/%[sdv]/);
  const values = given.split(/\s*,\s*/);
  return literals.length === values.length + 1 ? { literals, values } : undefined;
}

/** Entity Framework: the interpolated variant makes parameters of the values in braces. */
function fixInterpolated(site: FixSite): Edit[] | undefined {
  const call = /\.(FromSql|ExecuteSql|SqlQuery)Raw(Async)?(<[\w?]+>)?\s*\(\s*\$"([^"\\\n]*)"\s*\)/;
  const match = call.exec(site.code);
  if (!match) return undefined;
  const [whole, name, kind = '', type = '', text = ''] = match;
  const bare = text.replace(/'(\{[^{}]+\})'/g, '$1');
  if (/'|\{\{|%\{|\}%/.test(bare) || !/\{[^{}:]+\}/.test(bare)) return undefined;
  if (!/^[^{]*(?:[=<>(,]|\blike|\bvalues)\s*\{/i.test(bare) || name === 'SqlQuery') return undefined;
  const start = site.start + match.index;
  return [replace(site, start, start + whole.length, `.${name}Interpolated${kind}${type}($"${bare}")`)];
}

/** Active Record: `where("name = '#{name}'")`. */
function fixCondition(site: FixSite): Edit[] | undefined {
  const match = /\.(?:where|find_by|having)\s*\(\s*("([^"\\\n]*#\{[^"\\\n]*)")\s*\)/.exec(site.code);
  if (!match) return undefined;
  const [call, condition = '', text = ''] = match;
  const pieces = text.split(/'?#\{([^{}]+)\}'?/);
  const values = pieces.filter((_, at) => at % 2 === 1);
  const literals = pieces.filter((_, at) => at % 2 === 0);
  // Each value is compared with a column. If a quote is left, the string has more than the value.
  const isPlain = literals.every(
    (literal, at) => !/['%]/.test(literal) && (at === values.length || /[=<>]\s*$/.test(literal)),
  );
  if (!isPlain || values.length === 0) return undefined;
  const start = site.start + match.index + call.indexOf(condition);
  return [replace(site, start, start + condition.length, `"${literals.join('?')}", ${values.join(', ')}`)];
}
