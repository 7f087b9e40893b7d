import { type AgentResult, type Application, type Archive, openArchive, withCache } from '@trivium/scanner';
import { readIndex, readResult } from './stored-index.ts';
import type { ApplicationFiles } from './worker-protocol.ts';

/** An application as agents receive it. */
export interface LoadedApplication extends Application {
  /** What an agent already found in the analysis; by rules alone, running it again would give the same. */
  ruleResult(agentId: string): AgentResult | undefined;
}

let loaded: { indexKey: string; known: Omit<LoadedApplication, 'ruleResult'>; archive: Archive } | undefined;

/** Loads an application, or returns the one in this thread's memory: the agents of a review run in a row. */
export function loadApplication({ archivePath, indexPath, indexKey }: ApplicationFiles): LoadedApplication {
  if (loaded?.indexKey !== indexKey) {
    loaded?.archive.close();
    loaded = undefined;
    const stored = readIndex(indexPath);
    const archive = openArchive(archivePath);
    loaded = { indexKey, known: { ...stored, files: withCache(archive.files) }, archive };
  }
  // The file's path may have changed since the index was read.
  return { ...loaded.known, ruleResult: (agentId) => readResult(indexPath, agentId) };
}
