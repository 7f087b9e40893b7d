import { highlightCode, tagHighlighter, tags } from '@lezer/highlight';

type LRParser = typeof import('@lezer/json').parser;

/** Grammars are loaded when a file in their language is first shown. */
const grammars: [files: RegExp, load: () => Promise<LRParser>][] = [
  [
    /\.[cm]?[jt]sx?$/i,
    async () => (await import('@lezer/javascript')).parser.configure({ dialect: 'ts jsx' }),
  ],
  [/\.pyi?$/i, async () => (await import('@lezer/python')).parser],
  [/\.java$/i, async () => (await import('@lezer/java')).parser],
  [/\.go$/i, async () => (await import('@lezer/go')).parser],
  [/\.php$/i, async () => (await import('@lezer/php')).parser],
  [/\.json$/i, async () => (await import('@lezer/json')).parser],
];

export async function parserFor(file: string): Promise<LRParser | undefined> {
  return grammars.find(([files]) => files.test(file))?.[1]();
}

const highlighter = tagHighlighter([
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword, tags.bool, tags.null], class: 'tok-atom' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], class: 'tok-string' },
  { tag: tags.number, class: 'tok-number' },
  { tag: [tags.comment, tags.lineComment, tags.blockComment], class: 'tok-quiet' },
  {
    tag: [tags.propertyName, tags.function(tags.variableName), tags.definition(tags.variableName)],
    class: 'tok-name',
  },
]);

export interface Token {
  text: string;
  classes: string;
}

/** Tokens per line. */
export function tokensOf(lines: string[], parser: LRParser): Token[][] {
  const text = lines.join('\n');
  let line: Token[] = [];
  const found = [line];
  highlightCode(
    text,
    parser.parse(text),
    highlighter,
    (part, classes) => line.push({ text: part, classes }),
    () => {
      line = [];
      found.push(line);
    },
  );
  return found;
}
