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

/** The agent that reports users' rules of each category. */
const tellers: Readonly<Record<string, Category>> = {
  'security.injection': 'security',
  'quality.reliability': 'quality',
  'performance.runtime': 'performance',
};

/** An agent's result with the findings of users' rules added, disabled rules removed and severities changed. */
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

/** Includes the settings for this repository. */
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
  // A repository may still ask for stricter checks.
  const taken = {
    disabled: read.disabled,
    severity: read.severity,
    callers: callers === 'off' ? [callers] : [],
  };
  for (const [field, said] of Object.entries(taken)) {
    const line = source.text.split('\n').findIndex((text) => text.startsWith(`${field}:`)) + 1;
    if (Object.keys(said).length === 0) continue;
    const message =
      'Here the file of an archive only adds rules; what is switched off or rated is for its organization to say.';
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

/** The findings of rules in one category. Other agents report the other categories. */
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

/** Problems in a repository's own rules must not go unnoticed. */
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
      recommendation: 'Write the rule with what is supported, or remove it.',
      source: null,
      sinkTokens: `${field} ${message}`,
    }),
  );
}

/**
 * Applies the settings. Those of an organization override a repository's, which cannot change the organization's own
 * rules.
 */
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

/** Whether the data of a finding comes from callers, by the flow that ends at its place. */
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

/** By full id; for users' rules, also by the id in their file. */
function isRule(finding: Finding, id: string): boolean {
  if (finding.ruleId === id) return true;
  return /^(?:organization|repository|config)\//.test(finding.ruleId) && finding.ruleId.endsWith(`/${id}`);
}

function severityIn(finding: Finding, settings: readonly RuleSettings[]) {
  for (const { severity } of settings)
    for (const [id, given] of Object.entries(severity)) if (isRule(finding, id)) return given;
  return undefined;
}
