import { serveTasks } from '../../../kit/threads/index.ts';
import type { ScannedFile } from '../analysis/files/scan-file.ts';
import { byPath, scanAlong } from '../analysis/files/scan-files.ts';
import type { AgentResult } from '../types/agent.ts';
import type { ApplicationIndex } from '../types/application-index.ts';
import type { FileEntry } from '../types/file-entry.ts';
import { type Archive, openArchive } from '../zip/index.ts';
import { agentOptions } from './agent-options.ts';
import { withCache } from './loaded-application.ts';
import { lowerPriority } from './lower-priority.ts';
import type { Judgement, SecondTasks } from './second-protocol.ts';

lowerPriority();

let opened: { path: string; archive: Archive; files: FileEntry[] } | undefined;

function filesOf(path: string): FileEntry[] {
  if (opened?.path !== path) {
    close();
    const archive = openArchive(path);
    opened = { path, archive, files: withCache([...archive.files].sort(byPath)) };
  }
  return opened.files;
}

function close(): void {
  opened?.archive.close();
  opened = undefined;
}

async function judge({
  archivePath,
  index,
  agentIds,
  agents,
  claims,
}: SecondTasks['judge']['input']): Promise<Judgement> {
  const [{ readDependencies, runAgent }, { inspectClaimed }] = await Promise.all([
    import('../agents/index.ts'),
    import('./inspect-claimed.ts'),
  ]);
  const files = filesOf(archivePath);
  const options = agentOptions(agents);
  try {
    const flowless = withoutFlows(index);
    const dependencies = await readDependencies(flowless, files, options);
    const results: Record<string, AgentResult> = {};
    for (const agentId of agentIds)
      results[agentId] = await runAgent(agentId, flowless, files, { dependencies, options });
    return { results, inspections: await inspectClaimed(flowless, files, claims, options) };
  } finally {
    close();
  }
}

/** An agent that asks for flows must not be run here: it would miss what is not followed yet. */
function withoutFlows(index: ApplicationIndex): ApplicationIndex {
  const refuse = {
    get(): never {
      throw new Error('Flows are not known in this thread.');
    },
  };
  return Object.defineProperties(index, { taint: refuse, misuse: refuse });
}

function buffersOf(output: unknown): ArrayBuffer[] {
  if (!Array.isArray(output)) return [];
  return (output as [number, ScannedFile][]).flatMap(([, { tokens }]) =>
    tokens === null ? [] : [tokens.hash.buffer as ArrayBuffer, tokens.line.buffer as ArrayBuffer],
  );
}

serveTasks<SecondTasks>(
  {
    prepare: async () => {
      await Promise.all([import('./inspect-claimed.ts'), import('../analysis/flow/flow-part.ts')]);
      return null;
    },
    scan: ({ archivePath, limits, claims }) => scanAlong(filesOf(archivePath), limits, claims),
    follow: async ({ archivePath, part, stop }) => {
      const [{ runFlowPart }, { textReader }] = await Promise.all([
        import('../analysis/flow/flow-part.ts'),
        import('../analysis/flow/find-flows.ts'),
      ]);
      return runFlowPart(part, () => Atomics.load(stop, 0) === 1, textReader(filesOf(archivePath)));
    },
    judge,
  },
  buffersOf,
);
