import { defineAgent } from '../rules/agent-run.ts';
import type { FindingDraft } from '../rules/finding-draft.ts';
import { qualityDraft } from '../rules/quality-draft.ts';
import { ownCode } from '../rules/source-view.ts';
import type { AgentInput } from '../types/agent.ts';
import type { ApplicationIndex } from '../types/application-index.ts';
import type { DocumentKind } from '../types/project-files.ts';
import { settingDocuments } from './setting-documents.ts';

/** What a newcomer needs: a README with setup, a license, a changelog, a list of settings, valid links. */
export const projectDocsAgent = defineAgent({
  id: 'documentation.project-docs',
  category: 'documentation',
  program: (input) => {
    const [first] = codeToExplain(input.index);
    if (first === undefined) return { drafts: [], nothingToCheck: true };
    return {
      drafts: [...missingDocuments(input, first.path), ...readmeGaps(input), ...unlistedSettings(input)],
    };
  },
});

function codeToExplain({ files }: Pick<ApplicationIndex, 'files'>) {
  return files.filter((file) => file.kind === 'code' && !file.isVendored);
}

/** Whether there is code, and no README that explains it. */
export function isUndocumented(index: Pick<ApplicationIndex, 'files' | 'documents'>): boolean {
  return !index.documents.some(({ kind }) => kind === 'readme') && codeToExplain(index).length > 0;
}

const paths = (input: AgentInput, kind: DocumentKind) =>
  input.index.documents
    .filter((one) => one.kind === kind)
    .map((one) => one.path)
    .sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1));

function missingDocuments(input: AgentInput, anyFile: string): FindingDraft[] {
  const place = input.dependencies.manifests[0] ?? anyFile;
  const missing = (kind: DocumentKind, description: string, recommendation: string) =>
    paths(input, kind).length > 0
      ? []
      : [
          qualityDraft({
            ruleId: `project-docs/no-${kind}`,
            confidence: 0.95,
            file: place,
            line: 1,
            description,
            recommendation,
            sinkTokens: kind,
            isOfApplication: true,
          }),
        ];
  return [
    ...missing(
      'readme',
      'Nobody can tell what it is and how to start it.',
      'Add one: what it is, how to install, how to use, how to test.',
    ),
    ...missing('license', 'Without one nobody else may use the code.', 'Add a LICENSE file.'),
  ];
}

type Add = (
  rule: string,
  description: string,
  recommendation: string,
  link?: { target: string; line: number },
) => void;

const setUp =
  /install|setup|set up|getting started|quick ?start|usage|build|npm |pip |mvn|gradle|cargo |go (?:get|install|run)|docker|documentation\b.*https?:|docs?\b.*https?:/i;

function readmeGaps(input: AgentInput): FindingDraft[] {
  const path = paths(input, 'readme')[0];
  const text = path === undefined ? undefined : input.files.text(path);
  if (path === undefined || text === undefined) return [];
  const drafts: FindingDraft[] = [];
  const add: Add = (rule, description, recommendation, link) =>
    drafts.push(
      qualityDraft({
        ruleId: `project-docs/${rule}`,
        subject: link?.target,
        confidence: 0.75,
        file: path,
        line: link?.line ?? 1,
        snippet: text.split('\n')[(link?.line ?? 1) - 1] ?? '',
        description,
        recommendation,
        sinkTokens: `${rule} ${link?.target ?? ''}`,
      }),
    );
  if (text.replace(/\s+/g, ' ').length < 200)
    add(
      'short-readme',
      'A newcomer learns neither what it is nor how to start it.',
      'Say what it is, how to install, how to use, how to test.',
    );
  else if (!setUp.test(text))
    add(
      'no-setup',
      'A newcomer has to guess the commands.',
      'Show the commands from a fresh checkout to a running program.',
    );
  checkLinks(input, path, text, add);
  return drafts;
}

/** Links to files that do not exist. */
function checkLinks(input: AgentInput, path: string, text: string, add: Add): void {
  const known = new Set(input.index.files.map((file) => file.path));
  const folders = new Set([...known].flatMap(foldersOf));
  const base = path.slice(0, path.lastIndexOf('/') + 1);
  for (const [index, line] of text.split('\n').entries()) {
    for (const match of line.matchAll(
      /\]\((?!https?:|mailto:|#|<|data:|\/)([^)\s#?]{1,1000})(?:[\s#?][^)]{0,1000})?\)/g,
    )) {
      const [, named = ''] = match;
      const target = normalise(base + decodeSafely(named));
      if (target === undefined || target === '' || known.has(target)) continue;
      if (folders.has(target.replace(/\/$/, ''))) continue;
      add('dead-link', 'The file was moved or removed.', 'Mend the link.', {
        target: named,
        line: index + 1,
      });
    }
  }
}

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The path without `.` and `..`; undefined if it leaves the archive. */
function normalise(path: string): string | undefined {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

const reads =
  /\bprocess\.env(?:\.([A-Z][A-Z0-9_]{2,})|\[['"]([A-Z][A-Z0-9_]{2,})['"]\])|\bos\.(?:environ(?:\.get\(|\[)|getenv\()\s*['"]([A-Z][A-Z0-9_]{2,})['"]|\bos\.(?:Getenv|LookupEnv)\(\s*"([A-Z][A-Z0-9_]{2,})"|\bSystem\.getenv\(\s*"([A-Z][A-Z0-9_]{2,})"|\benv::var\(\s*"([A-Z][A-Z0-9_]{2,})"|\bENV(?:\[|\.fetch\()\s*['"]([A-Z][A-Z0-9_]{2,})['"]/g;
const common =
  /^(?:NODE_ENV|PATH|HOME|CI|PWD|USER|TZ|DEBUG|LANG|TERM|TMPDIR|TEMP|PORT|HOST|HOSTNAME|SHELL|npm_\w+|GITHUB_\w+|NO_COLOR|FORCE_COLOR|VITEST\w*|JEST_\w+|APPDATA|PYTHONPATH)$/;

/** Settings that the code reads and that no document, example file or deployment lists. Reported once. */
function unlistedSettings(input: AgentInput): FindingDraft[] {
  const used = new Map<string, { file: string; line: number; text: string }>();
  for (const view of ownCode(input)) {
    if (view.exposure !== 'external' || !/env/i.test(view.text)) continue;
    for (const match of view.withoutComments.matchAll(reads)) {
      const name = match.slice(1).find((one) => one !== undefined) ?? '';
      const line = view.lineAt(match.index);
      if (!common.test(name) && !used.has(name))
        used.set(name, { file: view.path, line, text: view.lineText(line) });
    }
  }
  if (used.size === 0) return [];
  const missing = new Set(used.keys());
  for (const file of settingDocuments(input.index)) {
    const text = input.files.text(file.path) ?? '';
    for (const name of missing) if (text.includes(name)) missing.delete(name);
    if (missing.size === 0) return [];
  }
  const place = [...used].find(([name]) => missing.has(name))?.[1];
  if (place === undefined) return [];
  return [
    qualityDraft({
      ruleId: 'project-docs/unlisted-settings',
      subject: `${missing.size} settings`,
      confidence: 0.8,
      file: place.file,
      line: place.line,
      snippet: place.text,
      description: `${[...missing].slice(0, 8).join(', ')}${missing.size > 8 ? ', …' : ''}: the code reads them and no documentation mentions them.`,
      recommendation: 'List them with their meaning and default, for example in .env.example.',
      sinkTokens: 'settings',
      isOfApplication: true,
    }),
  ];
}
