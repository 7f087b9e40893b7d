import type { Dashboard, Panel } from './panels.ts';

/**
 * The data of a panel from a Prometheus: the number of series of all its queries, and the newest value of the first
 * one.
 */
interface Shown {
  series: number;
  /** Undefined if there is no series. */
  value: string | undefined;
}

/** Four times the scrape interval of the example, like Grafana. */
const RATE_INTERVAL = '1m';

/**
 * Sends every query of every panel to a Prometheus, like Grafana, and reports the results. Resolves with the panels
 * that are empty without stating when that is normal.
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
    // A ratio with zero in the denominator is NaN, which a panel does not show.
    const found = data.result.filter(({ value }) => value[1] !== 'NaN');
    shown.series += found.length;
    shown.value ??= found[0]?.value[1];
  }
  return shown;
}
