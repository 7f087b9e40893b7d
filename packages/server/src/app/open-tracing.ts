import { hostname } from 'node:os';
import type { Tracing } from '../kit/observability/index.ts';
import { readVersion } from './read-version.ts';
import { tracesUrl } from './settings/tracing-settings.ts';
import type { Settings } from './settings.ts';

/**
 * Exports traces to a collector. Loaded only when one is configured: otherwise tracing costs neither time nor
 * memory.
 */
export async function openTracing(settings: Settings): Promise<Tracing | undefined> {
  const url = tracesUrl(settings);
  if (url === undefined) return undefined;
  const { openOtlpTracing } = await import('../kit/observability/otlp-tracing.ts');
  return openOtlpTracing({
    url,
    headers: settings.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    sampler: settings.OTEL_TRACES_SAMPLER,
    ratio: settings.OTEL_TRACES_SAMPLER_ARG,
    resource: {
      'service.version': readVersion(),
      'service.instance.id': `${hostname()}:${process.pid}`,
      ...settings.OTEL_RESOURCE_ATTRIBUTES,
      'service.name': settings.OTEL_SERVICE_NAME,
    },
  });
}
