import type { Bench } from '../harness/bench.ts';
import { watchCpu } from '../harness/cpu-window.ts';
import type { Figure } from '../harness/result.ts';
import { describeLatency, latencyFigures } from '../harness/statistics.ts';
import { measureAlerts } from './measure-alerts.ts';
import { measureBackups } from './measure-backups.ts';
import { measureHistory } from './measure-history.ts';

const RULES = 1_000;

/**
 * Measures alerts from the settled execution to the arrival of their delivery, pages of a long history, and backups.
 */
export async function measureContractsOperations(bench: Bench): Promise<Figure[]> {
  const service = await bench.startService();
  const readCpu = watchCpu({ processes: { service: service.pid }, trees: { postgres: service.postgresPid } });
  const arrivals = latencyFigures(
    await measureAlerts(service, { rules: RULES, crossings: bench.quick ? 60 : 300 }),
  );
  const cpu = readCpu();
  const alerts: Figure = {
    name: `alert, from settled to delivered, ${RULES.toLocaleString('en-US')} rules: p99`,
    ours: describeLatency(arrivals),
    value: arrivals.p99,
    unit: 'ms',
    floor: 1_000,
    aim: 500,
    better: 'lower',
    othersCores: cpu.others + cpu.stolen,
    faults: [],
    details: { rules: RULES, arrivals, cpu },
  };
  const figures = [alerts, await measureHistory(bench, service), await measureBackups(bench, service)];
  await service.stop();
  return figures;
}
