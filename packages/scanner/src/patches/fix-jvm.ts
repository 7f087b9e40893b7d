import type { Edit } from './edit.ts';
import { closingBracket } from './expression.ts';
import type { Fixer, FixSite } from './fixer.ts';

const noDocumentTypes = '"http://apache.org/xml/features/disallow-doctype-decl", true';
/**
 * Factories of XML parsers, with the statement that makes their parsers refuse entities. It throws the same
 * exceptions as parsing.
 */
const factories: readonly [RegExp, (name: string) => string][] = [
  [
    /\b(\w+)\s*=\s*(?:javax\.xml\.parsers\.)?(?:SAXParserFactory|DocumentBuilderFactory)\.newInstance\(\)\s*;/g,
    (name) => `${name}.setFeature(${noDocumentTypes});`,
  ],
  [
    /\b(\w+)\s*=\s*(?:XMLReaderFactory\.createXMLReader\(\)|new\s+SAXBuilder\(\)|\w+\.getXMLReader\(\))\s*;/g,
    (name) => `${name}.setFeature(${noDocumentTypes});`,
  ],
  [
    /\b(\w+)\s*=\s*XMLInputFactory\.new(?:Instance|Factory|DefaultFactory)\(\)\s*;/g,
    (name) => `${name}.setProperty(javax.xml.stream.XMLInputFactory.SUPPORT_DTD, false);`,
  ],
];

/** Makes the parser of the finding's document refuse document types. */
export const fixParser: Fixer = (site) => {
  if (!/^(?:Java|Kotlin)$/.test(site.language ?? '')) return undefined;
  const from = site.text.lastIndexOf('\n', Math.max(0, site.start - 1_500)) + 1;
  const lineEnd = site.text.indexOf('\n', site.start);
  const above = site.text.slice(from, lineEnd < 0 ? site.text.length : lineEnd);
  const made = factories
    .flatMap(([pattern, write]) => [...above.matchAll(pattern)].map((match) => ({ match, write })))
    .sort((a, b) => a.match.index - b.match.index)
    .at(-1);
  if (!made) return undefined;
  const end = from + made.match.index + made.match[0].length;
  // Another method starts in between.
  if (/^[ ]{0,4}\}\s*$/m.test(site.text.slice(end, site.start))) return undefined;
  const [, name = ''] = made.match;
  const statement = made.write(name);
  return insertBelow(site, end, [site.language === 'Kotlin' ? statement.replace(/;$/, '') : statement]);
};

/** Adds the flags where a cookie is created, unless the code sets them further down. */
export const fixJavaCookie: Fixer = (site) => {
  if (!/^(?:Java|Kotlin)$/.test(site.language ?? '')) return undefined;
  const [line = ''] = site.code.split('\n', 1);
  const made = /\b(\w+)\s*=\s*(?:new\s+)?(?:[\w.]+\.)?Cookie\s*\(/.exec(line);
  if (!made) return undefined;
  // What a test sends is intended.
  if (site.index.files.some(({ path, isTest }) => isTest && path === site.finding.file)) return undefined;
  const close = closingBracket(site.text, site.start + made.index + made[0].length - 1);
  const tail = /^\)\s*;?/.exec(site.text.slice(close));
  if (close < 0 || !tail) return undefined;
  const isKotlin = site.language === 'Kotlin';
  const flags = ['HttpOnly', 'Secure'].filter(
    (flag) => !new RegExp(`\\b${made[1]}\\s*\\.\\s*(?:set${flag}|is${flag})\\b`).test(site.text),
  );
  const lines = flags.map((flag) =>
    isKotlin
      ? `${made[1]}.${flag === 'Secure' ? 'secure' : 'isHttpOnly'} = true`
      : `${made[1]}.set${flag}(true);`,
  );
  return insertBelow(site, close + tail[0].length, lines);
};

/** Inserts statements on their own lines after a statement that ends its line. */
function insertBelow(
  { text, finding }: FixSite,
  end: number,
  statements: readonly string[],
): Edit[] | undefined {
  const rest = /^[^\S\n]*(?:\/\/[^\n]*)?(\r?\n)/.exec(text.slice(end));
  if (!rest || statements.length === 0) return undefined;
  const lineStart = text.lastIndexOf('\n', text.lastIndexOf('=', end)) + 1;
  const indent = /^[^\S\n]*/.exec(text.slice(lineStart))?.[0] ?? '';
  const at = end + rest[0].length;
  const replacement = statements.map((one) => `${indent}${one}${rest[1]}`).join('');
  return [{ file: finding.file, start: at, end: at, replacement }];
}

/** MyBatis: binds a value that is in quotes, or alone after a comparison. */
export const fixMappedQuery: Fixer = ({ code, start, finding }) => {
  const [line = ''] = code.split('\n', 1);
  const edits = [
    ...line.matchAll(/(?<==\s*|\blike\s+)(?:'\$\{([\w.]+)\}'|\$\{([\w.]+)\}(?=\s|"|$|\)|<))/gi),
  ].map(({ 0: written, 1: quoted, 2: bare, index }) => ({
    file: finding.file,
    start: start + index,
    end: start + index + written.length,
    replacement: `#{${quoted ?? bare}}`,
  }));
  return edits.length === 0 ? undefined : edits;
};
