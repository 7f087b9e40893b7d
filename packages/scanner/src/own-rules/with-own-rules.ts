import { createFileLookup } from '../read/files/file-lookup.ts';
import type { DraftOwner, FindingDraft } from '../rules/finding-draft.ts';
import { finishFindings, sortFindings } from '../rules/finish-findings.ts';
import type { AgentResult } from '../types/agent.ts';
import type { AgentOptions, RuleSource } from '../types/agent-options.ts';
import type { ApplicationIndex } from '../types/application-index.ts';
import type { FileEntry } from '../types/file-entry.ts';
import type { Category, DroppedFinding, Finding } from '../types/finding.ts';
import { applyRules, type RuleOutcome } from './apply-rules.ts';
import { checkRules } from './check-rules.ts';
import type { ReadRules } from './read-rules.ts';
import { REPOSITORY_RULES } from './rule-source.ts';
import type { RuleProblem, RuleSettings } from './rule-types.ts';

interface Subject {
  index: ApplicationIndex;
  files: readonly FileEntry[];
  options: AgentOptions;
}

/** Which agent tells what rules of one's own find, by the rule's category. */
const tellers: Readonly<Record<string, Category>> = {
  'security.injection': 'security',
  'quality.reliability': 'quality',
  'performance.runtime': 'performance',
};

/** An agent's result with what rules of others find, without what they switch off, and as grave as they say. */
export async function withOwnRules(
  agent: DraftOwner,
  result: AgentResult,
  subject: Subject,
): Promise<AgentResult> {
  const sources = sourcesFor(subject);
  if (sources.length === 0 || agent.category === 'meta') return result;
  const { ignoresRepositorySettings: ignores = false } = subject.options;
  const read = await Promise.all(
    sources.map(async (source) => settingsFor(source, await readOnce(source), ignores)),
  );
  const category = tellers[agent.id];
  const outcome = category === undefined ? null : await judge(subject, read, category);
  const own = outcome?.drafts ?? [];
  const told = category === 'security' ? [...own, ...read.flatMap(problemDrafts)] : own;
  const findings = sortFindings([...result.findings, ...finishFindings(agent, told)]);
  return {
    ...(told.length > 0 ? { ...result, status: 'completed' as const } : result),
    ...settle(findings, read, { dropped: result.dropped, isOfCaller: callerTest(subject.index) }),
    ...(outcome?.isCut && { incomplete: true }),
  };
}

type ReadSource = ReadRules & { source: RuleSource };

/** With what it says of this repository. */
function settingsFor(source: RuleSource, read: ReadRules, ignoresRepository: boolean): ReadSource {
  if (source.owner === 'repository' && ignoresRepository) return withoutSettings(source, read);
  const own = Object.entries(read.repositories).find(([name]) => name === source.repository)?.[1];
  if (own === undefined) return { ...read, source };
  const disabled = [...read.disabled, ...own.disabled];
  const callers = own.callers ?? read.callers;
  return {
    ...read,
    source,
    disabled,
    severity: { ...read.severity, ...own.severity },
    ...(callers && { callers }),
  };
}

function sourcesFor({ index, files, options }: Subject): RuleSource[] {
  const given = [...(options.rules ?? [])];
  if (!index.files.some(({ path }) => path === REPOSITORY_RULES)) return given;
  const text = createFileLookup(files).text(REPOSITORY_RULES);
  return text === undefined ? given : [...given, { owner: 'repository', text }];
}

function withoutSettings(source: RuleSource, read: ReadRules): ReadSource {
  const problems = [...read.problems];
  const { callers, ...rest } = read;
  // More may be asked for.
  const taken = {
    disabled: read.disabled,
    severity: read.severity,
    callers: callers === 'off' ? [callers] : [],
  };
  for (const [field, said] of Object.entries(taken)) {
    const line = source.text.split('\n').findIndex((text) => text.startsWith(`${field}:`)) + 1;
    if (Object.keys(said).length === 0) continue;
    const message =
      'The file of an archive adds rules here; what it switches off or rates is for its organization to say.';
    problems.push({ line: Math.max(line, 1), field, message });
  }
  return { ...rest, source, disabled: [], severity: {}, problems };
}

const readBefore = new Map<string, Promise<ReadRules>>();
const MAX_READ_FILES = 8;

