import type { Registry } from 'prom-client';
import type { Exemplar } from './time-buckets.ts';

interface Value {
  value: number;
  labels?: Record<string, string | number>;
  metricName?: string;
  /** prom-client's own histograms have null here. */
  exemplar?: Exemplar | null;
}

interface ExposedMetric {
  name: string;
  help: string;
  type: string;
  values?: Value[];
}

export const OPENMETRICS_TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

/**
 * The metrics in OpenMetrics format, which supports exemplars. Written here because prom-client's own
 * formatter permanently renames the registry's counters and so breaks the other format.
 */
export async function formatOpenMetrics(registry: Registry): Promise<string> {
  const metrics = (await registry.getMetricsAsJSON()) as unknown as ExposedMetric[];
  return `${metrics.map(formatMetric).join('')}# EOF\n`;
}

function formatMetric({ name, help, type, values = [] }: ExposedMetric): string {
  const family = type === 'counter' ? name.replace(/_total$/, '') : name;
  const lines = values.map(({ value, labels = {}, metricName = name, exemplar }) => {
    const sample = type === 'counter' ? `${family}_total` : metricName;
    return `${sample}${formatLabels(labels)} ${formatNumber(value)}${formatExemplar(exemplar)}\n`;
  });
  return `# HELP ${family} ${escapeText(help)}\n# TYPE ${family} ${type}\n${lines.join('')}`;
}

function formatExemplar(exemplar: Exemplar | null | undefined): string {
  if (!exemplar) return '';
  return ` # ${formatLabels(exemplar.labelSet)} ${formatNumber(exemplar.value)} ${exemplar.timestamp.toFixed(3)}`;
}

function formatLabels(labels: Record<string, string | number>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeText(String(value))}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function formatNumber(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (value === Number.POSITIVE_INFINITY) return '+Inf';
  return value === Number.NEGATIVE_INFINITY ? '-Inf' : String(value);
}

function escapeText(text: string): string {
  return text.replace(/\\/g, '\\\\').replace(/\n/g, '\\n').replace(/"/g, '\\"');
}
