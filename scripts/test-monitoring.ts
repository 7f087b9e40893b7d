// `npm run test:monitoring`: Prometheus' own promtool reads the rules, and tries each of them on series. It is no part
// of `npm test`, since promtool does not come with npm: in Debian it is in the package `prometheus`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

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
