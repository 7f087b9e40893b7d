import pg from 'pg';
import { distributeTables } from '../app/distribution/distribute-tables.repository.ts';
import {
  type DistributionPlan,
  type DistributionStep,
  planDistribution,
} from '../app/distribution/plan-distribution.repository.ts';
import { openExistingDatabase } from '../app/open-database.ts';
import { prepareSchema } from '../app/prepare-schema.ts';
import { currentRole } from '../app/schema-access.repository.ts';
import { loadSettings } from '../app/settings.ts';
import { type DatabaseConnection, withSchemaLock } from '../kit/db/index.ts';
import { CommandError } from './client/command-error.ts';
import { counted, formatBytes, note, type OutputOptions, print } from './client/print.ts';

/** Says what is needed to distribute the tables of organizations over a Citus cluster, and does it with `--yes`. */
export async function distributeDatabase(
  env: NodeJS.ProcessEnv,
  { yes = false, shards: typed = '32', ...output }: OutputOptions & { yes?: boolean; shards?: string } = {},
): Promise<void> {
  const shards = Number(typed);
  if (!Number.isInteger(shards) || shards < 1 || shards > 1_024) {
    throw new CommandError(`--shards must be a whole number from 1 to 1024, not ${typed}.`);
  }
  const settings = loadSettings(env);
  const database = await openExistingDatabase(settings);
  const client = new pg.Client({
    ...(database.owner ?? database.connection),
    application_name: 'trivium distribute',
  });
  client.on('error', () => {});
  try {
    await prepareSchema(database);
    await client.connect();
    const serviceRole = database.owner === undefined ? undefined : await roleOf(database.connection);
    await withSchemaLock(client, async () => {
      const plan = await planDistribution(
        async (text, values) => (await client.query(text, values)).rows as never,
      );
      if (yes)
        await distributeTables(client, plan, {
          shards,
          serviceRole,
          onStep: (step) => note(describeStep(step)),
        });
      await print(output, { ...plan, isDone: yes }, () => describePlan(plan, yes));
    });
  } finally {
    await client.end().catch(() => {});
    await database.close();
  }
}

const STEP_TEXTS = {
  reference: 'a copy on every machine',
  spread: 'distributed by organization',
  rekey: 'a unique index gets the organization',
  function: 'runs on the machine of its organization',
  move: 'to machines that have few',
};

function describeStep({ table, kind, bytes, isOnline }: DistributionStep): string {
  const what = STEP_TEXTS[kind];
  const how = isOnline ? 'writes continue' : 'writes to it wait meanwhile';
  return `${table}: ${what}, ${formatBytes(bytes)}, ${how}`;
}

async function roleOf(connection: DatabaseConnection): Promise<string> {
  const service = new pg.Client(connection);
  await service.connect();
  try {
    return await currentRole(service);
  } finally {
    await service.end();
  }
}

function describePlan({ citus, workers, done, steps, staying }: DistributionPlan, isDone: boolean): string {
  const head = `Citus ${citus}, ${counted(workers, 'worker')}.`;
  const stay = `${counted(staying.length, 'table')} of organizations stay on the coordinator for now; docs/growing.md says why.`;
  if (steps.length === 0) return [head, `All ${done.length} tables are where they belong.`, stay].join('\n');
  if (isDone)
    return [
      head,
      `${counted(steps.length, 'step')} done. ${counted(done.length, 'table')} were there before.`,
      stay,
    ].join('\n');
  return [
    head,
    done.length > 0 ? `${done.length} tables are where they belong. To do:` : 'To do:',
    ...steps.map((step) => `  ${describeStep(step)}`),
    stay,
    'Nothing was changed. Do it with --yes.',
  ].join('\n');
}
