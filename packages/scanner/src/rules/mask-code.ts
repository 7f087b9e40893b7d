/** Families of languages with the same syntax for comments and strings. */
type Family = 'c' | 'swift' | 'dart' | 'js' | 'hash' | 'python' | 'php' | 'sql' | 'xml' | 'none';

const families: Record<string, Family> = {
  JavaScript: 'js',
  TypeScript: 'js',
  TSX: 'js',
  JSX: 'js',
  Vue: 'js',
  Svelte: 'js',
  Java: 'c',
  Kotlin: 'c',
  'C#': 'c',
  Go: 'c',
  Rust: 'c',
  C: 'c',
  'C++': 'c',
  Swift: 'swift',
  Scala: 'c',
  Groovy: 'c',
  Dart: 'dart',
  Solidity: 'c',
  'Objective-C': 'c',
  PHP: 'php',
  Python: 'python',
  Ruby: 'hash',
  Shell: 'hash',
  Perl: 'hash',
  R: 'hash',
  Elixir: 'hash',
  YAML: 'hash',
  TOML: 'hash',
  HCL: 'hash',
  Dockerfile: 'hash',
  PowerShell: 'hash',
  SQL: 'sql',
  HTML: 'xml',
  XML: 'xml',
};

const doubleQuoted = /"(?:\\[\s\S]|[^"\\\n])*"?/.source;
/** Interpolated values may contain string literals. */
const swiftQuoted = /"(?:\\\((?:[^()\n"]|"[^"\n]*"|\((?:[^()\n"]|"[^"\n]*")*\))*\)|\\[\s\S]|[^"\\\n])*"?/
  .source;
const dartQuoted =
  /'(?:\$\{(?:[^{}'\n]|'[^'\n]*'|\{[^{}\n]*\}){0,200}\}|\\[\s\S]|[^'\\\n])*'?|"(?:\$\{(?:[^{}"\n]|"[^"\n]*"|\{[^{}\n]*\}){0,200}\}|\\[\s\S]|[^"\\\n])*"?/
    .source;
const singleQuoted = /'(?:\\[\s\S]|[^'\\\n])*'?/.source;
const character = /'(?:\\[^'\n]{1,8}|[^'\\\n])'/.source;
const template = /`(?:\\[\s\S]|\$\{(?:[^{}`]|\{[^{}]*\}|`[^`]*`)*\}|[^`\\])*`?/.source;
const rawBacktick = /`[^`]*`?/.source;
const tripled = /"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)/.source;
const slashComment = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/.source;
const hashComment = /(?<![\w$&\\'"{])#(?!\{)[^\n]*/.source;
// A slash begins a regular expression where a value may begin: after an operator, a bracket, a comma, `return`.
const jsPattern =
  /(?<=(?:^|[=(,:[!&|?{};+\n]|=>|\breturn|\btypeof|\bcase)\s{0,4})\/(?![*/\s])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/
    .source;

/** In PHP, `#[Attribute]` is code. */
const phpHashComment = hashComment.replace('(?!\\{)', '(?![{[])');

const scanners: Record<Exclude<Family, 'none'>, RegExp> = {
  js: new RegExp([slashComment, jsPattern, doubleQuoted, singleQuoted, template].join('|'), 'g'),
  c: new RegExp([slashComment, tripled, doubleQuoted, character, rawBacktick].join('|'), 'g'),
  swift: new RegExp([slashComment, tripled, swiftQuoted].join('|'), 'g'),
  dart: new RegExp([slashComment, tripled, dartQuoted].join('|'), 'g'),
  php: new RegExp([slashComment, phpHashComment, doubleQuoted, singleQuoted].join('|'), 'g'),
  python: new RegExp([tripled, /#[^\n]*/.source, doubleQuoted, singleQuoted].join('|'), 'g'),
  hash: new RegExp([hashComment, doubleQuoted, singleQuoted].join('|'), 'g'),
  sql: new RegExp([/--[^\n]*/.source, /\/\*[\s\S]*?(?:\*\/|$)/.source, singleQuoted].join('|'), 'g'),
  xml: new RegExp(/<!--[\s\S]*?(?:-->|$)/.source, 'g'),
};

/** Two masked versions of a text, each as long as the text, so that offsets and lines are the same. */
export interface MaskedCode {
  /** Comments are blanked. */
  withoutComments: string;
  /** Comments and the content of strings and regular expressions are blanked; quotes remain. */
  code: string;
}

/** Replaces everything but line ends with blanks. Most of what is blanked is on one line. */
function blank(text: string): string {
  const end = text.indexOf('\n');
  return end === -1 ? ' '.repeat(text.length) : `${' '.repeat(end)}\n${blankLines(text, end + 1)}`;
}

function blankLines(text: string, from: number): string {
  return text
    .slice(from)
    .split('\n')
    .map((line) => ' '.repeat(line.length))
    .join('\n');
}

/** Blanks comments and strings by the language's lexical rules. Texts in other languages are returned unchanged. */
export function maskCode(text: string, language: string | null): MaskedCode {
  const family = families[language ?? ''] ?? 'none';
  if (family === 'none') return { withoutComments: text, code: text };
  const withoutComments: string[] = [];
  const code: string[] = [];
  let from = 0;
  const scanner = scanners[family];
  scanner.lastIndex = 0;
  for (let match = scanner.exec(text); match; match = scanner.exec(text)) {
    const found = match[0];
    if (found.length === 0) {
      scanner.lastIndex++;
      continue;
    }
    const between = text.slice(from, match.index);
    from = match.index + found.length;
    const isComment = /^(?:\/\/|\/\*|#|--|<!--)/.test(found);
    withoutComments.push(between, isComment ? blank(found) : found);
    code.push(between, isComment ? blank(found) : maskLiteral(found));
  }
  withoutComments.push(text.slice(from));
  code.push(text.slice(from));
  return { withoutComments: withoutComments.join(''), code: code.join('') };
}

/** Keeps the quotes, and the expressions in a template. */
function maskLiteral(literal: string): string {
  const quote = literal.charAt(0);
  const closed = literal.length > 1 && literal.endsWith(quote);
  const inner = closed ? literal.slice(1, -1) : literal.slice(1);
  const masked =
    quote === '`' && inner.includes('${')
      ? inner
          .split(/(\$\{(?:[^{}`]|\{[^{}]*\}|`[^`]*`)*\})/)
          .map((part) => (part.startsWith('${') ? part : blank(part)))
          .join('')
      : blank(inner);
  return quote + masked + (closed ? quote : '');
}
