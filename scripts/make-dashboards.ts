// `npm run dashboards`: writes the dashboards in deploy/monitoring/grafana from scripts/monitoring/dashboards.ts.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dashboards } from './monitoring/dashboards.ts';
import { toGrafana } from './monitoring/panels.ts';

const folder = join(import.meta.dirname, '../deploy/monitoring/grafana/dashboards');
for (const dashboard of dashboards) {
  await writeFile(
    join(folder, `${dashboard.uid}.json`),
    `${JSON.stringify(toGrafana(dashboard), null, 2)}\n`,
  );
}
