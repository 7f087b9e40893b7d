import {
  type AgentResult,
  type ApplicationIndex,
  type Archive,
  type DependencyReport,
  type FileEntry,
  openArchive,
} from '@trivium/scanner';
import { readIndex, readResult } from './stored-index.ts';
import type { ApplicationFiles } from './worker-protocol.ts';

/** An application as the agents get it. */
export interface LoadedApplication {
  index: ApplicationIndex;
  dependencies: DependencyReport;
  files: FileEntry[];
  /** What an agent found in the analysis already; by rules alone it would say the same again. */
  ruleResult(agentId: string): AgentResult | undefined;
}

const CACHE_BYTES = 48 * 1_048_576;
const CACHED_FILE_BYTES = 1_048_576;

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

/** Files that several readers ask for are inflated once, as long as they fit in a bounded space. */
export function withCache(files: readonly FileEntry[], cacheBytes = CACHE_BYTES): FileEntry[] {
  const cache = new Map<string, Uint8Array>();
  let bytes = 0;
  return files.map((file) => ({
    path: file.path,
    sizeBytes: file.sizeBytes,
    read() {
      const cached = cache.get(file.path);
      if (cached !== undefined) return cached;
      const content = file.read();
      if (content.byteLength <= CACHED_FILE_BYTES) {
        cache.set(file.path, content);
        bytes += content.byteLength;
        // The oldest goes first: agents go through the files in the same order.
        for (const [path, old] of cache) {
          if (bytes <= cacheBytes) break;
          cache.delete(path);
          bytes -= old.byteLength;
        }
      }
      return content;
    },
  }));
}
