import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { type AnyRoute, isTimestamp } from '../../kit/http/index.ts';
import { required } from '../../kit/required.ts';
import { operationSamples } from './operation-samples.ts';
import { otherSampleFile } from './sample-file.ts';

const ajv = new Ajv2020({ strict: false, formats: { timestamp: isTimestamp } });

/**
 * Values for fields that mean more than their schema says, by the name of the field; used if the schema allows them. If
 * a route refuses its samples, add an entry for the field that the refusal names.
 */
const byName: Record<string, unknown> = {
  url: 'http://127.0.0.1:9/hook',
  webhookUrl: 'http://127.0.0.1:9/hook',
  events: ['sample.made'],
  eventTypes: ['sample.*'],
  event: 'contract.created',
  type: 'sample.made',
  action: 'events.publish',
  secret: 'a secret of a sample',
  scopes: ['events:read'],
  all: true,
  from: 0,
  to: 0,
};

type Schema = TSchema & Record<string, unknown>;

/** A body that the route accepts: only the required fields, or `{}`. Undefined if it takes none. */
export function sampleBody(route: AnyRoute): Record<string, unknown> | undefined {
  if (route.body === undefined) return undefined;
  const known = operationSamples[route.operationId]?.body?.();
  if (known !== undefined) return known;
  const made = madeBodies.get(route.operationId) ?? makeBody(route.body as Schema);
  madeBodies.set(route.operationId, made);
  return structuredClone(made);
}

/** By operation. They depend only on the schema, and finding a text that matches a pattern takes long. */
const madeBodies = new Map<string, Record<string, unknown>>();

function makeBody(schema: Schema): Record<string, unknown> {
  const sample = sampleOf(schema, '') as Record<string, unknown>;
  const { properties = {} } = schema as { properties?: Record<string, unknown> };
  // If no field is required, the request still has to select something.
  if (Object.keys(sample).length === 0 && 'all' in properties) sample.all = true;
  return sample;
}

/** A different body that the route also accepts, or that differs at least in its bytes. */
export function otherSampleBody(route: AnyRoute): unknown {
  if (route.upload !== undefined) return otherSampleFile(route);
  const sample = sampleBody(route);
  if (sample === undefined) return {};
  const text = ['name', 'source', 'secret'].find((field) => typeof sample[field] === 'string');
  if (text !== undefined) return { ...sample, [text]: otherText(String(sample[text])) };
  const { properties = {} } = route.body as { properties?: Record<string, Schema> };
  const more = Object.keys(properties).find((field) => !(field in sample));
  return more === undefined
    ? otherValue(sample)
    : { ...sample, [more]: sampleOf(required(properties[more], 'properties[more]'), more) };
}

/** The same shape with one different value: it is still valid, but not equal. */
function otherValue(value: unknown): unknown {
  if (typeof value === 'string') return otherText(value);
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return [otherValue(value[0]), ...value.slice(1)];
  const entries = Object.entries(value ?? {});
  // A text may be an enum; a number rarely is.
  const [name, held] =
    entries.find(([name, one]) => name === 'source' || typeof one === 'number') ?? entries[0] ?? [];
  return name === undefined ? value : { ...(value as object), [name]: otherValue(held) };
}

/** A version stays a version, and a word stays a word. */
function otherText(text: string): string {
  return /^\d+\.\d+\.\d+$/.test(text) ? `${text}-2` : `${text}_2`;
}

/** A query with the required parameters of the route. */
export function sampleQuery(route: AnyRoute): string {
  if (route.query === undefined) return '';
  const { properties = {}, required: needed = [] } = route.query as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  const given = needed
    .filter((name) => properties[name]?.default === undefined)
    .map(
      (name) =>
        `${name}=${encodeURIComponent(String(sampleOf(required(properties[name], 'properties[name]'), name)))}`,
    );
  return given.length === 0 ? '' : `?${given.join('&')}`;
}

function sampleOf(schema: Schema, name: string): unknown {
  if (Object.hasOwn(byName, name) && ajv.validate(schema, byName[name])) return byName[name];
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (Array.isArray(schema.anyOf)) return sampleOf(schema.anyOf[0], name);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object': {
      const { properties = {}, required: needed = [] } = schema as {
        properties?: Record<string, Schema>;
        required?: string[];
      };
      return Object.fromEntries(
        needed.map((field) => [field, sampleOf(required(properties[field], 'properties[field]'), field)]),
      );
    }
    case 'array':
      return Array.from({ length: (schema.minItems as number) ?? 0 }, () =>
        sampleOf(schema.items as Schema, ''),
      );
    case 'integer':
    case 'number':
      return (schema.minimum as number) ?? 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return sampleText(schema);
  }
}

function sampleText({ format, pattern, minLength = 1 }: Schema & { minLength?: number }): string {
  if (format === 'timestamp') return '2026-01-31T09:30:00.000Z';
  if (pattern === undefined) return 'sample'.padEnd(minLength, 'x');
  const text = 'sample'.padEnd(minLength, 'x');
  if (new RegExp(pattern as string, 'u').test(text)) return text;
  return required(
    fc.sample(fc.stringMatching(new RegExp(pattern as string)), { numRuns: 1, seed: 1 })[0],
    'a text that fits',
  );
}
