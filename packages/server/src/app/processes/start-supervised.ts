import { resolve } from 'node:path';
import type { Logger } from 'pino';
import { lockDataDir } from '../../kit/embedded-postgres/index.ts';
import { createLogger, openLogStream } from '../../kit/observability/index.ts';
import { loadMasterKeys } from '../../kit/secrets/index.ts';
import { keySourcesOf } from '../key-sources.ts';
import type { Part } from '../part.ts';
import type { Settings } from '../settings.ts';
import { startDatabase } from '../start-database.ts';
import { StartError } from '../start-error.ts';
import { describeDatabase, type Service } from '../start-service.ts';
import { StopSequence } from '../stop-sequence.ts';
import { countProcesses } from './count-processes.ts';
import { ProcessStartError } from './serving-slot.ts';
import { Supervisor } from './supervisor.ts';

export interface SupervisedService extends Omit<Service, 'nodeId'> {
  /** Restarts the processes one after another, while the others serve. */
  roll(): Promise<void>;
}

/** Starts what exists once (the data directory, the database), then the serving processes. */
export async function startSupervised(
  settings: Settings,
  program: { exec: string; args: string[] },
): Promise<SupervisedService> {
  const stream = openLogStream(settings.LOG_FORMAT);
  const log = createLogger({ level: settings.LOG_LEVEL, stream });
  const stops = new StopSequence(log);
  stops.add('log', () => new Promise<void>((done) => stream.flush(() => done())));
  try {
    return await startParts(settings, program, { log, stops });
  } catch (error) {
    await stops.run();
    throw error instanceof ProcessStartError ? new StartError(error.message, error) : error;
  }
}

async function startParts(
  settings: Settings,
  program: { exec: string; args: string[] },
  { log, stops }: { log: Logger; stops: StopSequence },
): Promise<SupervisedService> {
  const dataDir = resolve(settings.DATA_DIR);
  const lock = await lockDataDir(dataDir);
  stops.add('data directory', () => lock.release());
  // Created here if missing: several processes would each create one.
  await loadMasterKeys(keySourcesOf(settings));
  const count = countProcesses(settings);
  const database = await startDatabase(settings, log, { processes: count });
  stops.add('database', () => database.stop());
  const supervisor = new Supervisor({
    ...program,
    count,
    database: {
      connection: database.connection,
      isEmbedded: database.isEmbedded,
      embedded: database.embedded,
    },
    onError: (error) => log.warn({ err: error }, 'serving processes'),
  });
  stops.add('serving processes', () => supervisor.stop());
  const { address, parts, firstKey } = await supervisor.start();
  return {
    address,
    firstKey,
    parts: parts.flatMap((part): Part[] =>
      part.name === 'database'
        ? [
            { name: 'database', detail: describeDatabase(database) },
            { name: 'processes', detail: `${count} on this port; SIGHUP restarts them one after another` },
          ]
        : [part],
    ),
    roll: () => supervisor.roll(),
    stop: () => stops.run(),
  };
}
