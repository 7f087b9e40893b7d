import type { LexerFamily } from '../language-table.ts';

/** What the one-pass lexer needs to know about a family of languages. */
export interface LexerRules {
  lineComments: readonly string[];
  blockComments: readonly (readonly [open: string, close: string])[];
  /** Block comments can be nested. */
  nests: boolean;
  /** Characters that open a single-line string. */
  quotes: string;
  /** `"""` and `'''` may span lines. */
  triple: boolean;
  /** Backtick: `template` contains `${}`, `raw` anything, `quote` is a plain string. */
  backtick: 'template' | 'raw' | 'quote' | null;
  /** A plain string may span lines. */
  multiline: boolean;
  /** Opens an expression inside a string, which may contain quotes up to its `}`. */
  interpolation: '${' | '#{' | null;
  /** Such an expression may also be written as `\(…)`. */
  escapedBrackets: boolean;
  /** Strings without escapes: `r#"…"#` (Rust), `R"tag(…)tag"` (C++). */
  rawString: 'hashes' | 'tag' | null;
  /** `/…/` where an operand is expected. */
  regex: boolean;
  /** `%w[…]`, `%r{…}`, `%(…)`. */
  percent: boolean;
  /** `'` opens a character literal, or (Rust) a lifetime. */
  apostropheIsChar: boolean;
  /** `@"…""…"`. */
  verbatim: boolean;
  /** `<<NAME` (Ruby, shell) or `<<<NAME` (PHP). */
  heredoc: '<<' | '<<<' | null;
  /** Additional identifier characters besides letters, digits and `_`. */
  identifier: string;
  /** A string as a statement is documentation, counted as comment. */
  docstrings: boolean;
}

const plain: LexerRules = {
  lineComments: [],
  blockComments: [],
  nests: false,
  quotes: '"\'',
  triple: false,
  backtick: null,
  multiline: false,
  interpolation: null,
  escapedBrackets: false,
  rawString: null,
  regex: false,
  percent: false,
  apostropheIsChar: false,
  verbatim: false,
  heredoc: null,
  identifier: '',
  docstrings: false,
};

const slashes: LexerRules = { ...plain, lineComments: ['//'], blockComments: [['/*', '*/']] };

export const lexerRules: Record<LexerFamily, LexerRules> = {
  c: { ...slashes, apostropheIsChar: true, rawString: 'tag' },
  java: { ...slashes, triple: true },
  csharp: { ...slashes, verbatim: true, triple: true },
  go: { ...slashes, backtick: 'raw', apostropheIsChar: true },
  javascript: { ...slashes, backtick: 'template', regex: true, identifier: '$' },
  kotlin: { ...slashes, nests: true, triple: true, interpolation: '${', escapedBrackets: true },
  rust: { ...slashes, nests: true, apostropheIsChar: true, multiline: true, rawString: 'hashes' },
  php: {
    ...slashes,
    lineComments: ['//', '#'],
    backtick: 'quote',
    multiline: true,
    heredoc: '<<<',
    identifier: '$',
  },
  python: { ...plain, lineComments: ['#'], triple: true, docstrings: true },
  ruby: {
    ...plain,
    lineComments: ['#'],
    blockComments: [['\n=begin', '\n=end']],
    backtick: 'quote',
    multiline: true,
    interpolation: '#{',
    regex: true,
    percent: true,
    heredoc: '<<',
    identifier: '@$?!',
  },
  hash: { ...plain, lineComments: ['#'] },
  sql: { ...plain, lineComments: ['--'], blockComments: [['/*', '*/']] },
  lisp: { ...plain, lineComments: [';'], quotes: '"', identifier: '-?!*' },
  css: { ...plain, blockComments: [['/*', '*/']], identifier: '-' },
  markup: {
    ...plain,
    // Also comments of embedded templates (ERB and EJS, JSP).
    blockComments: [
      ['<!--', '-->'],
      ['<%--', '--%>'],
      ['<%#', '%>'],
    ],
    quotes: '',
    identifier: '-',
  },
  text: { ...plain, quotes: '' },
};
