import { keccak_256 } from '@noble/hashes/sha3.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { required } from '../../kit/required.ts';
import { catalogEntries, factByKey, sampleFor } from './index.ts';

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
interface Schema {
  type?: string;
  description?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}
type Path = (string | number)[];

const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });
addFormats.default(ajv);

const cases = catalogEntries().map((entry) => [entry.name, entry] as const);

/** Paths of all required fields in the sample, including nested objects and list items. */
function requiredPaths(schema: Schema, sample: Json, at: Path = []): Path[] {
  if (schema.anyOf)
    return sample === null ? [] : requiredPaths(required(schema.anyOf[0], 'schema.anyOf[0]'), sample, at);
  if (Array.isArray(sample))
    return sample.flatMap((item, i) =>
      requiredPaths(required(schema.items, 'schema.items'), item, [...at, i]),
    );
  if (typeof sample !== 'object' || sample === null) return [];
  const own = (schema.required ?? []).map((name) => [...at, name]);
  const inner = Object.entries(sample).flatMap(([name, value]) =>
    requiredPaths(
      required(required(schema.properties, 'schema.properties')[name], 'a field of the schema'),
      value,
      [...at, name],
    ),
  );
  return [...own, ...inner];
}

function without(sample: Json, path: Path): Json {
  const copy = structuredClone(sample);
  const parent = path
    .slice(0, -1)
    .reduce((node, step) => required((node as Record<string, Json>)[step], 'a field of the sample'), copy);
  delete (parent as Record<string, Json>)[required(path.at(-1), 'path.at(-1)')];
  return copy;
}

function propertiesOf(schema: Schema, at = ''): [string, Schema][] {
  const inner = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])];
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]): [string, Schema][] => [
      [`${at}${name}`, property],
      ...propertiesOf(property, `${at}${name}.`),
    ]),
    ...inner.flatMap((part) => propertiesOf(part, at)),
  ];
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** EIP-55: a letter is upper case if the hash of the lower-case address has a digit of 8 or more at its place. */
function toChecksumAddress(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const hash = Buffer.from(keccak_256(Buffer.from(digits))).toString('hex');
  const cased = [...digits].map((digit, i) =>
    Number.parseInt(required(hash[i], 'hash[i]'), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${cased.join('')}`;
}

describe.each(cases)('%s', (_name, entry) => {
  const schema = entry.schema as Schema;
  const sample = entry.sample as Json;
  const validate = ajv.compile(entry.schema);

  it('has a sample that matches its schema', () => {
    expect(validate(sample), ajv.errorsText(validate.errors)).toBe(true);
  });

  it('is refused without any one of its required fields', () => {
    const paths = requiredPaths(schema, sample);
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) expect(validate(without(sample, path)), path.join('.')).toBe(false);
  });

  it('accepts a field that a later version may add', () => {
    expect(validate({ ...(sample as object), added_later: 1 })).toBe(true);
  });

  it('describes each of its fields', () => {
    const bare = propertiesOf(schema).filter(([, property]) => !property.description?.endsWith('.'));
    expect(bare.map(([path]) => path)).toEqual([]);
  });
});

describe('samples', () => {
  const strings = catalogEntries().flatMap((entry) => stringsIn(entry.sample));

  it('contain complete hashes and addresses with a valid EIP-55 checksum', () => {
    expect(toChecksumAddress(`0x${'5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'}`)).toBe(
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', // test vector of EIP-55
    );
    const hex = strings.filter((text) => text.startsWith('0x'));
    expect(hex.length).toBeGreaterThan(4);
    for (const text of hex) {
      expect(text).toMatch(/^0x([0-9a-f]{64}|[0-9a-fA-F]{40})$/);
      if (text.length === 42) expect(text).toBe(toChecksumAddress(text));
    }
  });

  it('contain no host except example.com', () => {
    for (const text of strings.filter((one) => one.includes('@')))
      expect(text).toMatch(/[@.]example\.com>?$/);
    for (const text of strings.filter((one) => one.startsWith('http')))
      expect(new URL(text).hostname).toMatch(/example\.com$/);
  });

  it('write times as the interface does: UTC, milliseconds, Z', () => {
    const times = strings.filter((text) => /^\d{4}-\d\d-\d\dT/.test(text));
    expect(times.length).toBeGreaterThan(30);
    for (const time of times) expect(new Date(time).toISOString()).toBe(time);
  });

  it('have the sums that their fields promise', () => {
    const { sample: job } = factByKey('lead_imported');
    expect(job.valid_row_count + job.invalid_row_count).toBe(job.row_count);
    expect(job.inserted_count + job.updated_count + job.duplicate_count + job.suppressed_count).toBe(
      job.valid_row_count,
    );
    const { sample: run } = factByKey('execution_confirmed');
    expect(run.cost_eth).toBeCloseTo((run.gas_used * run.gas_price_gwei) / 1e9, 12);
    const { sample: deployment } = factByKey('contract_deployed');
    expect(deployment.cost_eth).toBeCloseTo((deployment.gas_used * deployment.gas_price_gwei) / 1e9, 12);
    const { readiness } = factByKey('readiness_scored').sample;
    const three = [readiness.cloud, readiness.library, readiness.mesh];
    expect(readiness.overall).toBe(Math.round(three.reduce((sum, { score }) => sum + score, 0) / 3));
    const { score, breakdown } = factByKey('lead_scored').sample;
    expect(score).toBe(Math.round(0.5 * breakdown.fit + 0.3 * breakdown.intent + 0.2 * breakdown.engagement));
  });
});

describe('payloads in the interface', () => {
  it.each([
    [
      'review.completed',
      'review_id application_id status scores findings patches_generated duration_seconds',
      { scores: 'cloud_readiness library_readiness mesh_readiness', findings: 'critical high medium low' },
    ],
    [
      'meeting.booked',
      'lead_id campaign_id meeting_time duration_minutes sales_rep attribution',
      { attribution: 'first_touch last_touch touchpoints' },
    ],
    [
      'execution.failed',
      'execution_id contract_id network function transaction_hash error',
      { error: 'type reason gas_used' },
    ],
  ])(
    '%s has these fields first, and no other is required',
    (name, fieldNames, nested: Record<string, string>) => {
      const sample = sampleFor(name) as Record<string, object>;
      const schema = required(
        catalogEntries().find((entry) => entry.name === name),
        'the entry of a name',
      ).schema as Schema;
      const names = fieldNames.split(' ');
      expect(Object.keys(sample).slice(0, names.length)).toEqual(names);
      expect(schema.required).toEqual(names);
      for (const [field, inner] of Object.entries(nested)) {
        expect(Object.keys(required(sample[field], 'sample[field]'))).toEqual(inner.split(' '));
        expect(schema.properties?.[field]?.required).toEqual(inner.split(' '));
      }
    },
  );

  it.each(['execution.started', 'execution.completed', 'execution.failed'])(
    '%s has the fields of the contracts area',
    (name) => {
      expect(Object.keys(sampleFor(name) as object)).toEqual(
        expect.arrayContaining(['execution_id', 'contract_id', 'transaction_hash', 'status', 'gas_used']),
      );
    },
  );
});
