import type { Edit } from './edit.ts';
import type { FixSite } from './fixers.ts';
import { ensureGoImport } from './go-import.ts';
import { listSetting, settingName } from './list-setting.ts';
import { ensurePythonImport } from './python-import.ts';

const jsLanguage = /^(?:JavaScript|TypeScript|TSX|JSX)$/;

/** Reads a literal credential from the environment instead, under the name that it has in the code. */
export function fixSecret(site: FixSite): Edit[] | undefined {
  const { finding, text } = site;
  const language = site.language ?? '';
  const isJs = jsLanguage.test(language);
  if (!isJs && !/^(?:Python|Ruby|PHP|Java|C#|Go)$/.test(language)) return undefined;
  if (isJs && isForBrowsers(finding.file, text)) return undefined;
  const literal = literalAround(text, site);
  if (!literal) return undefined;
  const before = text.slice(site.start, literal.start);
  if (isFixed(site, language, literal)) return undefined;
  const name = settingName(
    site.index,
    variableName(before, finding.ruleId),
    text.slice(literal.start + 1, literal.end - 1),
  );
  const edits: Edit[] = [
    { file: finding.file, ...literal, replacement: readEnvironment(language, isJs, name) },
  ];
  if (language === 'Python')
    edits.push(...ensurePythonImport(site, 'import os', /^[^\S\n]*import\s+(?:[\w, ]+,\s*)?os\b/m));
  if (language === 'Go') {
    const imported = ensureGoImport(site, 'os');
    if (imported === undefined) return undefined;
    edits.push(...imported);
  }
  // What a test needs is no setting of the application.
  const isTest = site.index.files.some((file) => file.path === finding.file && file.isTest);
  return isTest ? edits : [...edits, ...listSetting(site, name)];
}

/** There is no environment in a page. */
function isForBrowsers(path: string, text: string): boolean {
  return (
    /(?:^|\/)(?:static|public|assets|resources|www|webapp|wwwroot|client|frontend|browser)\/.*\.[jt]sx?$/.test(
      path,
    ) ||
    (/\b(?:document|window)\.|\$\(/.test(text) && !/\brequire\s*\(|\bprocess\.|from ['"]node:/.test(text))
  );
}

function readEnvironment(language: string, isJs: boolean, name: string): string {
  // Without a value the program fails where it is used; an empty one would be a secret that anybody guesses.
  if (isJs) return language.startsWith('T') ? `(process.env['${name}'] as string)` : `process.env.${name}`;
  if (language === 'Python') return `os.environ["${name}"]`;
  if (language === 'Java') return `System.getenv("${name}")`;
  if (language === 'C#') return `System.Environment.GetEnvironmentVariable("${name}")`;
  if (language === 'Go') return `os.Getenv("${name}")`;
  return language === 'Ruby' ? `ENV.fetch("${name}")` : `getenv('${name}')`;
}

/** Where the language wants a constant: in annotations, attributes, cases, defaults, and what is declared as one. */
function isFixed(
  { text, start }: FixSite,
  language: string,
  literal: { start: number; end: number },
): boolean {
  if (!/^(?:Java|C#|Go)$/.test(language)) return false;
  const before = text.slice(start, literal.start);
  const after = text.slice(literal.end, literal.end + 40);
  if (text[literal.start] !== '"' || /^\s*[@[]|\b(?:const|case)\b|"\s*\+|\+\s*$/.test(before)) return true;
  if (/^\s*(?:\+|\.)/.test(after)) return true;
  if (language === 'Go') return !/:=\s*$|\bvar\b[^=]*=\s*$|^\s*\w+:\s*$/.test(before);
  if (language === 'C#') return !/^\s*;/.test(after);
  const constant = /\bfinal\s+String\s+(\w+)\s*=\s*$/.exec(before)?.[1];
  if (constant === undefined) return !/^\s*[;,)]/.test(after);
  return (
    /\bpublic\b|\bprotected\b/.test(before) ||
    new RegExp(`@\\w+\\([^)]*\\b${constant}\\b|\\bcase\\s+${constant}\\b`).test(text)
  );
}

/** The quoted text that the finding's column lies in, or the first after it on the line. */
function literalAround(text: string, site: FixSite): { start: number; end: number } | undefined {
  const lineEnd = text.indexOf('\n', site.start);
  const line = text.slice(site.start, lineEnd < 0 ? text.length : lineEnd);
  const column = site.finding.column - 1;
  for (const match of line.matchAll(/(["'])(?:\\.|(?!\1)[^\\])*\1/g)) {
    const end = match.index + match[0].length;
    if (end <= column) continue;
    // A signing key stands in the call after the payload; take the literal with enough signs.
    if (match[0].length < 4 || isName(line, match.index, end)) continue;
    return { start: site.start + match.index, end: site.start + end };
  }
  return undefined;
}

/** A key of an object or of a subscript, or the first of what a call that sets or reads by name is given. */
function isName(line: string, start: number, end: number): boolean {
  const before = line.slice(0, start);
  const after = line.slice(end);
  return (
    (/[\w$)\]]\s*\[\s*$/.test(before) && /^\s*\]/.test(after)) ||
    /^\s*(?::|=>)/.test(after) ||
    (/\b(?:get\w*|set\w*|env|fetch|put|config|define)\s*\(\s*$/i.test(before) && /^\s*,/.test(after))
  );
}

function variableName(before: string, ruleId: string): string {
  const named = /([A-Za-z_$][\w$]*)["'\]]*\s*(?::\s*[\w<>|[\] ]+)?(?:=>|:=|[:=])\s*$/.exec(before)?.[1];
  const plain = named ?? (ruleId === 'access/fixed-signing-key' ? 'TOKEN_SIGNING_KEY' : 'APP_SECRET');
  return plain
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9_]/g, '')
    .toUpperCase();
}
