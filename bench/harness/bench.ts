import type { GeneratorCommands } from '../generator.ts';
import type { SinkCommands } from '../sink.ts';
import { readDatabaseFacts } from './machine-facts.ts';
import { type Service, type ServiceOptions, startService } from './service.ts';
import { startWorker, type Worker } from './worker.ts';

/** What all figures share: the load, the sink, and ways to start what they measure. */
export interface Bench {
  /** Takes only a fraction of the time, for a quick look; the results are less reliable. */
  quick: boolean;
  /** Rows in the log for the queries. */
  rows: number;
  /** Events to deliver in order. */
  events?: number | undefined;
  /** How long each figure may wait until the machine is otherwise idle. */
  patienceMs: number;
  generator: Worker<GeneratorCommands>;
  sink: Worker<SinkCommands>;
  sinkPort: number;
  sinkCountPort: number;
  /** Number of the next event, so that no two events of a run share one. */
  nextSequence: number;
  /** From the first service of the run. */
  databaseFacts: Record<string, string> | undefined;
  startService(options?: ServiceOptions): Promise<Service>;
  startWorker: typeof startWorker;
  /** Prints progress. */
  say(text: string): void;
  /** Stops everything that was started. */
  close(): Promise<void>;
}

export async function openBench(
  options: Pick<Bench, 'quick' | 'rows' | 'events' | 'patienceMs'>,
): Promise<Bench> {
  const running = new Set<{ stop(): Promise<void> }>();
  const track = <T extends { stop(): Promise<void> }>(part: T): T => {
    const { stop } = part;
    part.stop = async () => {
      running.delete(part);
      await stop();
    };
    running.add(part);
    return part;
  };
  const generator = track(startWorker<GeneratorCommands>('generator.ts'));
  const sink = track(startWorker<SinkCommands>('sink.ts'));
  const { port, countPort } = await sink.call('listen');
  const bench: Bench = {
    ...options,
    generator,
    sink,
    sinkPort: port,
    sinkCountPort: countPort,
    nextSequence: 1,
    databaseFacts: undefined,
    async startService(serviceOptions) {
      const service = track(await startService(serviceOptions));
      bench.databaseFacts ??= await readDatabaseFacts(service.database);
      return service;
    },
    startWorker: (file, args) => track(startWorker(file, args)),
    say: (text) => void process.stderr.write(`${text}\n`),
    close: async () => {
      await Promise.allSettled([...running].map((part) => part.stop()));
    },
  };
  return bench;
}
