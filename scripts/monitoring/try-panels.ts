import type { Dashboard, Panel } from './panels.ts';

/** What a panel shows by a Prometheus: as many series as its queries find, and the newest value of the first. */
interface Shown {
  series: number;
  /** Undefined where there is none. */
  value: string | undefined;
}

/** Four times as long as between two scrapes of the example, as Grafana takes it. */
const RATE_INTERVAL = '1m';

/**
 * Asks a Prometheus every query of every panel, as Grafana would, and tells what each shows. Resolves with the panels that
 * show nothing without having said when that is right.
 */
export async function tryPanels(
  address: string,
  dashboards: readonly Dashboard[],
  tell: (line: string) => void,
): Promise<string[]> {
  const silent: string[] = [];
  for (const { title, rows } of dashboards) {
    tell(title);
    for (const panel of rows.flatMap(({ panels }) => panels)) {
      const { series, value } = await lookAt(address, panel);
      if (series > 0) tell(`  ${panel.title}: ${series} series, ${value} ${panel.unit}`);
      else tell(`  ${panel.title}: nothing${panel.emptyWhile ? `, as ${panel.emptyWhile}` : ''}`);
      if (series === 0 && panel.emptyWhile === undefined) silent.push(`${title}: ${panel.title}`);
    }
  }
  return silent;
}

async function lookAt(address: string, { queries }: Panel): Promise<Shown> {
  const shown: Shown = { series: 0, value: undefined };
  for (const { expr } of queries) {
    const query = expr.replaceAll('$__rate_interval', RATE_INTERVAL);
    const answer = await fetch(`${address}/api/v1/query?${new URLSearchParams({ query })}`);
    if (!answer.ok) throw new Error(`${query}: ${await answer.text()}`);
    const { data } = (await answer.json()) as { data: { result: { value: [number, string] }[] } };
    // A share of nothing is no number, and a panel shows none.
    const found = data.result.filter(({ value }) => value[1] !== 'NaN');
    shown.series += found.length;
    shown.value ??= found[0]?.value[1];
  }
  return shown;
}
