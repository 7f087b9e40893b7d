import type { Edit } from './edit.ts';
import type { FixSite } from './fixers.ts';
import { listSetting, settingName } from './list-setting.ts';
import { ensurePythonImport } from './python-import.ts';

const jsLanguage = /^(?:JavaScript|TypeScript|TSX|JSX)$/;

/** Reads a literal credential from the environment instead, under the name that it has in the code. */
export function fixSecret(site: FixSite): Edit[] | undefined {
  const { finding, text } = site;
  const language = site.language ?? '';
  const isJs = jsLanguage.test(language);
  if (!isJs && language !== 'Python' && language !== 'Ruby' && language !== 'PHP') return undefined;
  const literal = literalAround(text, site);
  if (!literal) return undefined;
  const before = text.slice(site.start, literal.start);
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
  // What a test needs is no setting of the application.
  const isTest = site.index.files.some((file) => file.path === finding.file && file.isTest);
  return isTest ? edits : [...edits, ...listSetting(site, name)];
}

function readEnvironment(language: string, isJs: boolean, name: string): string {
  // Without a value the program fails where it is used; an empty one would be a secret that anybody guesses.
  if (isJs) return language.startsWith('T') ? `(process.env['${name}'] as string)` : `process.env.${name}`;
  if (language === 'Python') return `os.environ["${name}"]`;
  return language === 'Ruby' ? `ENV.fetch("${name}")` : `getenv('${name}')`;
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
  const named = /([A-Za-z_$][\w$]*)["'\]]*\s*(?::\s*[\w<>|[\] ]+)?(?:=>|[:=])\s*$/.exec(before)?.[1];
  const plain = named ?? (ruleId === 'access/fixed-signing-key' ? 'TOKEN_SIGNING_KEY' : 'APP_SECRET');
  return plain
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9_]/g, '')
    .toUpperCase();
}
