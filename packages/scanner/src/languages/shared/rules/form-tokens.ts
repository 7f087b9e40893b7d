import { auxiliaryPath } from '../../../read/files/aside-paths.ts';
import type { FindingDraft } from '../../../rules/finding-draft.ts';
import { exposureOf } from '../../../rules/source-view.ts';
import type { AgentInput } from '../../../types/agent.ts';
import type { IndexedFile } from '../../../types/file-facts.ts';

const MAX_SIZE = 262_144;
const MAX_FORM = 6000;
const MAX_PER_FILE = 10;

/** Forms without a token, in frameworks that check one: their route must have the check disabled. */
export function formsWithoutToken({ index, files }: AgentInput): FindingDraft[] {
  const isDjango = index.files.some(
    ({ language, imports }) =>
      language === 'Python' && imports.some(({ specifier }) => /^django\b/.test(specifier)),
  );
  return index.files
    .filter((file) => isPage(file, isDjango))
    .flatMap((file) => formsIn(file, files.text(file.path)));
}

function isPage(
  { path, sizeBytes, isVendored, isGenerated, isTest }: IndexedFile,
  isDjango: boolean,
): boolean {
  if (isVendored || isGenerated || isTest || sizeBytes > MAX_SIZE || auxiliaryPath.test(path)) return false;
  return /\.(?:blade\.php|html\.erb)$/.test(path) || (isDjango && /\.(?:html?|djhtml)$/.test(path));
}

function formsIn(file: IndexedFile, text: string | undefined): FindingDraft[] {
  // A page without template syntax is served unchanged.
  if (text === undefined || !/\{[%{]|<%|@(?:extends|section|include|csrf)\b/.test(text)) return [];
  const drafts: FindingDraft[] = [];
  for (const match of text.matchAll(/<form\b[^<>]{0,400}\bmethod\s*=\s*["']?\s*post\b[^<>]{0,400}>/gi)) {
    if (drafts.length >= MAX_PER_FILE) break;
    if (isProtected(text, match)) continue;
    const line = text.slice(0, match.index).split('\n').length;
    drafts.push({
      ruleId: 'access/form-without-token',
      subject: match[0].slice(0, 60),
      impact: 'weakening',
      exposure: exposureOf(file),
      confidence: 0.6,
      cwe: ['CWE-352'],
      file: file.path,
      line,
      column: match.index - text.lastIndexOf('\n', match.index),
      snippet: match[0].slice(0, 300),
      source: 'code',
      description: 'Other sites can send this form in the name of the signed-in user.',
      recommendation:
        'Put the token of the framework into the form ({% csrf_token %}, @csrf), and leave the check of the route on.',
    });
  }
  return drafts;
}

/** A form to another site would leak the token; a form sent by a script has the token in a header. */
function isProtected(text: string, { 0: tag, index }: RegExpExecArray): boolean {
  if (
    /\baction\s*=\s*["']?\s*https?:|\bon(?:submit|\w*:submit)\s*=|@submit|v-on:submit|x-on:submit|hx-post/i.test(
      tag,
    )
  )
    return true;
  const rest = text.slice(index + tag.length, index + tag.length + MAX_FORM);
  const end = rest.search(/<\/form\s*>/i);
  // An included part of the page may contain it.
  return /csrf|token|xsrf|nonce|\binclude\b|<%=\s*render\b/i.test(end < 0 ? rest : rest.slice(0, end));
}
