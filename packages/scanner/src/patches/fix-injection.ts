import type { IndexedFile } from '../types/file-facts.ts';
import type { Edit } from './edit.ts';
import { type ArgumentPlace, assignmentOf, firstArgument, splitText } from './expression.ts';
import type { FixSite } from './fixer.ts';
import { ensurePythonImport } from './python-import.ts';

const jsLanguage = /^(?:JavaScript|TypeScript|TSX|JSX)$/;
const jsInput = /\breq(?:uest)?\.(?:body|query|params)\.\w+/;

/** The string in an argument, inline or in a variable. */
export function textOf(site: FixSite, argument: ArgumentPlace): ArgumentPlace | undefined {
  return /^[\w$]+$/.test(argument.text) ? assignmentOf(site, argument.text) : argument;
}

/** Replaces the values in the text of a query with parameters. */
export function fixSql(site: FixSite): Edit[] | undefined {
  const isPython = site.language === 'Python';
  if (!isPython && !jsLanguage.test(site.language ?? '')) return undefined;
  const argument = firstArgument(
    site,
    isPython ? /\.(?:execute|executemany)\s*\(/ : /\.(?:query|execute|run|all|get|each|raw)\s*\(/,
  );
  const holder = argument && textOf(site, argument);
  const parts = holder && splitText(holder.text, isPython);
  if (
    !argument ||
    !holder ||
    !parts ||
    !/^\s*(?:select|insert|update|delete|with)\b/i.test(parts.literals[0] ?? '')
  )
    return undefined;
  const dialect = dialectOf(site, isPython);
  if (dialect === undefined) return undefined;
  const query = withPlaceholders(parts, dialect.placeholder);
  if (query === undefined) return undefined;
  const text: Edit = {
    file: site.finding.file,
    start: holder.start,
    end: holder.end,
    replacement: isPython ? `"${query}"` : `'${query}'`,
  };
  const rest = site.text.slice(argument.end, argument.close);
  const after = passValues(rest, parts.values, dialect.kind);
  if (after === undefined) return undefined;
  const place = argument.end + after.offset;
  return [text, { file: site.finding.file, start: place, end: place, replacement: after.text }];
}

interface Dialect {
  kind: 'python' | 'sequelize' | 'driver';
  placeholder: (index: number) => string;
}

/** The placeholder syntax of the driver; undefined if it is not certain. */
function dialectOf({ text, index, finding }: FixSite, isPython: boolean): Dialect | undefined {
  if (isPython && /\bfrom django\b/.test(text)) return { kind: 'python', placeholder: () => '%s' };
  if (!isPython && /sequelize/i.test(text)) return { kind: 'sequelize', placeholder: () => '?' };
  const drivers = isPython ? pythonDrivers : scriptDrivers;
  const used = (files: readonly IndexedFile[]) => [
    ...new Set(
      files.flatMap(({ imports }) =>
        imports.flatMap(
          (one) => drivers.find(([name]) => name.test(one.package ?? one.specifier))?.[1] ?? [],
        ),
      ),
    ),
  ];
  const own = used(index.files.filter(({ path }) => path === finding.file));
  // A file that gets its connection from elsewhere uses the driver of the application.
  const [mark, another] = own.length > 0 ? own : used(index.files);
  if (mark === undefined || another !== undefined || mark === 'other') return undefined;
  return {
    kind: isPython ? 'python' : 'driver',
    placeholder: (at) => (mark === '$' ? `$${at + 1}` : mark),
  };
}

const scriptDrivers: readonly [RegExp, string][] = [
  [/^(?:pg|pg-promise|pg-native)$/, '$'],
  [/^(?:mysql2?|mariadb|sqlite3|sqlite|better-sqlite3|knex|bun:sqlite|node:sqlite)$/, '?'],
  [/^(?:mssql|tedious|oracledb|typeorm|postgres|@prisma\/client|slonik|mikro-orm)$/, 'other'],
];
const pythonDrivers: readonly [RegExp, string][] = [
  [/^sqlite3/, '?'],
  [/^(?:psycopg2?|MySQLdb|pymysql|mysql|mysqlclient|flask_mysqldb|flaskext)/, '%s'],
  [
    /^(?:sqlalchemy|flask_sqlalchemy|asyncpg|aiosqlite|databases|peewee|pyodbc|cx_Oracle|oracledb|duckdb)/i,
    'other',
  ],
];

/** The query with a placeholder for each value; undefined if a quoted string has more than the value. */
function withPlaceholders(
  parts: { literals: string[]; values: string[] },
  placeholder: (index: number) => string,
): string | undefined {
  const [first = '', ...later] = parts.literals;
  let before = first;
  let query = '';
  for (const [index, after] of later.entries()) {
    // Percent signs around the value would have to become part of it.
    if (/%['"]?$/.test(before) || /^['"]?%/.test(after)) return undefined;
    query += before.replace(/\\?['"]$/, '') + placeholder(index);
    before = after.replace(/^\\?['"]/, '');
  }
  query += before;
  return /[`'"\n\\]/.test(query) ? undefined : query;
}

/** The code after the query in the call, so that it passes the values. */
function passValues(
  rest: string,
  values: readonly string[],
  kind: string,
): { offset: number; text: string } | undefined {
  if (kind === 'python')
    return rest.trim() === '' ? { offset: 0, text: `, (${values.join(', ')},)` } : undefined;
  const list = `[${values.join(', ')}]`;
  if (kind === 'sequelize') {
    const options = /^\s*,\s*\{/.exec(rest);
    return options
      ? { offset: options[0].length, text: ` replacements: ${list},` }
      : { offset: 0, text: `, { replacements: ${list} }` };
  }
  return /^\s*,\s*\[/.test(rest) ? undefined : { offset: 0, text: `, ${list}` };
}

/** Replaces a shell command with a program and a list of arguments; in Python, quotes the values. */
export function fixCommand(site: FixSite): Edit[] | undefined {
  if (site.language === 'Python') return quoteInPython(site);
  if (!jsLanguage.test(site.language ?? '')) return undefined;
  const call = /(?:\b([\w$]+)\.)?\bexec(Sync)?\s*\(/;
  const match = call.exec(site.code);
  const argument = firstArgument(site, call);
  const parts = argument && splitText(argument.text, false);
  if (!match || !argument || !parts || /[|&;<>$`"'*?()]/.test(parts.literals.join(''))) return undefined;
  const words = parts.literals
    .map((literal, index) => literal + (index < parts.values.length ? `\uE000${index}\uE000` : ''))
    .join('')
    .trim()
    .split(/\s+/);
  const [program = '', ...rest] = words;
  if (program === '' || program.includes('\uE000')) return undefined;
  const list = rest.map((word) => {
    const whole = /^\uE000(\d+)\uE000$/.exec(word);
    if (whole) return parts.values[Number(whole[1])];
    return word.includes('\uE000') ? undefined : `'${word}'`;
  });
  if (list.includes(undefined)) return undefined;
  const name = `execFile${match[2] ?? ''}`;
  const start = site.start + match.index;
  if (!match[1] && /^[^\S\n]*import\s/m.test(site.text)) return undefined;
  const callee = match[1] ? `${match[1]}.${name}` : `require('child_process').${name}`;
  return [
    { file: site.finding.file, start, end: argument.open, replacement: callee },
    {
      file: site.finding.file,
      start: argument.start,
      end: argument.end,
      replacement: `'${program}', [${list.join(', ')}]`,
    },
  ];
}

function quoteInPython(site: FixSite): Edit[] | undefined {
  const argument = firstArgument(
    site,
    /\b(?:system|popen|call|run|Popen|check_output|check_call|getoutput)\s*\(/,
  );
  const holder = argument && textOf(site, argument);
  const parts = holder && splitText(holder.text, true);
  // A value that is the whole command cannot be quoted, and one in quotes already is.
  if (!holder || !parts?.literals[0]?.trim() || /['"]/.test(parts.literals.join(''))) return undefined;
  const pieces = parts.literals.map(
    (literal, index) =>
      literal + (index < parts.values.length ? `{shlex.quote(${parts.values[index]})}` : ''),
  );
  if (/["'\\\n]/.test(parts.values.join('')) || parts.literals.some((literal) => /[{}]/.test(literal)))
    return undefined;
  return [
    { file: site.finding.file, start: holder.start, end: holder.end, replacement: `f"${pieces.join('')}"` },
    ...ensurePythonImport(site, 'import shlex', /^[^\S\n]*import\s(?:[\w, ]+,)?\s*shlex\b/m),
  ];
}

/** Parses data instead of evaluating it as code, if the value may be data. */
export function fixEval(site: FixSite): Edit[] | undefined {
  const call = /(?<![\w.$])eval\s*\(/;
  const match = call.exec(site.code);
  const argument = firstArgument(site, call);
  // A scope given as another argument means that it is an expression.
  if (!match || !argument || argument.end !== argument.close) return undefined;
  const start = site.start + match.index;
  const end = start + match[0].length;
  const bare = /^["']\(["']\s*\+\s*([\w$.[\]'"]+)\s*\+\s*["']\)["']$/.exec(argument.text)?.[1];
  const value = bare ?? argument.text;
  // A concatenated text is code, and so is a name such as `expression`.
  if (
    !/^[\w$.[\]'"]+(?:\([^()]*\))?$/.test(value) ||
    /expr|formula|calc|equation|code|script|math/i.test(value)
  )
    return undefined;
  const name = /(?<![\w$])([A-Za-z_$][\w$]*)\s*=\s*$/.exec(site.text.slice(0, start))?.[1];
  // The result of an expression is needed.
  if (/result|output|answer/i.test(name ?? '')) return undefined;
  if (site.language === 'Python') {
    return [
      { file: site.finding.file, start, end, replacement: 'ast.literal_eval(' },
      ...ensurePythonImport(site, 'import ast', /^[^\S\n]*import\s(?:[\w, ]+,)?\s*ast\b/m),
    ];
  }
  if (!jsLanguage.test(site.language ?? '')) return undefined;
  const isNumber = name !== undefined && site.text.includes(`isNaN(${name})`);
  const reader = isNumber ? 'Number' : 'JSON.parse';
  return [{ file: site.finding.file, start, end: argument.end, replacement: `${reader}(${value}` }];
}

const isNumberName = ({ text }: FixSite, input: string) =>
  input.includes('.body.') &&
  !/['"]mongoose['"]/.test(text) &&
  /(?:age|count|amount|price|quantity|number|year|limit|offset|page|size|rating|score|stock|total|level|rank|likes)$/i.test(
    input,
  );

/** Converts a request value to a string where it is assigned, unless the code checks whether it was sent. */
function wrapSource({ finding, text }: FixSite): Edit[] | undefined {
  const source = finding.evidence.find(({ role }) => role === 'source');
  if (!source || source.file !== finding.file) return undefined;
  const line = text.split('\n')[source.line - 1] ?? '';
  const [, name, input] =
    /^\s*(?:const|let|var)\s+(\w+)\s*=\s*(req(?:uest)?\.(?:body|query|params)\.(\w*(?:[iI]d|[nN]ame|email|login|token|password)))\s*;?\s*(?:\/\/.*)?$/.exec(
      line,
    ) ?? [];
  if (
    name === undefined ||
    input === undefined ||
    new RegExp(`!\\s*${name}\\b|if\\s*\\(\\s*${name}\\b|typeof\\s+${name}\\b`).test(text)
  )
    return undefined;
  const start = text.split('\n', source.line - 1).join('\n').length + (source.line > 1 ? 1 : 0);
  const at = start + line.indexOf(input);
  return [{ file: finding.file, start: at, end: at + input.length, replacement: `String(${input})` }];
}

/** Converts request values in a query to strings, which have no operators. */
export function fixNosql(site: FixSite): Edit[] | undefined {
  if (!jsLanguage.test(site.language ?? '')) return undefined;
  const inline = jsInput.exec(site.code);
  // A body may have numbers, and a string would not be equal to them.
  if (inline && isNumberName(site, inline[0])) return undefined;
  if (inline && !/String\s*\($/.test(site.code.slice(0, inline.index))) {
    const start = site.start + inline.index;
    return [
      { file: site.finding.file, start, end: start + inline[0].length, replacement: `String(${inline[0]})` },
    ];
  }
  const given = wrapSource(site);
  if (given) return given;
  const query =
    /\.(?:find|findOne|count|countDocuments|update\w*|delete\w*|remove|findOneAnd\w+)\s*\(\s*\{([^{}]*)\}/.exec(
      site.code,
    );
  if (!query) return undefined;
  const [call, fields = ''] = query;
  const offset = site.start + query.index + call.length - 1 - fields.length;
  return [...fields.matchAll(/(\b\w+\s*:\s*)([A-Za-z_$][\w$.]*)(?=\s*(?:,|$|\n))/g)].flatMap((match) => {
    const [, key = '', value = ''] = match;
    if (/^(?:true|false|null|undefined)$/.test(value) || /^_id\b/.test(key)) return [];
    const start = offset + match.index + key.length;
    return [{ file: site.finding.file, start, end: start + value.length, replacement: `String(${value})` }];
  });
}
