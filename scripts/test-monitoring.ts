// `npm run test:monitoring`: Prometheus' own promtool checks the rules, and tests each of them on time series. It is
// not part of `npm test`, because promtool is not available from npm: in Debian it is in the package `prometheus`. With
// `--prometheus http://127.0.0.1:9090` it sends every query of every panel of the dashboards to that Prometheus, which
// scrapes a working service, and fails if a panel is empty without a stated reason.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dashboards } from './monitoring/dashboards.ts';
import { tryPanels } from './monitoring/try-panels.ts';

const { values } = parseArgs({ options: { prometheus: { type: 'string' } } });
if (values.prometheus === undefined) tryRules();
else await tryDashboards(values.prometheus);

async function tryDashboards(address: string): Promise<void> {
  const silent = await tryPanels(address, dashboards, (line) => process.stdout.write(`${line}\n`));
  for (const one of silent) process.stdout.write(`FAILED ${one} shows nothing\n`);
  if (silent.length > 0) process.exitCode = 1;
}

function tryRules(): void {
  const cwd = join(import.meta.dirname, '../deploy/monitoring/prometheus');
  const runs = [
    ['check', 'rules', 'trivium-rules.yml'],
    ['check', 'config', 'prometheus.yml'],
    ['test', 'rules', 'trivium-rules.test.yml', 'healthy.test.yml'],
  ];
  for (const args of runs) {
    const { status, error } = spawnSync('promtool', args, { cwd, stdio: 'inherit' });
    if (error !== undefined) {
      process.stderr.write(
        `promtool was not found. In Debian: apt-get install prometheus. Else: https://prometheus.io/download\n`,
      );
    }
    if (status !== 0) process.exitCode = 1;
  }
}
