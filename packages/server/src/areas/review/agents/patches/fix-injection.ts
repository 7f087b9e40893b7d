import type { Edit } from './edit.ts';
import { type ArgumentPlace, assignmentOf, firstArgument, splitText } from './expression.ts';
import type { FixSite } from './fixers.ts';
import { ensurePythonImport } from './python-import.ts';

const jsLanguage = /^(?:JavaScript|TypeScript|TSX|JSX)$/;
const jsInput = /\breq(?:uest)?\.(?:body|query|params)\.\w+/;
const pythonInput =
  /\brequest\.(?:args|form|values|json|GET|POST|cookies|headers)(?:\.get\(\s*["'][^"']*["']\s*(?:,\s*["'][^"']*["']\s*)?\)|\[["'][^"']+["']\])/;

/** The text that an argument is, in place or in the variable that is given to the call. */
function textOf(site: FixSite, argument: ArgumentPlace): ArgumentPlace | undefined {
  return /^[\w$]+$/.test(argument.text) ? assignmentOf(site, argument.text) : argument;
}

/** A query whose values were put into its text takes them as parameters. */
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
  const dialect = dialectOf(site.text, isPython);
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

function dialectOf(
  text: string,
  isPython: boolean,
): { kind: 'python' | 'sequelize' | 'driver'; placeholder: (index: number) => string } {
  if (isPython) return { kind: 'python', placeholder: () => (/sqlite3/.test(text) ? '?' : '%s') };
  if (/sequelize/i.test(text)) return { kind: 'sequelize', placeholder: () => '?' };
  const isPg = /['"](?:pg|pg-promise|postgres)['"]/.test(text);
  return { kind: 'driver', placeholder: (index) => (isPg ? `$${index + 1}` : '?') };
}

/** The query with a placeholder for each value; undefined where a quote holds more than the value. */
function withPlaceholders(
  parts: { literals: string[]; values: string[] },
  placeholder: (index: number) => string,
): string | undefined {
  const pieces = [...parts.literals];
  for (let index = 0; index < parts.values.length; index++) {
    // Percent signs around the value would have to move into it.
    if (/%['"]?$/.test(pieces[index]!) || /^['"]?%/.test(pieces[index + 1]!)) return undefined;
    pieces[index] = pieces[index]!.replace(/\\?['"]$/, '');
    pieces[index + 1] = pieces[index + 1]!.replace(/^\\?['"]/, '');
  }
  const query = pieces
    .map((piece, index) => (index < parts.values.length ? piece + placeholder(index) : piece))
    .join('');
  return /[`'"\n\\]/.test(query) ? undefined : query;
}

/** What stands behind the query in the call, so that it takes the values. */
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

/** A command for a shell becomes a program with a list of arguments; in Python its values are quoted. */
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
    if (whole) return parts.values[Number(whole[1])]!;
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
  // A value that is the whole command cannot be quoted, and one within quotes is so already.
  if (!holder || !parts || parts.literals[0]!.trim() === '' || /['"]/.test(parts.literals.join('')))
    return undefined;
  const pieces = parts.literals.map(
    (literal, index) =>
      literal + (index < parts.values.length ? `{shlex.quote(${parts.values[index]})}` : ''),
  );
  if (/["'\\\n]/.test(parts.values.join('')) || parts.literals.some((literal) => /[{}]/.test(literal)))
    return undefined;
  return [
    { file: site.finding.file, start: holder.start, end: holder.end, replacement: `f"${pieces.join('')}"` },
    ...ensurePythonImport(site, 'import shlex', /^[^\S\n]*import\s+(?:[\w, ]+,\s*)?shlex\b/m),
  ];
}

/** What was evaluated as code is read as data. */
export function fixEval(site: FixSite): Edit[] | undefined {
  const match = /(?<![\w.$])eval\s*\(/.exec(site.code);
  if (!match) return undefined;
  const start = site.start + match.index;
  const end = start + match[0].length;
  if (site.language === 'Python') {
    return [
      { file: site.finding.file, start, end, replacement: 'ast.literal_eval(' },
      ...ensurePythonImport(site, 'import ast', /^[^\S\n]*import\s+(?:[\w, ]+,\s*)?ast\b/m),
    ];
  }
  return jsLanguage.test(site.language ?? '')
    ? [{ file: site.finding.file, start, end, replacement: 'JSON.parse(' }]
    : undefined;
}

/** Values that enter a query as they came are made texts, which hold no operators. */
export function fixNosql(site: FixSite): Edit[] | undefined {
  if (!jsLanguage.test(site.language ?? '')) return undefined;
  const inline = jsInput.exec(site.code);
  if (inline && !/String\s*\($/.test(site.code.slice(0, inline.index))) {
    const start = site.start + inline.index;
    return [
      { file: site.finding.file, start, end: start + inline[0].length, replacement: `String(${inline[0]})` },
    ];
  }
  const query =
    /\.(?:find|findOne|count|countDocuments|update\w*|delete\w*|remove|findOneAnd\w+)\s*\(\s*\{([^{}]*)\}/.exec(
      site.code,
    );
  if (!query) return undefined;
  const offset = site.start + query.index + query[0].length - 1 - query[1]!.length;
  return [...query[1]!.matchAll(/(\b\w+\s*:\s*)([A-Za-z_$][\w$.]*)(?=\s*(?:,|$|\n))/g)]
    .filter((match) => !/^(?:true|false|null|undefined)$/.test(match[2]!) && !/^_id\b/.test(match[1]!))
    .map((match) => {
      const start = offset + match.index + match[1]!.length;
      return {
        file: site.finding.file,
        start,
        end: start + match[2]!.length,
        replacement: `String(${match[2]})`,
      };
    });
}

/** The part of a path that comes from outside loses its folders: where it is joined, or where it comes in. */
export function fixPath(site: FixSite): Edit[] | undefined {
  const isPython = site.language === 'Python';
  if (
    !isPython &&
    !(
      jsLanguage.test(site.language ?? '') &&
      /(?:require\(['"](?:node:)?path['"]\)|from ['"](?:node:)?path['"])/.test(site.text)
    )
  )
    return undefined;
  const call = isPython ? 'os.path.basename' : 'path.basename';
  const more = isPython
    ? ensurePythonImport(site, 'import os', /^[^\S\n]*import\s+(?:[\w, ]+,\s*)?os\b/m)
    : [];
  const joined = isPython
    ? /(\bos\.path\.join\s*\([^()]*,\s*)([\w.]+)(?=\s*\))/.exec(site.code)
    : /(\bpath\.(?:join|resolve)\s*\([^()]*,\s*)([\w$.]+)(?=\s*\))/.exec(site.code);
  if (joined) {
    const start = site.start + joined.index + joined[1]!.length;
    return [
      {
        file: site.finding.file,
        start,
        end: start + joined[2]!.length,
        replacement: `${call}(${joined[2]})`,
      },
      ...more,
    ];
  }
  const source = site.finding.evidence.find((one) => one.role === 'source');
  if (!source || source.file !== site.finding.file) return undefined;
  const start = site.text
    .split('\n')
    .slice(0, source.line - 1)
    .reduce((sum, line) => sum + line.length + 1, 0);
  const line = site.text.slice(start).split('\n')[0]!;
  const input = (isPython ? pythonInput : jsInput).exec(line);
  if (!input || /basename\s*\(\s*$/.test(line.slice(0, input.index))) return undefined;
  const at = start + input.index;
  return [
    { file: site.finding.file, start: at, end: at + input[0].length, replacement: `${call}(${input[0]})` },
    ...more,
  ];
}

/** Values in markup are escaped where they are put in. */
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
  const text = parts.literals
    .map(
      (literal, index) =>
        literal + (index < parts.values.length ? `{html.escape(${parts.values[index]})}` : ''),
    )
    .join('');
  return [
    { file: site.finding.file, start: holder.start, end: holder.end, replacement: `f"${text}"` },
    ...ensurePythonImport(site, 'import html', /^[^\S\n]*import\s+(?:[\w, ]+,\s*)?html\b/m),
  ];
}

function returned(site: FixSite): ArgumentPlace | undefined {
  const match = /^[^\S\n]*return\s+([^\n]+?)\s*$/m.exec(site.code);
  if (!match || match.index > 0) return undefined;
  const start = site.start + match[0].indexOf(match[1]!);
  const end = start + match[1]!.length;
  return { open: start, close: end, start, end, text: match[1]! };
}

/** A parse of XML gets a parser without entities. */
export function fixXxe(site: FixSite): Edit[] | undefined {
  if (site.language !== 'Python' || !/\blxml\b/.test(site.text)) return undefined;
  const call = /\b((?:lxml\.)?etree)\.(?:parse|fromstring|XML)\s*\(/;
  const match = call.exec(site.code);
  const argument = firstArgument(site, call);
  if (!match || !argument || argument.end !== argument.close) return undefined;
  const parser = `, ${match[1]}.XMLParser(resolve_entities=False, no_network=True)`;
  return [{ file: site.finding.file, start: argument.end, end: argument.end, replacement: parser }];
}
