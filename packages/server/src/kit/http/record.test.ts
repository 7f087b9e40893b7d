import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { fromRecord, toRecord } from './record.ts';
import { timestampField } from './schemas.ts';

const schema = Type.Object({
  id: Type.String(),
  first_name: Type.String(),
  send_latency_p95_ms: Type.Integer(),
  created_at: timestampField('When it was made.'),
  sent_at: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  note: Type.Optional(Type.String()),
});
const row = {
  id: '0199',
  orgId: 'another matter',
  firstName: 'Ada',
  sendLatencyP95Ms: 12,
  createdAt: new Date(0),
  sentAt: null,
};

describe('toRecord', () => {
  it('returns the fields of the schema and no others, in its order', () => {
    const record = toRecord(schema, row, { id: 'led_0199' });
    expect(record).toEqual({
      id: 'led_0199',
      first_name: 'Ada',
      send_latency_p95_ms: 12,
      created_at: '1970-01-01T00:00:00.000Z',
      sent_at: null,
    });
    expect(Object.keys(record)).toEqual(['id', 'first_name', 'send_latency_p95_ms', 'created_at', 'sent_at']);
  });

  it('compiles only if source and given make a complete record', () => {
    const { firstName: _, ...nameless } = row;
    // @ts-expect-error: first_name comes from nowhere.
    toRecord(schema, nameless, { id: 'led_0199' });
    // @ts-expect-error: a number is no name.
    toRecord(schema, { ...row, firstName: 1 }, {});
    // @ts-expect-error: the record has no such field.
    toRecord(schema, row, { org_id: 'led_0199' });
    expect(toRecord(schema, nameless, { first_name: 'Bea' })).toMatchObject({ first_name: 'Bea' });
  });
});

describe('fromRecord', () => {
  it('returns the fields of the record with the names of the code', () => {
    const body = Type.Object({
      daily_limit: Type.Optional(Type.Integer()),
      name: Type.Optional(Type.String()),
    });
    expect(fromRecord(body, { daily_limit: 0 })).toEqual({ dailyLimit: 0 });
    expect(Object.keys(fromRecord(body, {}))).toEqual([]);
  });
});
