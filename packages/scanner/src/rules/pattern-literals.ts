import { jsLanguages, type SourceView } from './source-view.ts';

/** A regular expression in the code. */
export interface PatternLiteral {
  offset: number;
  /** As the language's regex engine gets it. */
  source: string;
  flags: string;
  /** The string has an escape such as `\b`, which the language turns into a control character. */
  hasControlSign?: boolean;
}

interface Form {
  languages: readonly string[];
  pattern: RegExp;
  read: (match: RegExpMatchArray, view: SourceView) => Omit<PatternLiteral, 'offset'> | null;
}

/** The content of a string literal. For a pattern, only the escapes of backslash and quote matter. */
const unquoted = (text: string): string => text.replace(/\\([\\"'`/])/g, '$1');

/** `\b` and `\a` after an even number of backslashes: a backspace and a bell. */
const controlSign = /(?<!\\)(?:\\\\)*\\[ab](?![a-f\d]{2})/;

const MAX_PATTERN_LENGTH = 2_000;

const forms: readonly Form[] = [
  {
    languages: [...jsLanguages],
    pattern:
      /(?<=(?:[=(,:[!&|?{};~+\n]|=>)\s{0,4}|\b(?:return|case|typeof)\s)\/((?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/([dgimsuvy]*)(?=\s*[;,.)\]}:\n?&|])/g,
    read: ([, source = '', flags = '']) => ({ source, flags }),
  },
  {
    languages: [...jsLanguages],
    pattern:
      /\bRegExp\s*\(\s*(["'`])((?:\\.|(?!\1)[^\\\n])*)\1\s*(?:,\s*["']([a-z]*)["'])?|\bRegExp\s*\(\s*String\.raw`([^`$]*)`/g,
    read: ([, quote, text = '', flags = '', raw]) => ({
      source: raw ?? unquoted(text),
      flags,
      hasControlSign: quote !== '`' && /(?<!\\)(?:\\\\)*\\b/.test(text),
    }),
  },
  {
    languages: ['Python'],
    pattern:
      /\b(?:re|regex|re2)\.(?:compile|match|search|fullmatch|findall|finditer|subn?|split)\s*\(\s*([rRuUbB]{0,2})("""|'''|"|')((?:\\[\s\S]|(?!\2)[^\\])*)\2([^\n]{0,120})|\b(?:RegexValidator|re_path|RegexField)\s*\(\s*(?:regex\s*=\s*)?([rR]?)(["'])((?:\\.|(?!\6)[^\\\n])*)\6/g,
    read: ([, compiled, , pattern, rest = '', validated, , validator = '']) => {
      const isRaw = /r/i.test(compiled ?? validated ?? '');
      const text = pattern ?? validator;
      const named = [...rest.matchAll(/\b(?:re|regex)\.([A-Z]+)\b/g)];
      return {
        source: isRaw ? text : unquoted(text),
        flags: named
          .map(([, flag = '']) => flag.replace('DOTALL', 's').charAt(0).replace('V', 'x').toLowerCase())
          .join(''),
      };
    },
  },
  {
    languages: ['Ruby'],
    pattern:
      /(?<=[=(,~[{|&!?;\n]\s{0,4}|\b(?:when|in|if|unless|and|or|not|return|match\??|g?sub!?|scan|split|index|format:|with:)\s)\/((?![*\s])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/([imxounse]*)|%r([{[(|!])((?:\\.|(?![}\])|!])[^\\]|[}\])](?=[*+?{]))*)[}\])|!]([imxounse]*)|\bRegexp\.(?:new|compile)\s*\(?\s*(["'])((?:\\.|(?!\6)[^\\\n])*)\6/g,
    read: ([, literal, flags, , percent, percentFlags, , text = '']) => {
      const source = literal ?? percent ?? unquoted(text);
      // The interpolated value is unknown here.
      return source.includes('#{')
        ? null
        : { source, flags: (flags ?? percentFlags ?? '').replace('m', 's') };
    },
  },
  {
    languages: ['PHP'],
    pattern:
      /\bpreg_(?:match(?:_all)?|replace(?:_callback)?|split|grep|filter)\s*\(\s*(["'])\s*([/#~@%!|{(])((?:\\[\s\S]|(?!\1)[^\\])*?)([/#~@%!|})])([a-zA-Z]*)\1/g,
    read: ([, quote, opens = '', pattern = '', closes, flags = '']) => {
      const isClosed = closes === ({ '{': '}', '(': ')' }[opens] ?? opens);
      return isClosed && !/[A-Z]/.test(flags) && !(quote === '"' && pattern.includes('$'))
        ? { source: pattern.replace(/\\\\/g, '\\'), flags }
        : null;
    },
  },
  {
    languages: ['Java', 'Kotlin'],
    pattern:
      /\bPattern\.compile\s*\(\s*"((?:\\.|[^"\\\n])*)"|\bRegex\s*\(\s*(?:"((?:\\.|[^"\\\n])*)"|"""([^"]*)""")|\.(?:matches|replaceAll|replaceFirst|split)\s*\(\s*"((?:\\.|[^"\\\n])*)"|\bregexp\s*=\s*"((?:\\.|[^"\\\n])*)"|"((?:\\.|[^"\\\n])*)"\s*\.\s*toRegex\s*\(/g,
    read: (match) => ({
      source: match[3] ?? unquoted(match.slice(1).find((text) => text !== undefined) ?? ''),
      flags: '',
    }),
  },
  {
    languages: ['C#'],
    pattern:
      /\bRegex\s*\(\s*(@?)"((?:\\.|""|[^"\\\n])*)"|\bRegex\s*\.\s*\w+\s*\(\s*[^,"\n]{1,80},\s*(@?)"((?:\\.|""|[^"\\\n])*)"|\[RegularExpression\s*\(\s*(@?)"((?:\\.|""|[^"\\\n])*)"/g,
    read: ([, ofNew, made, ofCall, called, ofAttribute, attribute = '']) => {
      const text = made ?? called ?? attribute;
      const isVerbatim = (ofNew ?? ofCall ?? ofAttribute) === '@';
      return { source: isVerbatim ? text.replaceAll('""', '"') : unquoted(text), flags: '' };
    },
  },
  {
    languages: ['Go'],
    pattern:
      /\bregexp\.(?:MustCompile|Compile|MatchString)(?:POSIX)?\s*\(\s*(?:`([^`]*)`|"((?:\\.|[^"\\\n])*)")/g,
    read: ([, raw, text = '']) => ({
      source: raw ?? unquoted(text),
      flags: '',
      hasControlSign: controlSign.test(text),
    }),
  },
  {
    languages: ['Swift'],
    pattern:
      /\b(?:NSRegularExpression\s*\(\s*pattern\s*:|Regex\s*\()\s*(?:#+"((?:[^"\n]|"(?!#))*)"#+|"((?:\\.|[^"\\\n])*)")(?!\s*\+)|(?<=[=(,:]\s{0,4}|\breturn\s)\/((?![*/\s])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/(?=\s*[,.)}\n])|"((?:\\.|[^"\\\n])*)"\s*,\s*options\s*:\s*\[?\s*\.regularExpression\b/g,
    read: ([, raw, text, literal, asOption]) => {
      const quoted = text ?? asOption ?? '';
      const source = raw ?? literal ?? unquoted(quoted);
      // The interpolated value is unknown here.
      return /\\\(\w+\)/.test(quoted) && !source.startsWith('(?') ? null : { source, flags: '' };
    },
  },
  {
    languages: ['Dart'],
    pattern: /\bRegExp\s*\(\s*(r?)(["'])((?:\\.|(?!\2)[^\\\n])*)\2([^;\n]{0,80})/g,
    read: ([, prefix, , text = '', options = '']) => {
      if (prefix === '' && /(?<!\\)\$[\w{]/.test(text)) return null;
      const flags = /caseSensitive\s*:\s*false/.test(options) ? 'i' : '';
      return { source: prefix === 'r' ? text : unquoted(text), flags };
    },
  },
  {
    languages: ['Scala'],
    pattern:
      /"""((?:(?!""")[\s\S]){1,2000})"""\s*\.r\b|"((?:\\.|[^"\\\n])*)"\s*\.r\b|\b(?:Pattern\.compile|new\s+Regex)\s*\(\s*(?:"""((?:(?!""")[\s\S]){1,2000})"""|"((?:\\.|[^"\\\n])*)")/g,
    read: ([, raw, text, rawInCall, textInCall = '']) => ({
      source: raw ?? rawInCall ?? unquoted(text ?? textInCall),
      flags: '',
    }),
  },
];

const known = new WeakMap<SourceView, readonly PatternLiteral[]>();

/** The regular expressions in a file that are written in one place. */
export function patternLiterals(view: SourceView): readonly PatternLiteral[] {
  let found = known.get(view);
  if (found === undefined) {
    const language = view.file.language ?? '';
    found = forms
      .filter(({ languages }) => languages.includes(language))
      .flatMap(({ pattern, read }) =>
        [...view.matchesOf(pattern, 'withoutComments')].flatMap((match) => {
          const literal = read(match, view);
          return literal === null || literal.source.length > MAX_PATTERN_LENGTH
            ? []
            : [{ ...literal, offset: match.index }];
        }),
      );
    known.set(view, found);
  }
  return found;
}
