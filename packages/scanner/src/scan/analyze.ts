import { agents } from '../agents/agent-list.ts';
import { createInspector } from '../agents/inspect-files.ts';
import { type Judgement, runAgents } from '../agents/run-agents.ts';
import type { AnalysisHelper } from '../analysis/analysis-helper.ts';
import { analyzeFiles, defaultLimits, Incremental, type Reused } from '../analysis/index.ts';
import { readDependencies } from '../dependencies/read-dependencies.ts';
import { checkRules, InvalidRules, REPOSITORY_RULES } from '../own-rules/index.ts';
import type { SkippedEntry } from '../read/archive/index.ts';
import { createFileLookup } from '../read/files/file-lookup.ts';
import { prepareReadiness, scoreReadiness } from '../readiness/score-readiness.ts';
import type { AgentOptions } from '../types/agent-options.ts';
import type { Application } from '../types/application.ts';
import type { AnalyzeOptions, EngineFault } from '../types/application-index.ts';
import type { CallerSetting } from '../types/caller-setting.ts';
import type { FileEntry } from '../types/file-entry.ts';
import type { Score } from '../types/readiness.ts';
import { openSource, type Source } from './open-source.ts';

export interface ScanOptions extends AnalyzeOptions, AgentOptions {
  /** Agents by id, such as `security.injection`; by default, all. */
  agents?: readonly string[];
  /** A second thread that takes part of the work. */
  helper?: AnalysisHelper;
  /** The `memo` of an earlier analysis of a similar application: results that are still valid are reused. */
  memo?: Uint8Array | undefined;
  /** Whether this analysis keeps a memo for the next. */
  keepsMemo?: boolean;
  /** Called with the index before any agent runs: this thread can work while the helper has the files. */
  onIndexed?: (application: Application) => void;
}

export interface Analysis extends Application, Judgement {
  /** How ready the application is for the cloud, as a library and for a service mesh. */
  readiness: Score;
  /** What to do first, in sentences; empty if not all agents ran. */
  topActions: string[];
  /** Entries of an archive that were not read as files. */
  skipped: SkippedEntry[];
  /** What the next analysis may reuse; null if it was not requested, or is too large. */
  memo: Uint8Array | null;
  /** How much was reused from an earlier analysis. */
  reused: Reused;
  /** Files where the analysis itself failed. */
  faults: EngineFault[];
  /** Closes an archive. Its files cannot be read afterwards, so make patches first. */
  close(): void;
}

/**
 * Reads the source, follows data through it and runs the agents. Equal files give equal findings.
 * @throws `InvalidArchive` for an invalid ZIP archive, `InvalidRules` for invalid rules, and errors of the file
 * system
 */
export async function analyze(source: Source, options: ScanOptions = {}): Promise<Analysis> {
  let given = options.callers;
  for (const { text, owner } of options.rules ?? []) {
    const { problems, callers } = await checkRules(text, owner);
    if (problems.length > 0) throw new InvalidRules(problems);
    if (owner === 'config') given ??= callers;
  }
  return analyzeOpened(openSource(source), { ...options, ...(given && { callers: given }) });
}

/** The options take precedence over the repository's own file. */
async function callersIn(files: readonly FileEntry[], options: ScanOptions): Promise<CallerSetting> {
  if (options.callers !== undefined) return options.callers;
  const entry = files.find(({ path }) => path === REPOSITORY_RULES);
  const text = entry && createFileLookup([entry]).text(REPOSITORY_RULES);
  const said = text === undefined ? undefined : (await checkRules(text, 'repository')).callers;
  // Whoever uploads code may ask for stricter checks, not for weaker ones.
  return said === undefined || (said === 'off' && options.ignoresRepositorySettings) ? 'auto' : said;
}

async function analyzeOpened(
  { files, skipped, close }: ReturnType<typeof openSource>,
  given: ScanOptions,
): Promise<Analysis> {
  try {
    const options = { ...given, callers: await callersIn(files, given) };
    const faults: EngineFault[] = [];
    const onFault = (fault: EngineFault) => {
      faults.push(fault);
      options.onFault?.(fault);
    };
    const agentIds = options.agents ?? agents.map(({ id }) => id);
    const incremental = incrementalOf(options, agentIds);
    const index = await analyzeFiles(files, { ...options, onFault, ...(incremental && { incremental }) });
    const dependencies = await readDependencies(index, files, options);
    const application: Application = { index, dependencies, files };
    prepareReadiness(index, files, dependencies, incremental?.places);
    options.onIndexed?.(application);
    const told = incremental?.isBegun ? undefined : await options.helper?.inspections?.(index.files);
    const inspect = createInspector(agentIds, files);
    const inspections = incremental
      ? incremental.inspectAll(index.files, (file) => told?.get(file.path) ?? inspect(file))
      : told;
    const { findings, results } = await runAgents(agentIds, application, {
      options,
      inspections,
      memory: incremental,
    });
    const memo = incremental?.pack() ?? null;
    const readiness = await scoreReadiness(index, findings, files, dependencies);
    const topActions = results['meta.synthesizer']?.topActions ?? [];
    const reused = incremental?.reused ?? { files: 0, flowParts: 0, entryPoints: 0, inspections: 0 };
    return { ...application, findings, results, readiness, topActions, skipped, faults, memo, reused, close };
  } catch (error) {
    close();
    throw error;
  }
}

function incrementalOf(options: ScanOptions, agentIds: readonly string[]): Incremental | undefined {
  if (options.memo === undefined && !options.keepsMemo) return undefined;
  const { maxFileBytes, fileBudgetMs } = { ...defaultLimits, ...options };
  return new Incremental(options.memo, {
    limits: { maxFileBytes, fileBudgetMs },
    settings: [agentIds, options.callers],
    keeps: options.keepsMemo ?? false,
  });
}
