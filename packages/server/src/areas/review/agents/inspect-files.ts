import type { AgentOptions } from '../types/agent.ts';
import type { ApplicationIndex } from '../types/application-index.ts';
import type { FileEntry } from '../types/file-entry.ts';
import { agents } from './agent-list.ts';
import { createFileLookup } from './core/file-lookup.ts';

/** What agents told of one file, by their ids. */
export type FileInspection = [path: string, told: Record<string, unknown>];

/** What these agents tell of the files from one place in the index to another. */
export function inspectFiles(
  agentIds: readonly string[],
  index: ApplicationIndex,
  files: readonly FileEntry[],
  [from, to]: readonly [number, number],
  options: AgentOptions = {},
): FileInspection[] {
  const input = { index, files: createFileLookup(files), options };
  const asked = agents.filter(({ id }) => agentIds.includes(id));
  return index.files.slice(from, to).map((file) => {
    const told: Record<string, unknown> = {};
    for (const agent of asked) {
      const found = agent.inspectFile?.(file, input);
      if (found !== undefined) told[agent.id] = found;
    }
    return [file.path, told];
  });
}
