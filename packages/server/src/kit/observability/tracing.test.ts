import { expect, test } from 'vitest';
import { currentTrace, formatTraceparent, inTrace, parseTraceparent } from './tracing.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

test.each([
  [`00-${traceId}-${spanId}-01`, { traceId, spanId, isSampled: true }],
  [`00-${traceId}-${spanId}-00`, { traceId, spanId, isSampled: false }],
  // A later version may have further fields.
  [`cc-${traceId}-${spanId}-01-what-comes`, { traceId, spanId, isSampled: true }],
  [`00-${traceId}-${spanId}-01-more`, undefined],
  [`ff-${traceId}-${spanId}-01`, undefined],
  [`00-${'0'.repeat(32)}-${spanId}-01`, undefined],
  [`00-${traceId}-${'0'.repeat(16)}-01`, undefined],
  [`00-${traceId.toUpperCase()}-${spanId}-01`, undefined],
  [`00-${traceId}-${spanId}`, undefined],
  ['', undefined],
  [undefined, undefined],
  [`00-${traceId}-${spanId}-01-${'x'.repeat(300)}`, undefined],
])('%s is read as %o', (header, context) => {
  expect(parseTraceparent(header)).toEqual(context);
});

test('the written header is the same as the read one', () => {
  const header = `00-${traceId}-${spanId}-01`;
  expect(formatTraceparent(parseTraceparent(header) ?? { traceId: '', spanId: '', isSampled: false })).toBe(
    header,
  );
});

test('work knows its trace across asynchronous calls, and other work does not', async () => {
  const context = { traceId, spanId, isSampled: true };
  expect(currentTrace()).toBeUndefined();
  const inside = inTrace(context, async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return currentTrace();
  });
  expect(currentTrace()).toBeUndefined();
  expect(await inside).toBe(context);
});
