import { type AgentResult, type Application, type Archive, openArchive, withCache } from '@trivium/scanner';
import { readIndex, readResult } from './stored-index.ts';
import type { ApplicationFiles } from './worker-protocol.ts';

/** An application as the agents get it. */
export interface LoadedApplication extends Application {
  /** What an agent found in the analysis already; by rules alone it would say the same again. */
  ruleResult(agentId: string): AgentResult | undefined;
}

let loaded: { indexKey: string; known: Omit<LoadedApplication, 'ruleResult'>; archive: Archive } | undefined;

/** Loads an application, or gives the one that this thread has in memory: agents of one review come in a row. */
export function loadApplication({ archivePath, indexPath, indexKey }: ApplicationFiles): LoadedApplication {
  if (loaded?.indexKey !== indexKey) {
    loaded?.archive.close();
    loaded = undefined;
    const stored = readIndex(indexPath);
    const archive = openArchive(archivePath);
    loaded = { indexKey, known: { ...stored, files: withCache(archive.files) }, archive };
  }
  // The file may stand elsewhere than when the index was read.
  return { ...loaded.known, ruleResult: (agentId) => readResult(indexPath, agentId) };
}
