import { auxiliaryPath } from '../read/files/aside-paths.ts';
import { defineAgent, type RuleOutcome } from '../rules/agent-run.ts';
import type { FindingDraft } from '../rules/finding-draft.ts';
import type { AgentInput } from '../types/agent.ts';
import type { PackageUse } from '../types/dependency-report.ts';
import type { Severity } from '../types/finding.ts';
import type { Advisory, AdvisorySource } from './advisories/advisory.ts';
import { cleanVersion, isAffected, lastFix, rangeIsAffected } from './advisories/match-advisories.ts';
import { collectDependencyFiles, type DependencyFile } from './collect-packages.ts';
import { createImportCheck } from './imported-packages.ts';
import { installScripts } from './install-scripts.ts';
import { licenseKind } from './licenses.ts';
import { imitatedPackage } from './popular-packages.ts';
import { sourceOf, unpinnedOf } from './read-dependencies.ts';

/** Dependencies: known vulnerabilities, unpinned versions, install scripts, imitated names, licenses. */
export const supplyChainAgent = defineAgent({
  id: 'security.supply-chain',
  category: 'security',
  program: (input): RuleOutcome => {
    const files = collectDependencyFiles(input.files);
    if (files.length === 0) return { drafts: [], nothingToCheck: true };
    const source = sourceOf(input.dependencies, input.options);
    const drafts = [
      ...vulnerablePackages(input, files, source),
      ...unpinnedPackages(files, input),
      ...installScripts(input.files, files),
      ...imitatedNames(input),
      ...licenseConflicts(input, files),
      ...unreadable(files),
    ];
    return { drafts };
  },
});

const lines = (input: AgentInput, file: string, line: number) =>
  input.files.text(file)?.split('\n')[line - 1] ?? '';

const worst: Severity[] = ['critical', 'high', 'medium', 'low'];

function vulnerablePackages(
  input: AgentInput,
  files: readonly DependencyFile[],
  source: AdvisorySource,
): FindingDraft[] {
  const isImported = createImportCheck(input);
  const ranges = new Map(
    files.flatMap((file) =>
      file.packages
        .map((one) => [`${file.path}\0${one.name}`, one.range] as const)
        .filter(([, range]) => range !== null),
    ),
  );
  const drafts: FindingDraft[] = [];
  for (const use of input.dependencies.packages) {
    const range = ranges.get(`${use.file}\0${use.name}`) ?? null;
    const known = source.advisoriesFor(use.ecosystem, use.name);
    const hits = known.filter((advisory) =>
      use.version !== null
        ? isAffected(advisory, use.version)
        : range !== null && rangeIsAffected(advisory, range),
    );
    const [first, ...others] = withoutAliases(hits);
    if (first !== undefined)
      drafts.push(
        vulnerabilityDraft(use, range, [first, ...others], known, use.isCopy ? null : isImported(use), input),
      );
  }
  return drafts;
}

/** Databases list the same vulnerability under several ids; one is enough. */
function withoutAliases(hits: readonly Advisory[]): Advisory[] {
  const kept: Advisory[] = [];
  const seen = new Set<string>();
  for (const hit of [...hits].sort(
    (a, b) => worst.indexOf(a.severity) - worst.indexOf(b.severity) || (a.id < b.id ? -1 : 1),
  )) {
    const ids = [hit.id, ...hit.aliases];
    if (!ids.some((id) => seen.has(id))) kept.push(hit);
    for (const id of ids) seen.add(id);
  }
  return kept;
}

function vulnerabilityDraft(
  use: PackageUse,
  range: string | null,
  hits: readonly [Advisory, ...Advisory[]],
  known: readonly Advisory[],
  imported: boolean | null,
  input: AgentInput,
): FindingDraft {
  const version = use.version ?? range ?? '';
  const fixed = use.version === null ? lastFix(hits) : cleanVersion(hits, known, use.version);
  const [first] = hits;
  const isMalware = hits.some((hit) => hit.isMalware);
  // A dependency used only for builds or tests does not affect the application's users, unless it attacks the build.
  const isAside = !isMalware && (use.isDev || auxiliaryPath.test(use.file));
  const severity = isAside && first.severity !== 'low' ? 'medium' : first.severity;
  const ids = hits.map((hit) => hit.id);
  return {
    ruleId: isMalware ? 'supply-chain/malicious-package' : 'supply-chain/vulnerable-package',
    subject: `${use.name} ${version} (${first.summary}${hits.length > 1 ? `, and ${hits.length - 1} more` : ''})`,
    impact: 'disclosure',
    exposure: 'external',
    severity,
    confidence: use.version === null ? 0.7 : imported === false && use.isDirect ? 0.75 : 0.95,
    cwe: [...new Set(hits.flatMap((hit) => hit.cwe))],
    file: use.file,
    line: use.line,
    snippet: lines(input, use.file, use.line),
    description: [
      `${use.name} ${version} is affected by ${ids.join(', ')}.`,
      use.isDev
        ? 'It is used for development only.'
        : use.isCopy
          ? 'A copy of it is in the project as a file, which no package manager updates.'
          : use.isDirect
            ? 'It is a direct dependency.'
            : 'It comes with another dependency.',
      imported === true
        ? 'The code imports it.'
        : imported === false
          ? 'No import of it was found in the code.'
          : '',
    ]
      .filter(Boolean)
      .join(' '),
    recommendation: isMalware
      ? `Remove ${use.name} ${version}, and replace every credential that the machines where it was installed could read.`
      : fixed
        ? `Update ${use.name} to ${fixed} or newer.`
        : `No clean release of ${use.name} is known; replace it.`,
    package: {
      ecosystem: use.ecosystem,
      name: use.name,
      version,
      fixedVersion: fixed,
      advisories: [...new Set(hits.flatMap((hit) => [hit.id, ...hit.aliases]))],
      imported,
    },
    references: ids.map((id) => `https://osv.dev/vulnerability/${id}`),
    source: 'dependencies',
    sinkTokens: `${use.ecosystem} ${use.name} ${version}`,
  };
}

