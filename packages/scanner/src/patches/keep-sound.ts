import { agents } from '../agents/agent-list.ts';
import { mergeFindings } from '../agents/meta/synthesizer-agent.ts';
import { runAgent } from '../agents/run-agent.ts';
import { analyzeFiles } from '../analysis/index.ts';
import { readDependencies } from '../dependencies/read-dependencies.ts';
import { createFileLookup } from '../read/files/file-lookup.ts';
import type { AgentOptions } from '../types/agent-options.ts';
import type { Application } from '../types/application.ts';
import type { ApplicationIndex } from '../types/application-index.ts';
import type { FileEntry } from '../types/file-entry.ts';
import type { Finding } from '../types/finding.ts';
import { filesToCheck } from './check-scope.ts';
import { mergeProposals } from './compose-patches.ts';
import type { Proposal } from './make-patch.ts';
import { textEntry } from './reanalysis.ts';
import type { FileChange } from './unified-diff.ts';

/** Each one analyses all of these files. */
const MAX_ANALYSES = 8;

/**
 * The proposals that together remove their findings and add no new one in any file. The application, or the part
 * around the changes if it is large, is analysed as it would be with all of them, because a change may have effects
 * far away. If there is a new finding, the proposals that touch its file or path are dropped. If there are none, the
 * half that causes it is searched for. A proposal that could not be checked in time is dropped.
 */
export async function keepSound(
  proposals: readonly Proposal[],
  application: Application,
  options: AgentOptions,
): Promise<Set<Proposal>> {
  const sound = new Set<Proposal>();
  if (proposals.length === 0) return sound;
  const check = await checker(proposals, application, options);
  const waiting: (readonly Proposal[])[] = [proposals];
  for (let analyses = 0; analyses < MAX_ANALYSES; analyses++) {
    const next = waiting.shift();
    if (next === undefined) break;
    const { changes, merged, left } = mergeProposals(next, check.files);
    if (left.length > 0) waiting.push(left);
    const { unsound, hasFailed } = await check.run(merged, changes);
    if (options.shouldStop?.()) break;
    if (!hasFailed) for (const one of merged) sound.add(one);
    else if (unsound.size > 0) {
      const rest = merged.filter((one) => !unsound.has(one));
      if (rest.length > 0) waiting.push(rest);
    } else if (merged.length > 1) {
      const half = Math.ceil(merged.length / 2);
      waiting.push(merged.slice(0, half), merged.slice(half));
    }
  }
  return sound;
}

async function checker(proposals: readonly Proposal[], application: Application, options: AgentOptions) {
  // Does not ask the model or the database on the network again.
  const { model: _model, osv: _network, ...rules } = options;
  const analyze = (files: readonly FileEntry[]) =>
    analyzeFiles(files, rules.shouldStop ? { shouldStop: rules.shouldStop } : {});
  const around = filesToCheck(proposals, application.index, application.files);
  const old =
    around === application.files
      ? await findAll(application.index, around, rules, (id) => application.ruleResult?.(id))
      : await findAll(await analyze(around), around, rules);
  return {
    files: createFileLookup(application.files),
    async run(merged: readonly Proposal[], changes: readonly FileChange[]) {
      const changed = new Map(changes.map(({ path, after }) => [path, textEntry(path, after)]));
      const entries = [...around.filter((entry) => !changed.has(entry.path)), ...changed.values()];
      return compare(old, await findAll(await analyze(entries), entries, rules), merged);
    },
  };
}

/** The findings of all agents' rules, as in a review. */
async function findAll(
  index: ApplicationIndex,
  files: readonly FileEntry[],
  options: AgentOptions,
  known?: Application['ruleResult'],
): Promise<Finding[]> {
  const dependencies = await readDependencies(index, files, options);
  const findings: Finding[] = [];
  for (const { id, category } of agents) {
    if (category === 'meta') continue;
    // Vulnerabilities of packages may have come from the network.
    const told = id === 'security.supply-chain' ? undefined : known?.(id);
    findings.push(...(told ?? (await runAgent(id, index, files, { dependencies, options }))).findings);
  }
  const verified = await runAgent('meta.verifier', index, files, { findings, dependencies, options });
  return mergeFindings(verified.findings).findings;
}

/**
 * Compares by rule and file, because ordinals of equal places and fingerprints of changed lines differ. A proposal is
 * unsound if it touches a file with more findings than before, or with fewer removed than intended.
 */
function compare(old: readonly Finding[], now: readonly Finding[], proposals: readonly Proposal[]) {
  const was = countByPlace(old);
  const is = countByPlace(now);
  const mended = countByPlace(proposals.map(({ finding }) => finding));
  const unsound = new Set<Proposal>();
  let hasFailed = false;
  for (const [key, left] of is) {
    if (left <= (was.get(key) ?? 0)) continue;
    hasFailed = true;
    const fresh = now.filter((one) => keyOf(one) === key);
    const places = new Set(fresh.flatMap((one) => [one.file, ...one.evidence.map(({ file }) => file)]));
    for (const one of proposals) if (one.changes.some(({ path }) => places.has(path))) unsound.add(one);
  }
  for (const one of proposals) {
    const key = keyOf(one.finding);
    const before = was.get(key) ?? 0;
    // A finding that the rules alone do not see cannot be missing.
    if (before === 0 || (is.get(key) ?? 0) <= Math.max(0, before - (mended.get(key) ?? 0))) continue;
    hasFailed = true;
    unsound.add(one);
  }
  return { unsound, hasFailed };
}

const keyOf = ({ file, ruleId }: Finding) => `${file}\0${ruleId}`;

function countByPlace(findings: readonly Finding[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of findings) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  return counts;
}
