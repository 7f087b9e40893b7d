import { expect, test } from 'vitest';
import { openFilesLimit } from '../../src/kit/processes/index.ts';
import { canOpen, type Kind, openMany } from './many-connections.ts';

const COUNT = 10_000;
/** Maximum memory for a connection. */
const MAX_KB_EACH = 25;
/** Maximum share of the file limit for connections; see `start-http.ts`. */
const MAX_OPEN = Math.floor((openFilesLimit() * 3) / 8);

test.for<Kind>(['idle', 'slow head', 'slow body'])(
  'with 10,000 connections (%s) others are answered, in limited memory, and those beyond the limit are closed',
  { timeout: 300_000 },
  async (kind, context) => {
    if (!canOpen(COUNT)) return context.skip('too few files may be open, see `ulimit -n`');
    const { answers, closed, residentMb } = await openMany(kind, COUNT);
    expect(Object.keys(answers)).toEqual(['201']);
    expect(residentMb.most - residentMb.before).toBeLessThan((COUNT * MAX_KB_EACH) / 1024);
    expect(closed).toBeGreaterThanOrEqual(COUNT - MAX_OPEN);
  },
);