/** One finding for each manifest, because one lockfile fixes all of its versions. */
function unpinnedPackages(files: readonly DependencyFile[], input: AgentInput): FindingDraft[] {
  const byFile = new Map<DependencyFile, { name: string; range: string | null; line: number }[]>();
  for (const { file, use } of unpinnedOf(files)) byFile.set(file, [...(byFile.get(file) ?? []), use]);
  return [...byFile].flatMap(([file, uses]) => {
    const wild = uses.filter(
      (use) => use.range === '*' || use.range === 'latest' || use.range === '' || use.range === null,
    );
    const told = wild.length > 0 ? wild : uses;
    const shown = told.slice(0, 5).map((use) => use.name);
    return told.slice(0, 1).map(({ line }) => ({
      ruleId: wild.length > 0 ? 'supply-chain/any-version' : 'supply-chain/no-lockfile',
      subject: wild.length > 0 ? `${wild.length} packages` : `${uses.length} packages`,
      impact: wild.length > 0 ? 'weakening' : 'hygiene',
      exposure: 'external',
      confidence: 0.85,
      cwe: ['CWE-1357'],
      file: file.path,
      line,
      snippet: lines(input, file.path, line),
      description: `Each installation may use different releases (${shown.join(', ')}${uses.length > shown.length ? ', …' : ''}), including broken or malicious ones, and no lockfile says which were tested.`,
      recommendation: 'Commit a lockfile and install from it, or pin the versions.',
      source: 'dependencies',
      sinkTokens: 'floating versions',
    })) satisfies FindingDraft[];
  });
}

function imitatedNames(input: AgentInput): FindingDraft[] {
  const all = new Set(input.dependencies.packages.map((use) => `${use.ecosystem} ${use.name}`));
  const drafts: FindingDraft[] = [];
  for (const use of input.dependencies.packages) {
    if (!use.isDirect) continue;
    const other = imitatedPackage(use.ecosystem, use.name);
    // Whoever also uses the real package knows both.
    if (!other || all.has(`${use.ecosystem} ${other}`)) continue;
    drafts.push({
      ruleId: 'supply-chain/imitated-name',
      subject: `${use.name} resembles ${other}`,
      impact: 'disclosure',
      exposure: 'external',
      severity: 'medium',
      confidence: 0.5,
      cwe: ['CWE-1357'],
      file: use.file,
      line: use.line,
      snippet: lines(input, use.file, use.line),
      description: `Attackers publish packages under such names. If ${other} was meant, the code of somebody else is installed.`,
      recommendation: `Check that ${use.name} is what you want, or write ${other}.`,
      source: 'dependencies',
      sinkTokens: `${use.ecosystem} ${use.name}`,
    });
  }
  return drafts;
}

/** Licenses of delivered dependencies that conflict with the project's own. */
function licenseConflicts(input: AgentInput, files: readonly DependencyFile[]): FindingDraft[] {
  const root = files
    .filter((file) => file.format.kind === 'manifest' && file.license !== null)
    .sort((a, b) => a.folder.length - b.folder.length)[0];
  const own = licenseKind(root?.license ?? null);
  if (own !== 'permissive' && own !== 'restricted') return [];
  const drafts: FindingDraft[] = [];
  for (const use of input.dependencies.packages) {
    const kind = licenseKind(use.license);
    const conflicts = kind === 'network-copyleft' || kind === 'copyleft' || kind === 'restricted';
    if (!conflicts || use.isDev) continue;
    drafts.push({
      ruleId: 'supply-chain/license-conflict',
      subject: `${use.name} is under ${use.license}, the project under ${root?.license}`,
      impact: 'weakening',
      exposure: 'external',
      confidence: 0.7,
      cwe: [],
      file: use.file,
      line: use.line,
      snippet: lines(input, use.file, use.line),
      description:
        'Whoever distributes a program that contains it must follow its terms, which differ from those of the project.',
      recommendation: `Replace ${use.name}, or let the person who is responsible for licenses decide.`,
      source: null,
      sinkTokens: `${use.ecosystem} ${use.name} ${use.license}`,
    });
  }
  return drafts;
}

function unreadable(files: readonly DependencyFile[]): FindingDraft[] {
  return files
    .filter((file) => file.error !== null)
    .map((file) => ({
      ruleId: 'supply-chain/unreadable-file',
      subject: file.path.split('/').at(-1),
      impact: 'hygiene',
      exposure: 'external',
      confidence: 0.9,
      cwe: [],
      file: file.path,
      line: 1,
      snippet: '',
      description: `What it lists was not checked: ${file.error}`,
      recommendation: 'Repair the file.',
      source: null,
      sinkTokens: 'unreadable',
    }));
}
