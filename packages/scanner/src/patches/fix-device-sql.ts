import type { Edit } from './edit.ts';
import { type ArgumentPlace, assignmentOf, closingBracket } from './expression.ts';
import type { FixSite } from './fixer.ts';

/** Replaces the values in the text of an SQL statement in Swift, Dart or Scala with bound values. */
export function fixDeviceSql(site: FixSite): Edit[] | undefined {
  switch (site.language) {
    case 'Swift':
      return fixSwift(site);
    case 'Dart':
      return fixDart(site);
    case 'Scala':
      return fixScala(site);
    default:
      return undefined;
  }
}

interface Parts {
  literals: string[];
  values: string[];
}

/** A string literal with interpolated values. */
function partsOf(text: string, language: string): Parts | undefined {
  const [, , content] =
    (language === 'Dart' ? /^(["'])((?:\\.|(?!\1)[^\\\n])*)\1$/ : /^(")((?:[^"\n]|\\\([^()]*\))*)"$/).exec(
      text,
    ) ?? [];
  if (content === undefined) return undefined;
  const hole =
    language === 'Swift' ? /\\\(((?:[^()"]|\([^()"]*\))*)\)/ : /\$(?:\{((?:[^{}"'])*)\}|([A-Za-z_]\w*))/;
  const literals: string[] = [];
  const values: string[] = [];
  let rest = content;
  for (let match = hole.exec(rest); match !== null; match = hole.exec(rest)) {
    literals.push(rest.slice(0, match.index));
    values.push((match[1] ?? match[2] ?? '').trim());
    rest = rest.slice(match.index + match[0].length);
  }
  literals.push(rest);
  return values.length === 0 || /\\/.test(literals.join('').replace(/\\'/g, "'"))
    ? undefined
    : { literals, values };
}

/** The text with a placeholder for each value; undefined if one is in a place where no value is allowed. */
function withMarks({ literals, values }: Parts, mark: string): string | undefined {
  const pieces = literals.map((piece) => piece.replace(/\\'/g, "'"));
  if (/[?]|:\w/.test(pieces.join(''))) return undefined;
  for (let at = 0; at < values.length; at++) {
    const [before = '', after = ''] = pieces.slice(at, at + 2);
    const isQuoted = before.endsWith("'") && after.startsWith("'");
    if (!isQuoted && (/['%]$/.test(before) || /^['%]/.test(after))) return undefined;
    // Table and column names cannot be bound.
    if (!/(?:[=<>(,]|\b(?:like|in|values|limit|offset|and|between))\s*'?$/i.test(before)) return undefined;
    if (isQuoted) pieces.splice(at, 2, before.slice(0, -1), after.slice(1));
  }
  const text = pieces.join(mark);
  return /['`\\"]/.test(text) || !/^\s*(?:select|insert|update|delete|with|replace)\b/i.test(text)
    ? undefined
    : text;
}

/** The argument after the match, inline or in a variable. */
function textAt(site: FixSite, call: RegExp): { argument: ArgumentPlace; holder: ArgumentPlace } | undefined {
  const match = call.exec(site.code);
  if (!match) return undefined;
  const open = site.start + match.index + match[0].indexOf('(');
  const close = closingBracket(site.text, open);
  const from = site.start + match.index + match[0].length;
  const raw = /^\s*(?:"(?:[^"\n]|\\\([^()\n]*\))*"|'(?:\\.|[^'\\\n])*'|[A-Za-z_]\w*)(?=\s*[,)])/.exec(
    site.text.slice(from, from + 600),
  )?.[0];
  if (close < 0 || raw === undefined) return undefined;
  const start = from + raw.length - raw.trimStart().length;
  const argument = { open, close, start, end: from + raw.length, text: raw.trim() };
  const holder = /^\w+$/.test(argument.text) ? assignmentOf(site, argument.text) : argument;
  return holder && { argument, holder };
}

const swiftCalls: readonly (readonly [library: RegExp, call: RegExp, values: (list: string) => string])[] = [
  [
    /\bimport GRDB\b/,
    /\.(?:execute|fetchAll|fetchOne|fetchCursor|fetchSet)\s*\((?:[^()\n]{0,60},)?\s*sql\s*:/,
    (list) => `, arguments: [${list}]`,
  ],
  [/\bimport FMDB\b/, /\.(?:executeQuery|executeUpdate)\s*\(/, (list) => `, values: [${list}]`],
  [/\bimport SQLite\b/, /\.(?:run|prepare|scalar)\s*\(/, (list) => `, ${list}`],
];

function fixSwift(site: FixSite): Edit[] | undefined {
  return (
    fixUnsafeRaw(site) ??
    swiftCalls.reduce<Edit[] | undefined>(
      (found, [library, call, values]) =>
        found ?? (library.test(site.text) ? withValues(site, call, values) : undefined),
      undefined,
    )
  );
}

/** In SQLKit, the label decides whether a value is bound. */
function fixUnsafeRaw({ code, start, finding }: FixSite): Edit[] | undefined {
  const match = /(\\\()(?:unsafeRaw|raw)(\s*:)/.exec(code);
  const before = code.slice(0, match?.index);
  // Outside quotes, where a value is allowed.
  if (!match || !/(?:[=<>(,]|\b(?:like|in|values|limit|offset|and|between))\s*$/i.test(before))
    return undefined;
  const at = start + match.index + (match[1] ?? '').length;
  const end = start + match.index + match[0].length - (match[2] ?? '').length;
  return [{ file: finding.file, start: at, end, replacement: 'bind' }];
}

function withValues(site: FixSite, call: RegExp, values: (list: string) => string): Edit[] | undefined {
  const found = textAt(site, call);
  if (!found) return undefined;
  const { argument, holder } = found;
  const parts = partsOf(holder.text, site.language ?? '');
  const text = parts && withMarks(parts, '?');
  // Existing bound values would have to keep their order.
  if (
    !parts ||
    text === undefined ||
    /\b(?:arguments|values)\s*:|\[/.test(site.text.slice(argument.end, argument.close))
  )
    return undefined;
  const quote = holder.text.charAt(0);
  return [
    { file: site.finding.file, start: holder.start, end: holder.end, replacement: `${quote}${text}${quote}` },
    {
      file: site.finding.file,
      start: argument.end,
      end: argument.end,
      replacement: values(parts.values.join(', ')),
    },
  ];
}

function fixDart(site: FixSite): Edit[] | undefined {
  const isKnown = /package:(?:sqflite\w*|sqlite3)\//.test(site.text);
  const call = /\.(?:rawQuery|rawInsert|rawUpdate|rawDelete|select|execute)\s*\(/;
  return isKnown ? withValues(site, call, (list) => `, [${list}]`) : undefined;
}

/** Slick, Anorm and similar libraries: an inserted value becomes a bound value, without quotes. */
function fixScala({ code, start, finding }: FixSite): Edit[] | undefined {
  const line = code.split('\n', 1)[0] ?? '';
  const spliced =
    /\b(?:sql|sqlu|SQL)"(?:[^"\n]*?(?:[=<>(,]|\b(?:like|in|values|limit|and))\s*)('?)#(\$(?:\w+|\{[^{}\n]*\}))\1/i.exec(
      line,
    );
  if (spliced) {
    const end = start + spliced.index + spliced[0].length;
    const size = (spliced[1] ?? '').length * 2 + 1 + (spliced[2] ?? '').length;
    return [{ file: finding.file, start: end - size, end, replacement: spliced[2] ?? '' }];
  }
  const anorm = /\bSQL\s*\(\s*s("[^"\n]*")\s*\)/.exec(line);
  const bare = (anorm?.[1] ?? '').replace(/'(\$(?:\w+|\{[^{}]*\}))'/g, '$1');
  if (!anorm || /'/.test(bare)) return undefined;
  const holes = bare.split(/\$(?:\w+|\{[^{}]*\})/).slice(0, -1);
  if (!holes.every((before) => /(?:[=<>(,]|\b(?:like|in|values|limit|and|between))\s*$/i.test(before)))
    return undefined;
  const at = start + anorm.index;
  return [{ file: finding.file, start: at, end: at + anorm[0].length, replacement: `SQL${bare}` }];
}
