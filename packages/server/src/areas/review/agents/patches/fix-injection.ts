import type { Edit } from './edit.ts';
import { closingBracket, type FixSite } from './fixers.ts';

const jsLanguage = /^(?:JavaScript|TypeScript|TSX|JSX)$/;
const jsInput = /\breq(?:uest)?\.(?:body|query|params)\.\w+/;

/** The first argument of the first call that the pattern opens. */
function firstArgument(
  site: FixSite,
  call: RegExp,
): { open: number; close: number; start: number; end: number; text: string } | undefined {
  const match = call.exec(site.code);
  if (!match) return undefined;
  const open = site.start + match.index + match[0].length - 1;
  const close = closingBracket(site.text, open);
  if (close < 0) return undefined;
  let end = close;
  for (let at = open + 1, depth = 0, quote = ''; at < close; at++) {
    const char = site.text.charAt(at);
    if (quote) {
      if (char === '\\') at++;
      else if (char === quote) quote = '';
    } else if (/["'`]/.test(char)) quote = char;
    else if (/[([{]/.test(char)) depth++;
    else if (/[)\]}]/.test(char)) depth--;
    else if (char === ',' && depth === 0) {
      end = at;
      break;
    }
  }
  return { open, close, start: open + 1, end, text: site.text.slice(open + 1, end).trim() };
}

/** Literal parts and expressions of a text put together by `+` or a template; undefined for anything else. */
function splitText(expression: string): { literals: string[]; values: string[] } | undefined {
  const template = /^`((?:[^`\\]|\\.)*)`$/.exec(expression);
  if (template) {
    const parts = template[1]!.split(/\$\{((?:[^{}]|\{[^{}]*\})*)\}/);
    return {
      literals: parts.filter((_, index) => index % 2 === 0),
      values: parts.filter((_, index) => index % 2 === 1),
    };
  }
  const literals: string[] = [];
  const values: string[] = [];
  for (const part of expression.split(/\s*\+\s*/)) {
    const literal = /^(["'])((?:(?!\1)[^\\]|\\.)*)\1$/.exec(part.trim());
    if (literal) {
      if (literals.length > values.length) literals[literals.length - 1] += literal[2]!;
      else literals.push(literal[2]!);
    } else if (/^[\w$.[\]()'"]+$/.test(part.trim())) {
      if (literals.length === values.length) literals.push('');
      values.push(part.trim());
    } else return undefined;
  }
  if (literals.length === values.length) literals.push('');
  return values.length === 0 ? undefined : { literals, values };
}

/** A query whose values were put into its text takes them as parameters. */
export function fixSql(site: FixSite): Edit[] | undefined {
  const language = site.language ?? '';
  if (language === 'Python') return fixPythonSql(site);
  if (!jsLanguage.test(language)) return undefined;
  const argument = firstArgument(site, /\.(?:query|execute|run|all|get|each|raw)\s*\(/);
  const parts = argument && splitText(argument.text);
  if (!argument || !parts || !/^\s*(?:select|insert|update|delete|with)\b/i.test(parts.literals[0] ?? ''))
    return undefined;
  const isSequelize = /sequelize/i.test(site.text);
  const isPg = !isSequelize && /['"](?:pg|pg-promise|postgres)['"]/.test(site.text);
  const pieces = [...parts.literals];
  for (let index = 0; index < parts.values.length; index++) {
    // Quotes and percent signs around the value belong to the old way.
    if (/%['"]?$/.test(pieces[index]!) || /^['"]?%/.test(pieces[index + 1]!)) return undefined;
    pieces[index] = pieces[index]!.replace(/\\?['"]$/, '');
    pieces[index + 1] = pieces[index + 1]!.replace(/^\\?['"]/, '');
  }
  const query = pieces
    .map((piece, index) => (index < parts.values.length ? piece + (isPg ? `$${index + 1}` : '?') : piece))
    .join('');
  if (/[`'"\n\\]/.test(query.replace(/\\'/g, ''))) return undefined;
  const values = `[${parts.values.join(', ')}]`;
  const rest = site.text.slice(argument.end, argument.close);
  if (isSequelize) {
    const options = /^\s*,\s*\{/.exec(rest);
    const added = options ? undefined : `, { replacements: ${values} }`;
    const edits: Edit[] = [
      {
        file: site.finding.file,
        start: argument.start,
        end: argument.end,
        replacement: `'${query}'${added ?? ''}`,
      },
    ];
    if (options)
      edits.push({
        file: site.finding.file,
        start: argument.end + options[0].length,
        end: argument.end + options[0].length,
        replacement: ` replacements: ${values},`,
      });
    return edits;
  }
  if (/^\s*,\s*\[/.test(rest)) return undefined;
  return [
    {
      file: site.finding.file,
      start: argument.start,
      end: argument.end,
      replacement: `'${query}', ${values}`,
    },
  ];
}

function fixPythonSql(site: FixSite): Edit[] | undefined {
  const argument = firstArgument(site, /\.(?:execute|executemany)\s*\(/);
  if (!argument || argument.end !== argument.close) return undefined;
  const sign = /sqlite3/.test(site.text) ? '?' : '%s';
  const formatted = /^f(["'])((?:(?!\1)[^\\])*)\1$/.exec(argument.text);
  const percent = /^(["'])((?:(?!\1)[^\\])*)\1\s*%\s*(.+)$/.exec(argument.text);
  let query: string;
  let values: string[];
  if (formatted) {
    values = [...formatted[2]!.matchAll(/\{([^{}:!]+)\}/g)].map((match) => match[1]!.trim());
    query = formatted[2]!.replace(/['"]?\{[^{}:!]+\}['"]?/g, sign);
  } else if (percent) {
    values = percent[3]!.replace(/^\(([\s\S]*?),?\s*\)$/, '$1').split(/\s*,\s*/);
    if ((percent[2]!.match(/%s/g) ?? []).length !== values.length) return undefined;
    query = percent[2]!.replace(/['"]?%s['"]?/g, sign);
  } else {
    const parts = splitText(argument.text);
    if (!parts) return undefined;
    values = parts.values;
    query = parts.literals
      .map((piece, index) =>
        piece
          .replace(index > 0 ? /^['"]/ : /^(?!)/, '')
          .replace(index < values.length ? /['"]$/ : /(?!)$/, ''),
      )
      .join(sign);
  }
  if (values.length === 0 || !/^\s*(?:select|insert|update|delete)\b/i.test(query) || /["\n\\]/.test(query))
    return undefined;
  return [
    {
      file: site.finding.file,
      start: argument.start,
      end: argument.end,
      replacement: `"${query}", (${values.join(', ')},)`,
    },
  ];
}

/** A command for a shell becomes a program with a list of arguments. */
export function fixCommand(site: FixSite): Edit[] | undefined {
  if (!jsLanguage.test(site.language ?? '')) return undefined;
  const call = /(?:\b([\w$]+)\.)?\bexec(Sync)?\s*\(/;
  const match = call.exec(site.code);
  const argument = firstArgument(site, call);
  const parts = argument && splitText(argument.text);
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
  const isModule = /^\s*import\s/m.test(site.text);
  if (!match[1] && isModule) return undefined;
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

/** What was evaluated as code is read as data. */
export function fixEval(site: FixSite): Edit[] | undefined {
  if (site.language === 'Python') {
    const at = /(?<![\w.])eval\s*\(/.exec(site.code);
    if (!at || !/^import ast$/m.test(site.text)) return undefined;
    return [
      {
        file: site.finding.file,
        start: site.start + at.index,
        end: site.start + at.index + at[0].length,
        replacement: 'ast.literal_eval(',
      },
    ];
  }
  if (!jsLanguage.test(site.language ?? '')) return undefined;
  const match = /(?<![\w.$])eval\s*\(/.exec(site.code);
  if (!match) return undefined;
  const start = site.start + match.index;
  return [{ file: site.finding.file, start, end: start + match[0].length, replacement: 'JSON.parse(' }];
}

/** A value that enters a query as it came is made a text, which holds no operators. */
export function fixNosql(site: FixSite): Edit[] | undefined {
  if (!jsLanguage.test(site.language ?? '')) return undefined;
  const match = jsInput.exec(site.code);
  if (!match || /String\s*\($/.test(site.code.slice(0, match.index))) return undefined;
  const start = site.start + match.index;
  return [
    { file: site.finding.file, start, end: start + match[0].length, replacement: `String(${match[0]})` },
  ];
}

/** The part of a path that comes from outside loses its folders. */
export function fixPath(site: FixSite): Edit[] | undefined {
  if (jsLanguage.test(site.language ?? '') && /\bpath\b/.test(site.text)) {
    const match =
      /(\bpath\.(?:join|resolve)\s*\([^()]*,\s*)([\w$.]+)(\s*\))/.exec(site.code) ??
      /(\+\s*)(\breq(?:uest)?\.(?:body|query|params)\.\w+)()/.exec(site.code);
    if (!match || !/(?:require\(['"](?:node:)?path['"]\)|from ['"](?:node:)?path['"])/.test(site.text))
      return undefined;
    const start = site.start + match.index + match[1]!.length;
    return [
      {
        file: site.finding.file,
        start,
        end: start + match[2]!.length,
        replacement: `path.basename(${match[2]})`,
      },
    ];
  }
  if (site.language === 'Python' && /^import os\b/m.test(site.text)) {
    const match = /(\bos\.path\.join\s*\([^()]*,\s*)([\w.]+)(\s*\))/.exec(site.code);
    if (!match) return undefined;
    const start = site.start + match.index + match[1]!.length;
    return [
      {
        file: site.finding.file,
        start,
        end: start + match[2]!.length,
        replacement: `os.path.basename(${match[2]})`,
      },
    ];
  }
  return undefined;
}
