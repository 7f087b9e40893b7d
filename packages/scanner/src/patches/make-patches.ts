import { createFileLookup } from '../read/files/file-lookup.ts';
import type { AgentOptions } from '../types/agent-options.ts';
import type { Application } from '../types/application.ts';
import type { Finding, PatchChecks } from '../types/finding.ts';
import { composePatches } from './compose-patches.ts';
import { keepSound } from './keep-sound.ts';
import { type Proposal, proposeChange } from './make-patch.ts';

/**
 * Patches for findings, in order, until the time is over. `git apply` accepts each, and with all of them the
 * application has none of their findings and no new one.
 * @returns copies of the findings for which a change was tried; `patch` is only set if it passed all checks
 */
export async function makePatches(
  findings: readonly Finding[],
  application: Application,
  options: { making: AgentOptions; checking: AgentOptions },
): Promise<Finding[]> {
  const { index, files } = application;
  const tried: (Finding & { patchChecks: PatchChecks })[] = [];
  const proposals = new Map<Finding, Proposal>();
  for (const finding of findings) {
    if (options.making.shouldStop?.()) break;
    const { proposal, checks } = await proposeChange(finding, index, files, options.making);
    if (checks === null) continue;
    const one = { ...finding, patch: null, patchChecks: checks };
    tried.push(one);
    if (proposal !== null) proposals.set(one, proposal);
  }
  const sound = await keepSound([...proposals.values()], application, options.checking);
  const emitted = [...proposals.values()].filter((proposal) => sound.has(proposal));
  const patches = composePatches(emitted, createFileLookup(files));
  return tried.map((finding) => {
    const proposal = proposals.get(finding);
    if (proposal === undefined) return finding;
    const patch = patches.get(proposal) ?? null;
    const patchChecks = patch === null ? { ...finding.patchChecks, noNew: false } : finding.patchChecks;
    return { ...finding, patch, patchChecks };
  });
}
