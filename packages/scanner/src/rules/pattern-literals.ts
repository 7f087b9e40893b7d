import { jsLanguages, type SourceView } from './source-view.ts';

/** A regular expression that stands in the code. */
export interface PatternLiteral {
  offset: number;
  /** As the engine of the language reads it. */
  source: string;
  flags: string;
  /** In a text that the language reads first stands an escape of it where one of the pattern was meant. */
  hasControlSign?: boolean;
}

interface Form {
  languages: readonly string[];
  pattern: RegExp;
  read: (match: RegExpMatchArray, view: SourceView) => Omit<PatternLiteral, 'offset'> | null;
}

/** What a text in quotes means: only the escapes of backslash and quote matter to a pattern. */
const unquoted = (text: string): string => text.replace(/\\([\\"'`/])/g, '$1');

/** `\b` and `\a` behind an even number of backslashes: a backspace and a bell. */
const controlSign = /(?<!\\)(?:\\\\)*\\[ab](?![a-f\d]{2})/;

const longest = 2_000;

const forms: readonly Form[] = [
  {
    languages: [...jsLanguages],
    pattern:
      /(?<=(?:[=(,:[!&|?{};~+\n]|=>)\s{0,4}|\b(?:return|case|typeof)\s)\/((?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/([dgimsuvy]*)(?=\s*[;,.)\]}:\n?&|])/g,
    read: (match) => ({ source: match[1]!, flags: match[2]! }),
  },
  {
    languages: [...jsLanguages],
    pattern:
      /\bRegExp\s*\(\s*(["'`])((?:\\.|(?!\1)[^\\\n])*)\1\s*(?:,\s*["']([a-z]*)["'])?|\bRegExp\s*\(\s*String\.raw`([^`$]*)`/g,
    read: (match) => ({
      source: match[4] ?? unquoted(match[2]!),
      flags: match[3] ?? '',
      hasControlSign: match[2] !== undefined && match[1] !== '`' && /(?<!\\)(?:\\\\)*\\b/.test(match[2]),
    }),
  },
  {
    languages: ['Python'],
    pattern:
      /\b(?:re|regex|re2)\.(?:compile|match|search|fullmatch|findall|finditer|subn?|split)\s*\(\s*([rRuUbB]{0,2})("""|'''|"|')((?:\\[\s\S]|(?!\2)[^\\])*)\2([^\n]{0,120})|\b(?:RegexValidator|re_path|RegexField)\s*\(\s*(?:regex\s*=\s*)?([rR]?)(["'])((?:\\.|(?!\6)[^\\\n])*)\6/g,
    read: (match) => {
      const isRaw = /r/i.test(match[1] ?? match[5] ?? '');
      const text = match[3] ?? match[7]!;
      const named = [...(match[4] ?? '').matchAll(/\b(?:re|regex)\.(?:([IMSX])|([A-Z]+))\b/g)];
      return {
        source: isRaw ? text : unquoted(text),
        flags: named
          .map(([, short, long]) =>
            (short ?? long!.replace('DOTALL', 's').charAt(0)).replace('V', 'x').toLowerCase(),
          )
          .join(''),
      };
    },
  },
  {
    languages: ['Ruby'],
    pattern:
      /(?<=[=(,~[{|&!?;\n]\s{0,4}|\b(?:when|in|if|unless|and|or|not|return|match\??|g?sub!?|scan|split|index|format:|with:)\s)\/((?![*\s])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/([imxounse]*)|%r([{[(|!])((?:\\.|(?![}\])|!])[^\\]|[}\])](?=[*+?{]))*)[}\])|!]([imxounse]*)|\bRegexp\.(?:new|compile)\s*\(?\s*(["'])((?:\\.|(?!\6)[^\\\n])*)\6/g,
    read: (match) => {
      const source = match[1] ?? match[4] ?? unquoted(match[7]!);
      // What is put in is not known here.
      return source.includes('#{') ? null : { source, flags: (match[2] ?? match[5] ?? '').replace('m', 's') };
    },
  },
  {
    languages: ['PHP'],
    pattern:
      /\bpreg_(?:match(?:_all)?|replace(?:_callback)?|split|grep|filter)\s*\(\s*(["'])\s*([/#~@%!|{(])((?:\\[\s\S]|(?!\1)[^\\])*?)([/#~@%!|})])([a-zA-Z]*)\1/g,
    read: (match) => {
      const closes = { '{': '}', '(': ')' }[match[2]!] ?? match[2];
      return closes === match[4] && !/[A-Z]/.test(match[5]!) && !(match[1] === '"' && match[3]!.includes('$'))
        ? { source: match[3]!.replace(/\\\\/g, '\\'), flags: match[5]! }
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
    read: (match) => {
      const text = match[2] ?? match[4] ?? match[6]!;
      const isVerbatim = (match[1] ?? match[3] ?? match[5]) === '@';
      return { source: isVerbatim ? text.replaceAll('""', '"') : unquoted(text), flags: '' };
    },
  },
  {
    languages: ['Go'],
    pattern:
      /\bregexp\.(?:MustCompile|Compile|MatchString)(?:POSIX)?\s*\(\s*(?:`([^`]*)`|"((?:\\.|[^"\\\n])*)")/g,
    read: (match) => ({
      source: match[1] ?? unquoted(match[2]!),
      flags: '',
      hasControlSign: match[2] !== undefined && controlSign.test(match[2]),
    }),
  },
];

const known = new WeakMap<SourceView, readonly PatternLiteral[]>();

/** The regular expressions in a file, as far as they stand whole in one place. */
export function patternLiterals(view: SourceView): readonly PatternLiteral[] {
  let found = known.get(view);
  if (found === undefined) {
    const language = view.file.language ?? '';
    found = forms
      .filter(({ languages }) => languages.includes(language))
      .flatMap(({ pattern, read }) =>
        [...view.matchesOf(pattern, 'withoutComments')].flatMap((match) => {
          const literal = read(match, view);
          return literal === null || literal.source.length > longest
            ? []
            : [{ ...literal, offset: match.index }];
        }),
      );
    known.set(view, found);
  }
  return found;
}
