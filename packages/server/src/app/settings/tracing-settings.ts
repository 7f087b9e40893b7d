import { httpUrl, oneOf, type SettingsOf, type SettingsTable, text } from '../../kit/config/index.ts';
import { define } from './define-setting.ts';

/** Traces over OTLP. The settings have the names that OpenTelemetry defines. */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: define({
    default: undefined,
    description:
      'A collector for traces of requests, statements, deliveries and workflows, over OTLP/HTTP in JSON, such as http://127.0.0.1:4318; `/v1/traces` is added to it. Unset: none, and traces cost nothing.',
    parse: httpUrl,
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: define({
    default: undefined,
    description:
      'The same with its whole path, such as http://127.0.0.1:4318/v1/traces. Unset: that of OTEL_EXPORTER_OTLP_ENDPOINT.',
    parse: httpUrl,
  }),
  OTEL_EXPORTER_OTLP_HEADERS: define({
    default: undefined,
    description:
      'Headers for that collector, such as api-key=secret,x-tenant=one. Special characters of values are percent-encoded. Unset: none.',
    secret: true,
    parse: parsePairs,
  }),
  OTEL_TRACES_SAMPLER: define({
    default: 'parentbased_always_on',
    description:
      'Which traces are kept: always_on, always_off, traceidratio (a part of them), or one of these with the prefix parentbased_, which follows the caller’s `traceparent`.',
    parse: oneOf(
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ),
  }),
  OTEL_TRACES_SAMPLER_ARG: define({
    default: '1',
    description: 'The part of traces that the samplers with traceidratio keep, 0 to 1.',
    parse: (value) => {
      const ratio = Number(value);
      if (value.trim() === '' || !(ratio >= 0 && ratio <= 1))
        throw new Error('It must be a number from 0 to 1.');
      return ratio;
    },
  }),
  OTEL_SERVICE_NAME: define({
    default: 'trivium',
    description: 'The name of this service in traces.',
    parse: text,
  }),
  OTEL_RESOURCE_ATTRIBUTES: define({
    default: undefined,
    description:
      'Attributes that identify this deployment in traces, such as deployment.environment.name=production. Unset: none.',
    parse: parsePairs,
  }),
} satisfies SettingsTable;

/** Parses `a=b,c=d` with percent-encoded values, the list format of OpenTelemetry. */
function parsePairs(value: string): Record<string, string> {
  const pairs = value
    .split(',')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      const name = pair.slice(0, Math.max(at, 0)).trim();
      if (!/^[\w.-]+$/.test(name)) throw new Error('It must be name=value, several separated by commas.');
      try {
        return [name, decodeURIComponent(pair.slice(at + 1).trim())];
      } catch {
        throw new Error(`The value of ${name} is not percent-encoded.`);
      }
    });
  return Object.fromEntries(pairs);
}

/** The address for traces; undefined when they are off. */
export function tracesUrl(settings: SettingsOf<typeof tracingSettings>): string | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole } = settings;
  return whole ?? (base === undefined ? undefined : `${base.replace(/\/+$/, '')}/v1/traces`);
}
