import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { to as copyTo } from 'pg-copy-streams';
import { required } from '../../packages/server/src/kit/required.ts';
import type { Bench } from '../harness/bench.ts';
import { watchCpu } from '../harness/cpu-window.ts';
import { sleep } from '../harness/monotonic-clock.ts';
import type { Figure } from '../harness/result.ts';
import type { Service } from '../harness/service.ts';
import { median } from '../harness/statistics.ts';
import { readOrganization } from '../load/seed-log.ts';
import { awaitCounts, seedTransactions } from './seed-transactions.ts';

const ENVIRONMENT = 'development';
const DAYS = 30;

interface Round {
  /** Time to read the same rows as JSON over one connection, and do nothing with them. */
  bareMs: number;
  backupMs: number;
  backupCpuSeconds: number;
  restoreMs: number;
  sizeMb: number;
  othersCores: number;
}

/** Measures a full backup of an environment's executions, encrypted and compressed, and its verified restore. */
export async function measureBackups(bench: Bench, service: Service): Promise<Figure> {
  const executions = bench.quick ? 20_000 : 100_000;
  const orgId = await readOrganization(service.database);
  const owner = { orgId, environment: ENVIRONMENT };
  await seedTransactions(service.database, { ...owner, transactions: executions, days: DAYS });
  await awaitCounts(service.database);
  const call = await openEnvironment(service);
  const rounds: Round[] = [];
  for (let i = 0; i < (bench.quick ? 1 : 3); i++) {
    const round = await runRound(service, orgId, call);
    rounds.push(round);
    bench.say(
      `  bare COPY ${seconds(round.bareMs)}, backup ${seconds(round.backupMs)} (CPU ${round.backupCpuSeconds.toFixed(2)} s, ${round.sizeMb.toFixed(1)} MB), restore ${seconds(round.restoreMs)}`,
    );
  }
  const of = (name: 'bareMs' | 'backupMs' | 'restoreMs') => median(rounds.map((round) => round[name]));
  // A quick run has a fifth of the rows; its times are scaled to all rows.
  const scale = 100_000 / executions;
  return {
    name: 'backup of 100,000 executions, encrypted and compressed',
    ours: `${seconds(of('backupMs') * scale)}; verified restore ${seconds(of('restoreMs') * scale)}`,
    bare: seconds(of('bareMs') * scale),
    value: of('backupMs') * scale,
    unit: 'ms',
    floor: 20_000,
    aim: 10_000,
    better: 'lower',
    spread: rounds.map(({ backupMs }) => backupMs * scale),
    othersCores: Math.max(...rounds.map(({ othersCores }) => othersCores)),
    faults: [],
    details: { executions, rounds },
  };
}

type Call = <T>(method: string, path: string, body?: object) => Promise<T>;

async function runRound(service: Service, orgId: string, call: Call): Promise<Round> {
  const bareMs = await copyBare(service, orgId);
  const readCpu = watchCpu({ processes: { service: service.pid }, trees: { postgres: service.postgresPid } });
  const began = performance.now();
  const { backup_id: id } = await call<{ backup_id: string }>('POST', '/backups', { backup_type: 'full' });
  const { size_mb } = await untilDone(call, `/backups/${id}`);
  const backupMs = performance.now() - began;
  const { cores, others, stolen } = readCpu();
  const restoredFrom = performance.now();
  const restore = { target_environment: 'sandbox', verify_integrity: true };
  const { restore_id } = await call<{ restore_id: string }>('POST', `/backups/${id}/restore`, restore);
  await untilDone(call, `/restores/${restore_id}`);
  return {
    bareMs,
    backupMs,
    backupCpuSeconds:
      ((required(cores.service, 'the use of the service') +
        required(cores.postgres, 'the use of PostgreSQL')) *
        backupMs) /
      1000,
    restoreMs: performance.now() - restoredFrom,
    sizeMb: size_mb,
    othersCores: others + stolen,
  };
}

async function copyBare({ database }: Service, orgId: string): Promise<number> {
  const client = await database.connect();
  try {
    const began = performance.now();
    const rows = `select row_to_json(t) from transactions t where org_id = '${orgId}' and environment = '${ENVIRONMENT}'`;
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    await pipeline(client.query(copyTo(`copy (${rows}) to stdout`)), nowhere);
    return performance.now() - began;
  } finally {
    client.release();
  }
}

/** Calls the API with a key of the environment. */
async function openEnvironment({ api, address }: Service): Promise<Call> {
  const { key } = await api<{ key: string }>('POST', '/v1/keys', {
    name: 'bench',
    scopes: ['contracts:read', 'contracts:write'],
    environment: ENVIRONMENT,
  });
  return async (method, path, body) => {
    const answer = await fetch(`http://${address.host}:${address.port}/v1/contracts${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text);
  };
}

async function untilDone(call: Call, path: string): Promise<{ size_mb: number }> {
  for (;;) {
    const record = await call<{ status: string; size_mb: number; error: unknown }>('GET', path);
    if (record.status === 'completed') return record;
    if (record.status === 'failed') throw new Error(JSON.stringify(record));
    await sleep(20);
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
