import { auxiliaryPath } from '../read/files/aside-paths.ts';
import { withoutInlineTests } from '../read/structure/inline-tests.ts';
import { defineAgent, type RuleOutcome } from '../rules/agent-run.ts';
import type { FindingDraft } from '../rules/finding-draft.ts';
import { exposureOf } from '../rules/source-view.ts';
import type { IndexedFile } from '../types/file-facts.ts';
import { detectSecrets, type SecretMatch } from './detect-secrets.ts';

const MAX_TEXT_LENGTH = 4_194_304;

/** Credentials in any text of the application. */
export const secretsAgent = defineAgent({
  id: 'security.secrets',
  category: 'security',
  inspectFile: (file, { files }) => {
    if (file.kind === 'binary' || file.sizeBytes > MAX_TEXT_LENGTH) return undefined;
    const text = files.text(file.path);
    return text === undefined ? undefined : checkFile(file, withoutInlineTests(text, file.language));
  },
  program: (_input, inspected) => ({
    drafts: inspected.flatMap(({ drafts }) => drafts),
    refused: inspected.flatMap(({ refused }) => refused),
  }),
});

type FileSecrets = Required<Pick<RuleOutcome, 'drafts' | 'refused'>>;

/** The secrets of one file as drafts. Those in tests without a conclusive form are refused, with the reason. */
function checkFile(file: IndexedFile, text: string): FileSecrets | undefined {
  const matches = detectSecrets(text, file.path);
  if (matches.length === 0) return undefined;
  const outcome: FileSecrets = { drafts: [], refused: [] };
  const lineOf = lineCounter(text);
  const inTest = file.isTest || auxiliaryPath.test(file.path);
  for (const match of matches) {
    const draft = draftOf(match, file, text, lineOf(match.start), inTest);
    const byName =
      match.by === 'name' ||
      match.rule === 'jwt' ||
      match.rule === 'url-credentials' ||
      match.rule === 'authorization-header';
    if (inTest && byName)
      outcome.refused.push({ draft, detail: 'A value in a test, an example or documentation.' });
    else if (file.isVendored) outcome.refused.push({ draft, detail: 'The file is third-party code.' });
    else outcome.drafts.push(draft);
  }
  return outcome;
}

function lineCounter(text: string): (offset: number) => { line: number; start: number } {
  let line = 1;
  let start = 0;
  return (offset) => {
    for (let next = text.indexOf('\n', start); next >= 0 && next < offset; next = text.indexOf('\n', start)) {
      line++;
      start = next + 1;
    }
    return { line, start };
  };
}

function cweOf({ rule }: SecretMatch): string[] {
  if (rule === 'private-key') return ['CWE-321', 'CWE-798'];
  return /password/.test(rule) || rule === 'url-credentials'
    ? ['CWE-798', 'CWE-259']
    : ['CWE-798', 'CWE-321'];
}

const impactOf = { account: 'takeover', service: 'disclosure', limited: 'weakening' } as const;

function draftOf(
  match: SecretMatch,
  file: IndexedFile,
  text: string,
  place: { line: number; start: number },
  inTest: boolean,
): FindingDraft {
  const lineEnd = text.indexOf('\n', match.start);
  const whole = text.slice(place.start, lineEnd < 0 ? text.length : lineEnd);
  const snippet = mask(
    whole,
    match.start - place.start,
    Math.min(match.end, place.start + whole.length) - place.start,
  );
  const isAside =
    inTest ||
    isShown(match, file.path, whole, place.start) ||
    isForTests(match, file.path, whole) ||
    isDevelopment(file.path, text, match.start) ||
    // Its name says that it gives access to nothing.
    /fake|dummy/i.test(whole.slice(0, match.start - place.start));
  const exposure = isAside ? 'test' : exposureOf(file) === 'local' ? 'external' : exposureOf(file);
  const weak = match.confidence < 0.5;
  return {
    ruleId: `secrets/${match.rule}`,
    title: `${match.title} in ${file.path.split('/').at(-1)}`,
    impact: weak ? 'hygiene' : impactOf[match.reach],
    exposure,
    confidence: match.confidence,
    cwe: cweOf(match),
    file: file.path,
    line: place.line,
    column: match.start - place.start + 1,
    endLine: place.line + text.slice(match.start, match.end).split('\n').length - 1,
    snippet,
    description: `${describe(match)} Anybody who can read the source, its history or a build has it.`,
    recommendation:
      'Revoke it where it was issued first, then read it from the environment or a secret store; removing the line does not remove it from the history.',
    references: ['https://cwe.mitre.org/data/definitions/798.html'],
    source: 'secrets',
    sinkTokens: `${match.rule} ${snippet.replace(/\s+/g, ' ').trim()}`,
  };
}

const documentation = /(?:^|\/)(?:readme|changelog|contributing)[^/]*$|\.(?:md|mdx|rst|adoc)$/i;

/** In documentation, or in a doc comment, where it is meant to be seen. */
function isShown(match: SecretMatch, path: string, line: string, start: number): boolean {
  if (documentation.test(path)) return match.by !== 'checksum';
  return match.rule === 'private-key' && /^\s*(?:\*|\/\/[/!]?|#+\s)/.test(line.slice(0, match.start - start));
}

const pipelines =
  /(?:^|\/)(?:\.github\/workflows\/|\.circleci\/|\.gitlab-ci|\.travis|\.?appveyor|azure-pipelines|bitbucket-pipelines|\.drone|\.woodpecker)/i;

/** The password of a database that a pipeline starts only for its tests. */
function isForTests(match: SecretMatch, path: string, line: string): boolean {
  return (
    match.by === 'name' &&
    pipelines.test(path) &&
    (/\b(?:localhost|127\.0\.0\.1)\b/i.test(line) ||
      /(?:postgres|mysql|maria|mssql|sqlserver|mongo|redis|rabbit|oracle|database|\bdb|\bpg|\bsa)\w*_(?:pass|pwd)/i.test(
        line,
      ))
  );
}

/** Rails keeps the settings of all environments in one file; those of development and test give access to nothing. */
function isDevelopment(path: string, text: string, at: number): boolean {
  if (!/(?:^|\/)config\/[\w-]+\.ya?ml$/.test(path)) return false;
  const sections = [...text.slice(0, at).matchAll(/^([a-z]\w*):/gm)];
  return /^(?:development|test)$/.test(sections.at(-1)?.[1] ?? '');
}

function describe(match: SecretMatch): string {
  if (match.by === 'checksum') return `${match.title}: the format and its checksum are valid.`;
  if (match.by === 'format') {
    return match.confidence < 0.5
      ? `A text in the form of a ${match.title}, but its checksum is wrong: mistyped, cut off or made up.`
      : `${match.title}: the text has the form that the provider documents.`;
  }
  if (match.rule === 'weak-password') return 'A password of plain words is in the code.';
  return `${match.title}: a literal credential is in the file.`;
}

/**
 * Findings are sent to people and systems that should not see the credential. Four characters are enough to find it.
 */
function mask(line: string, start: number, end: number): string {
  const secret = line.slice(start, end);
  const shown = secret.length >= 16 ? secret.slice(0, 4) : '';
  const before = line.slice(0, start);
  const after = line.slice(end);
  const around = 120;
  return `${before.slice(-around)}${shown}${'*'.repeat(8)}${after.slice(0, around)}`;
}
