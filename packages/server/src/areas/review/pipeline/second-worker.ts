import {
  type Archive,
  byPath,
  type FileEntry,
  type IndexedFile,
  loadAgents,
  loadAnalysis,
  openArchive,
  type ScannedFile,
  withCache,
} from '@trivium/scanner';
import { lowerPriority, serveTasks } from '../../../kit/threads/index.ts';
import { ANALYSIS_AGENTS } from './analysis-agents.ts';
import { inspectClaimed } from './inspect-claimed.ts';
import type { SecondTasks } from './second-protocol.ts';

lowerPriority();

interface OpenedArchive {
  path: string;
  archive: Archive;
  files: FileEntry[];
  /** The files that this thread scanned, by their index in the order of paths. */
  scanned: [number, IndexedFile][];
}

let opened: OpenedArchive | undefined;

function openedAt(path: string): OpenedArchive {
  if (opened?.path === path) return opened;
  close();
  const archive = openArchive(path);
  opened = { path, archive, files: withCache([...archive.files].sort(byPath)), scanned: [] };
  return opened;
}

function close(): void {
  opened?.archive.close();
  opened = undefined;
}

/** Only the result of a scan has buffers. */
function buffersOf(output: unknown): ArrayBuffer[] {
  if (!Array.isArray(output)) return [];
  return (output as [unknown, Partial<ScannedFile>][]).flatMap(([, { copies }]) => {
    if (!copies) return [];
    const { fingerprints, tokens } = copies;
    const columns = [fingerprints.hash, fingerprints.at, ...(tokens ? [tokens.hash, tokens.line] : [])];
    return columns.map(({ buffer }) => buffer as ArrayBuffer);
  });
}

serveTasks<SecondTasks>(
  {
    prepare: async () => {
      await Promise.all([loadAgents(), loadAnalysis()]);
      return null;
    },
    scan: async ({ archivePath, limits, claims }) => {
      const { scanAlong } = await loadAnalysis();
      const archive = openedAt(archivePath);
      const scanned = scanAlong(archive.files, limits, claims);
      archive.scanned = scanned.map(([at, { file }]) => [at, file]);
      return scanned;
    },
    inspect: async ({ archivePath, files, claims }) => {
      const { createInspector } = await loadAgents();
      const archive = openedAt(archivePath);
      const inspect = createInspector(ANALYSIS_AGENTS, archive.files);
      return inspectClaimed([...archive.scanned, ...files], inspect, claims);
    },
    close: () => {
      close();
      return null;
    },
    follow: async ({ archivePath, ...work }) => {
      const { followClaimed, textReader } = await loadAnalysis();
      const shouldStop = () => Atomics.load(work.stop, 0) === 1;
      return followClaimed(work, 'last', shouldStop, textReader(openedAt(archivePath).files));
    },
  },
  buffersOf,
);
