import type { Edit } from './edit.ts';
import type { FixSite } from './fixer.ts';

const value = String.raw`[A-Za-z_$][\w$.]*(?:\([^()"]{0,60}\))?(?:\.\w+\(\))?`;

/** How languages join a folder and a name, and the call that keeps only the last part of a name. */
const joins: readonly { language: RegExp; join: RegExp; last: (name: string) => string }[] = [
  {
    language: /^(?:Java|Kotlin)$/,
    join: new RegExp(
      String.raw`(\b(?:new\s+(?:java\.io\.)?File|Paths\.get|Path\.of)\s*\([^()]*(?:\([^()]*\)[^()]*)?,\s*|\.resolve\s*\(\s*(?=\w+\.get\w*File[nN]ame\(\)))(${value})(?=\s*\))`,
    ),
    last: (name) => `new java.io.File(${name}).getName()`,
  },
  {
    language: /^Go$/,
    join: new RegExp(String.raw`(\bfilepath\.Join\s*\([^()]*,\s*)(${value})(?=\s*\))`),
    last: (name) => `filepath.Base(${name})`,
  },
  {
    language: /^C#$/,
    join: new RegExp(String.raw`(\bPath\.Combine\s*\([^()]*(?:\([^()]*\)[^()]*)?,\s*)(${value})(?=\s*\))`),
    last: (name) => `System.IO.Path.GetFileName(${name})`,
  },
  {
    language: /^Ruby$/,
    join: /((?:\bFile\.join|\bRails\.root\.join)\s*\([^()]*,\s*)(params\[:\w+\])(?=\s*\))/,
    last: (name) => `File.basename(${name})`,
  },
  {
    language: /^PHP$/,
    join: /(["']\/?[^"'\n]*\/["']\s*\.\s*)(\$_(?:GET|POST|REQUEST)\[['"]\w+['"]\])/,
    last: (name) => `basename(${name})`,
  },
];

const fileName =
  /(?:file_?name|Filename|^(?:file|filename|image|img|avatar|photo)|FileName\(\)|\bid|Id|['":](?:file|img|image|avatar|photo)\w*['"]?\])(?:\(\))?$/i;

/** A path with folders may be intended. Only a file name certainly has none. */
export const isFileName = (name: string) => fileName.test(name);

/** Only the lines of the finding: those after it may belong to another. */
function ownLines({ code, finding }: FixSite): string {
  return code
    .split('\n')
    .slice(0, Math.max(1, finding.endLine - finding.line + 1))
    .join('\n');
}

/** Removes the folders from an untrusted name where it is joined to a folder. */
export function fixManagedPath(site: FixSite): Edit[] | undefined {
  const rule = joins.find(({ language }) => language.test(site.language ?? ''));
  const match = rule?.join.exec(ownLines(site));
  const [, before = '', name = ''] = match ?? [];
  if (!rule || !match || !isFileName(name)) return undefined;
  if (/(?:getName|Base|GetFileName|basename)\b/.test(name)) return undefined;
  // Kotlin creates objects without `new`.
  const isImported = /^import\s+java\.io\.(?:File|\*);?/m.test(site.text);
  const written = rule.last(name).replace(/\bjava\.io\.File\(/, isImported ? 'File(' : 'java.io.File(');
  const start = site.start + match.index + before.length;
  return [
    {
      file: site.finding.file,
      start,
      end: start + name.length,
      replacement: site.language === 'Kotlin' ? written.replace(/^new /, '') : written,
    },
  ];
}
