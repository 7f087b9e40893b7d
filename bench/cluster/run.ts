// `npm run bench:cluster -- [--pg-config=<path>] [--workers=<n>] [--keep]`: the service on a Citus cluster of this machine:
// publishes, distributes the log meanwhile, and says what works then. With `--tests [<file> …]`, the tests of the product run on
// databases that are distributed from the start instead; with `--rates` it says what a spread database takes with 1, 2 and 4
// workers, each held to a part of a core (`--share`); `--only <text>,…` does the checks whose name has one of them, `--quick` moves tables while
// writes wait. Needs a PostgreSQL with Citus; nothing else does.
import { parseArgs } from 'node:util';
import { Installation } from '../../packages/server/test/reliability/harness/installation.ts';
import { runCommand } from '../../packages/server/test/reliability/harness/run-command.ts';
import { changeChecks } from './changes-taken.ts';
import { type ClusterWork, checks } from './checks.ts';
import { CitusCluster, whyNoCitus } from './citus-cluster.ts';
import { machineChecks } from './machine-checks.ts';
import { runInOwnNetwork } from './own-network.ts';
import { runProductTests } from './product-tests.ts';
import { measureRates } from './rates.ts';

const WITHIN_MS = 400_000;
/** Other checks depend on these. */
const NEEDED = [
  'the log is distributed while clients publish',
  'what was acknowledged is in the log and was delivered',
];

async function run(): Promise<number> {
  const code = await runInOwnNetwork();
  if (code !== undefined) return code;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'pg-config': { type: 'string', default: 'pg_config' },
      workers: { type: 'string', default: '2' },
      keep: { type: 'boolean', default: false },
      tests: { type: 'boolean', default: false },
      rates: { type: 'boolean', default: false },
      share: { type: 'string', default: '0.06' },
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
    },
  });
  const problem = await whyNoCitus(values['pg-config']);
  if (problem !== undefined) {
    process.stderr.write(`Citus is not installed. ${problem}\n`);
    return 2;
  }
  if (values.rates) {
    await measureRates(values['pg-config'], Number(values.share));
    return 0;
  }
  const cluster = await CitusCluster.start(values['pg-config'], Number(values.workers), values.quick);
  const settings = {
    DATABASE_URL: cluster.url('service'),
    DATABASE_MIGRATION_URL: cluster.url('trivium'),
    WEBHOOK_RETRY_DELAYS: '0,1',
  };
  const service = await Installation.make(settings);
  const command = (...args: string[]) => runCommand(args, { ...settings, DATA_DIR: service.directory.path });
  const distribute = (...args: string[]) => command('distribute', ...args);
  try {
    if (values.tests) {
      const { code: problems, output } = await distribute('--yes');
      process.stdout.write(output);
      return problems === 0 ? await runProductTests(cluster, positionals) : 1;
    }
    await service.start();
    return await runChecks({ cluster, service, command, distribute }, values.only);
  } finally {
    await service.remove();
    if (values.keep)
      process.stderr.write(`The cluster remains in ${cluster.folder}: ${cluster.url('postgres')}\n`);
    else await cluster.stop();
  }
}

/** One after another: each may build on what those before it left. */
async function runChecks(work: Omit<ClusterWork, 'shared'>, only = ''): Promise<number> {
  const shared = {} as ClusterWork['shared'];
  let failed = 0;
  for (const [name, check] of Object.entries({ ...checks, ...changeChecks, ...machineChecks })) {
    if (!only.split(',').some((part) => name.includes(part)) && !NEEDED.includes(name)) continue;
    const startedAt = performance.now();
    try {
      const seen = await within(WITHIN_MS, check({ ...work, shared }));
      process.stdout.write(`ok      ${name}: ${seen} (${Math.round(performance.now() - startedAt)} ms)\n`);
    } catch (error) {
      failed++;
      process.stdout.write(`FAILED  ${name}: ${(error as Error).message.slice(0, 2_000)}\n`);
    }
  }
  const said = complaintsIn(`${shared.earlier ?? ''}\n${work.service.process.output}`);
  process.stdout.write(
    said.length === 0 ? 'ok      the service logged no error\n' : 'FAILED  the service logged errors:\n',
  );
  for (const line of said) process.stdout.write(`          ${line}\n`);
  for (const deadlock of await work.cluster.deadlocks()) process.stdout.write(`${deadlock}\n`);
  return failed === 0 && said.length === 0 ? 0 : 1;
}

async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it took longer than ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

interface Complaint {
  msg?: string;
  err?: { message?: string; where?: string };
  problem?: string;
}

/** Each different warning and error of the log, with its count. */
function complaintsIn(output: string): string[] {
  const counts = new Map<string, number>();
  for (const line of output.split('\n')) {
    if (!line.startsWith('{')) continue;
    const { msg, err, problem } = JSON.parse(line) as Complaint;
    // While tables move, background work may start too early; it logs this and tries again.
    if (msg?.endsWith('; trying again')) continue;
    // Caused by a check that kills a worker.
    if (
      /remote node|any connections to the node|marked as essential|postmaster exit/.test(err?.message ?? '')
    )
      continue;
    // A shard moved between the lookup and the statement; the statement is tried again.
    if (/shard for the given value does not exist|valid entry for shard/.test(err?.message ?? '')) continue;
    const text = `${msg ?? ''} ${err?.message ?? ''} ${err?.where ?? ''} ${problem ?? ''}`.slice(0, 400);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([text, count]) => `${count} x ${text}`);
}

// A check that timed out may still be running.
process.exit(await run());
