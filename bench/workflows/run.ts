// `node scripts/run.mjs bench/workflows/run.ts [--quick] [--patience=<seconds>] [publish] [exactly-once]`
import { parseArgs } from 'node:util';
import { runWorkflowsThroughKills } from '../../packages/server/test/reliability/workflow-runs.ts';
import { openBench } from '../harness/bench.ts';
import { formatTable } from '../harness/print-table.ts';
import { judge } from '../harness/result.ts';
import { measurePublishWithWorkflows } from './publish-figure.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, patience: { type: 'string', default: '60' } },
});
const wanted = positionals.length === 0 ? ['publish', 'exactly-once'] : positionals;

let failed = false;
if (wanted.includes('publish')) {
  const bench = await openBench({
    quick: values.quick,
    rows: 0,
    patienceMs: Number(values.patience) * 1_000,
  });
  try {
    const figure = await measurePublishWithWorkflows(bench);
    failed ||= !['aim met', 'floor met'].includes(judge(figure));
    process.stdout.write(`${formatTable([figure])}\n${JSON.stringify({ ...figure, details: undefined })}\n`);
    const { rounds: _rounds, ...details } = figure.details as { rounds: unknown };
    process.stdout.write(`${JSON.stringify(details)}\n`);
  } finally {
    await bench.close();
  }
}
if (wanted.includes('exactly-once')) {
  const report = await runWorkflowsThroughKills({
    runs: values.quick ? 2_000 : 10_000,
    kills: 3,
    onKill: (kill, done) => process.stderr.write(`  kill ${kill} after ${done} runs\n`),
  });
  const once = report.notOnce.length === 0 && report.published === report.events * 2;
  failed ||= !once || Object.keys(report.runs).join() !== 'succeeded';
  const { notOnce, ...rest } = report;
  process.stdout.write(
    `${once ? 'exactly once' : 'NOT exactly once'} ${JSON.stringify({ ...rest, notOnce: notOnce.length })}\n`,
  );
}
process.exitCode = failed ? 1 : 0;
