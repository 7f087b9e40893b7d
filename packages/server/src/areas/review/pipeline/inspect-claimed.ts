import { setImmediate } from 'node:timers/promises';
import { type FileInspection, inspectFiles } from '../agents/index.ts';
import type { AgentOptions } from '../types/agent.ts';
import type { ApplicationIndex } from '../types/application-index.ts';
import type { FileEntry } from '../types/file-entry.ts';

/** Agents that look at single files, and so can share them with another thread. */
const INSPECTING_AGENTS = [
  'security.injection',
  'security.secrets',
  'security.access-control',
  'security.crypto-transport',
];

/** Files that a thread takes at once. */
const CLAIM = 8;
const LONGEST_STRETCH_MS = 10;

/**
 * One thread's share of the inspections, until no file is left. `claims` is shared: the place of the first file that
 * nobody has claimed. The thread takes messages now and then.
 */
export async function inspectClaimed(
  index: ApplicationIndex,
  files: readonly FileEntry[],
  claims: Int32Array,
  options: AgentOptions = {},
): Promise<FileInspection[]> {
  const told: FileInspection[] = [];
  let last = performance.now();
  for (;;) {
    const from = Atomics.add(claims, 0, CLAIM);
    if (from >= index.files.length) return told;
    told.push(...inspectFiles(INSPECTING_AGENTS, index, files, [from, from + CLAIM], options));
    if (performance.now() - last < LONGEST_STRETCH_MS) continue;
    await setImmediate();
    last = performance.now();
  }
}
