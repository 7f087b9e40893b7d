import type { Panel } from './panels.ts';

/** All nodes report the same figure of the whole installation, so the panel shows the highest. */
export const whole = (title: string, text: string, metric: string, unit = 's', redFrom?: number): Panel => ({
  title,
  text,
  unit,
  queries: [{ expr: `max(${metric})`, legend: title }],
  ...(redFrom !== undefined && { redFrom }),
});
export const number = (panel: Panel): Panel => ({ ...panel, isNumber: true });
export const quantiles = (title: string, text: string, metric: string, selector = ''): Panel => ({
  title,
  text,
  unit: 's',
  hasExemplars: true,
  queries: [0.5, 0.95, 0.99].map((part) => ({
    expr: `histogram_quantile(${part}, sum by (le) (rate(${metric}_bucket${selector}[$__rate_interval])))`,
    legend: `p${part * 100}`,
  })),
});
export const rate = (title: string, text: string, metric: string, by: string, unit = 'reqps'): Panel => ({
  title,
  text,
  unit,
  queries: [{ expr: `sum by (${by}) (rate(${metric}[$__rate_interval]))`, legend: `{{${by}}}` }],
});