function readOnce({ owner, text }: RuleSource): Promise<ReadRules> {
  const key = `${owner}\0${text}`;
  let read = readBefore.get(key);
  if (read === undefined) {
    if (readBefore.size >= MAX_READ_FILES) readBefore.clear();
    read = checkRules(text, owner);
    readBefore.set(key, read);
  }
  return read;
}

/** What rules of one category find: others are for other agents to tell. */
async function judge(
  { index, files, options }: Subject,
  read: readonly ReadSource[],
  category: Category,
): Promise<RuleOutcome | null> {
  const rules = read.flatMap((one) => one.rules).filter((rule) => rule.category === category);
  if (rules.length === 0) return null;
  const lookup = createFileLookup(files);
  return applyRules({
    rules,
    files: index.files,
    textOf: (path) => lookup.text(path) ?? null,
    ...(options.shouldStop && { shouldStop: options.shouldStop }),
  });
}

/** What a repository's file says and nobody understood must not pass in silence. */
function problemDrafts({ source, problems }: ReadSource): FindingDraft[] {
  if (source.owner !== 'repository') return [];
  const lines = source.text.split('\n');
  return problems.map(
    ({ line, field, message }: RuleProblem): FindingDraft => ({
      ruleId: 'own-rules/not-supported',
      impact: 'hygiene',
      exposure: 'external',
      confidence: 1,
      cwe: [],
      file: REPOSITORY_RULES,
      line,
      snippet: (lines[line - 1] ?? '').trim().slice(0, 300),
      description: `${field === '' ? '' : `\`${field}\`: `}${message}`,
      recommendation: 'Write the rule with what is supported, or take it out.',
      source: null,
      sinkTokens: `${field} ${message}`,
    }),
  );
}

/** Settings of an organization overrule those of a repository, which say nothing of the organization's own rules. */
function settle(
  findings: readonly Finding[],
  read: readonly ReadSource[],
  {
    dropped: before,
    isOfCaller,
  }: { dropped: readonly DroppedFinding[]; isOfCaller: (finding: Finding) => boolean },
): Pick<AgentResult, 'findings' | 'dropped'> {
  const kept: Finding[] = [];
  const dropped = [...before];
  const ordered = [...read].sort((a, b) => rank(a.source) - rank(b.source));
  for (const finding of findings) {
    const speaking = ordered.filter(
      ({ source }) => source.owner !== 'repository' || !isOf(finding, 'organization'),
    );
    const off = speaking.find(({ disabled }) => disabled.some((id) => isRule(finding, id)));
    const trusting = speaking.find(({ callers }) => callers !== undefined);
    const isTrusted = trusting?.callers === 'off' && isOfCaller(finding);
    if (off !== undefined || isTrusted) {
      const { fingerprint, ruleId, file, line } = finding;
      const detail = off
        ? `The rule is switched off by the ${off.source.owner}.`
        : `Arguments of callers are trusted by the ${trusting?.source.owner}.`;
      dropped.push({ fingerprint, ruleId, file, line, reason: 'disabled', detail });
      continue;
    }
    const severity = severityIn(finding, speaking);
    kept.push(severity === undefined ? finding : { ...finding, severity });
  }
  return { findings: sortFindings(kept), dropped };
}

/** What callers give is told apart by the flow that ends there. */
function callerTest({ taint }: ApplicationIndex): (finding: Finding) => boolean {
  const places = new Set(
    taint
      .filter(({ exposure }) => exposure === 'library')
      .map(({ cwe, sink }) => `${cwe} ${sink.file}:${sink.line}`),
  );
  return ({ cwe, file, line, evidence }) =>
    evidence.length > 0 && cwe.some((one) => places.has(`${one} ${file}:${line}`));
}

const rank = ({ owner }: RuleSource) => (owner === 'repository' ? 1 : 0);

const isOf = ({ ruleId }: Finding, owner: string) => ruleId.startsWith(`${owner}/`);

/** By its whole id; a rule of one's own by the id in its file as well. */
function isRule(finding: Finding, id: string): boolean {
  if (finding.ruleId === id) return true;
  return /^(?:organization|repository|config)\//.test(finding.ruleId) && finding.ruleId.endsWith(`/${id}`);
}

function severityIn(finding: Finding, settings: readonly RuleSettings[]) {
  for (const { severity } of settings)
    for (const [id, given] of Object.entries(severity)) if (isRule(finding, id)) return given;
  return undefined;
}
