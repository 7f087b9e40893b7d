import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../packages/server/src/app/testing/test-service.ts';
import { required } from '../packages/server/src/kit/required.ts';
import { dashboards } from './monitoring/dashboards.ts';
import { toGrafana } from './monitoring/panels.ts';

const root = join(import.meta.dirname, '..');
const monitoring = join(root, 'deploy/monitoring');
const read = (path: string) => readFileSync(join(monitoring, path), 'utf8');
const rules = read('prometheus/trivium-rules.yml');
const ruleTests = read('prometheus/trivium-rules.test.yml');
const alerts = [...rules.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name = '']) => name);

let service: TestService;
let scraped: string;
let told: Set<string>;
beforeAll(async () => {
  service = await startTestService({ METRICS_BY_ORGANIZATION: '10' });
  scraped = await (await fetch(`${service.address}/metrics`)).text();
  told = new Set(
    [...scraped.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name],
    ),
  );
});
afterAll(() => service?.stop());

function metricsIn(query: string): string[] {
  return query.match(/\b(trivium|nodejs|process)_[a-z0-9_]+/g) ?? [];
}

describe('docs/metrics.md', () => {
  const page = readFileSync(join(root, 'docs/metrics.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+)` \| (\w+) \| ([^|]+) \|([^|]*)\| (.+) \|$/gm)];
  const documented = rows.map(([, name = '', type, unit, labels = '', meaning]) => ({
    name,
    type,
    unit,
    labels: [...labels.matchAll(/\w+/g)].map(([label]) => label),
    meaning,
  }));

  test('has every metric with its type, its unit and its meaning, and no other', () => {
    const described = [...scraped.matchAll(/^# HELP (\S+) (.+)\n# TYPE \S+ (\S+)$/gm)].map(
      ([, name = '', meaning, type]) => ({ name, type, unit: unitOf(name), meaning }),
    );
    expect(described.length).toBeGreaterThan(100);
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
    expect(documented.map(({ labels, ...rest }) => rest).sort(byName)).toEqual(described.sort(byName));
  });

  test('names each label that a series has', () => {
    const series = [...scraped.matchAll(/^(\w+)\{(.+)\} \S+$/gm)];
    expect(series.length).toBeGreaterThan(50);
    const labelled = series.flatMap(([, name = '', labels = '']) =>
      [...labels.matchAll(/(\w+)="/g)].flatMap(([, label = '']) => (label === 'le' ? [] : [{ name, label }])),
    );
    const isNamed = ({ name, label }: { name: string; label: string }) =>
      documented.some(
        (row) =>
          [row.name, `${row.name}_bucket`, `${row.name}_sum`, `${row.name}_count`].includes(name) &&
          row.labels.includes(label),
      );
    expect(labelled.filter((one) => !isNamed(one))).toEqual([]);
  });
});

/** As the end of the name says; what has none is a count, or says yes or no. */
function unitOf(name: string): string {
  const unit = /_(timestamp_seconds|start_time_seconds|seconds|bytes|ratio|usd|coins|info)(_total)?$/.exec(
    name,
  )?.[1];
  return unit === undefined ? (flags.has(name) ? '1 or 0' : 'count') : required(units[unit], unit);
}

const units: Record<string, string> = {
  timestamp_seconds: 'Unix time in seconds',
  start_time_seconds: 'Unix time in seconds',
  seconds: 'seconds',
  bytes: 'bytes',
  ratio: '0 to 1',
  usd: 'US dollars',
  coins: 'native coins',
  info: 'always 1',
};
const flags = new Set([
  'trivium_chain_reachable',
  'trivium_damaged_log',
  'trivium_figures_read',
  'trivium_node_fenced',
  'trivium_replica_serving',
]);

describe('the alert rules', () => {
  test('name only metrics that the service tells', () => {
    const queries = [...rules.matchAll(/^ +expr: (.+)$/gm)].map(([, query = '']) => query);
    expect(queries).toHaveLength(alerts.length);
    for (const query of queries)
      for (const name of metricsIn(query)) expect([query, told.has(name)]).toEqual([query, true]);
    expect(queries.flatMap(metricsIn).length).toBeGreaterThan(30);
  });

  test('have a page and a test each, and there is no page of an alert that is gone', () => {
    expect(new Set(alerts).size).toBe(alerts.length);
    const pages = globSync('docs/runbooks/*.md', { cwd: root }).map((path) => basename(path, '.md'));
    expect(pages.filter((name) => name !== 'README').sort()).toEqual([...alerts].sort());
    for (const alert of alerts) {
      expect(rules).toContain(`runbook_url: docs/runbooks/${alert}.md`);
      expect(ruleTests).toContain(`alertname="${alert}"`);
      const page = readFileSync(join(root, `docs/runbooks/${alert}.md`), 'utf8');
      for (const part of ['## What it means', '## What to look at', '## What to do'])
        expect([alert, page.includes(part)]).toEqual([alert, true]);
    }
  });

  test('stand on their pages as they are', () => {
    for (const [, alert = '', quoted = ''] of rules.matchAll(/- alert: (\w+)\n +expr: '(.+)'$/gm)) {
      const page = readFileSync(join(root, `docs/runbooks/${alert}.md`), 'utf8');
      expect(page).toContain(quoted.replaceAll("''", "'"));
    }
  });
});

test('the log lines that runbooks quote are in the code', () => {
  const code = globSync('packages/server/src/**/*.ts', {
    cwd: root,
    exclude: (name) => name.endsWith('.test.ts'),
  })
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n');
  const quoted = globSync('docs/runbooks/*.md', { cwd: root }).flatMap((page) => {
    const lines = readFileSync(join(root, page), 'utf8').matchAll(
      /[Ll]og lines? (`[^`]+`(?: and `[^`]+`)*)/g,
    );
    return [...lines].flatMap(([, all = '']) => all.match(/(?<=`)[^`]{3,}(?=`)/g) ?? []);
  });
  expect(quoted.length).toBeGreaterThan(8);
  // In the code, this common ending is a separate text.
  const words = quoted
    .filter((line) => line.trim() !== 'and')
    .map((line) => line.replace(/ failed and is tried again$/, ''));
  expect(words.filter((line) => !code.includes(line))).toEqual([]);
});

describe('the dashboards', () => {
  test('name only metrics that the service tells', () => {
    for (const { title, rows } of dashboards) {
      for (const { queries, title: panel } of rows.flatMap(({ panels }) => panels)) {
        for (const name of queries.flatMap(({ expr }) => metricsIn(expr)))
          expect([title, panel, name, told.has(name)]).toEqual([title, panel, name, true]);
      }
    }
  });

  test('are those that `npm run dashboards` writes', () => {
    for (const dashboard of dashboards) {
      expect(JSON.parse(read(`grafana/dashboards/${dashboard.uid}.json`))).toEqual(toGrafana(dashboard));
    }
  });

  test('have no two panels at one place', () => {
    for (const dashboard of dashboards) {
      const { panels } = toGrafana(dashboard) as {
        panels: { id: number; gridPos: { x: number; y: number; w: number; h: number } }[];
      };
      const places = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
        Array.from({ length: w * h }, (_, i) => `${x + (i % w)} ${y + Math.floor(i / w)}`),
      );
      expect(new Set(places).size).toBe(places.length);
    }
  });
});
