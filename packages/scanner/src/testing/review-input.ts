import { createFileLookup } from '../agents/core/file-lookup.ts';
import { readDependencies } from '../agents/supply-chain/read-dependencies.ts';
import { analyzeFiles } from '../analysis/index.ts';
import type { AgentInput, AgentOptions } from '../types/agent.ts';
import type { ApplicationIndex } from '../types/application-index.ts';
import type { FileEntry } from '../types/file-entry.ts';

/** Files from texts, in the order of their paths. */
export function entriesOf(texts: Readonly<Record<string, string>>): FileEntry[] {
  return Object.entries(texts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, text]) => {
      const bytes = Buffer.from(text, 'utf8');
      return { path, sizeBytes: bytes.length, read: () => bytes };
    });
}

/** What an agent gets for an application of these files, from the real analysis. */
export async function reviewInput(
  texts: Readonly<Record<string, string>>,
  options: AgentOptions = {},
): Promise<AgentInput & { entries: FileEntry[]; index: ApplicationIndex }> {
  const entries = entriesOf(texts);
  const index = await analyzeFiles(entries);
  const dependencies = await readDependencies(index, entries, options);
  return { index, entries, files: createFileLookup(entries), dependencies, findings: [], options };
}
