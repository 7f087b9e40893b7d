import { createFileLookup } from '../read/files/file-lookup.ts';
import type { FileEntry } from '../types/file-entry.ts';
import type { IndexedFile } from '../types/file-facts.ts';
import { agents } from './agent-list.ts';

/** The results of agents for one file, by agent id. */
export type InspectFile = (file: IndexedFile) => Record<string, unknown>;

/** For those of these agents that inspect single files. */
export function createInspector(agentIds: readonly string[], entries: readonly FileEntry[]): InspectFile {
  const files = createFileLookup(entries);
  const asked = agents.filter(({ id }) => agentIds.includes(id));
  return (file) => {
    const told: Record<string, unknown> = {};
    for (const agent of asked) {
      const found = agent.inspectFile?.(file, { files });
      if (found !== undefined) told[agent.id] = found;
    }
    return told;
  };
}
