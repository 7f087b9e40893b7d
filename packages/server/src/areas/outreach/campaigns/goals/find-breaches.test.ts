import { expect, test } from 'vitest';
import { findBreaches } from './watch-service-levels.ts';

const figures = {
  sent: 100,
  refused: 0,
  bounced: 0,
  complained: 0,
  opened: 50,
  replied: 5,
  latency_p95_ms: 100,
};
const names = (levels: object, more: object) =>
  findBreaches(levels, { ...figures, ...more }).map(({ slo }) => slo);

test.each<[string, object, object, string[]]>([
  ['all is well', {}, {}, []],
  ['too few mails are no measure', {}, { sent: 49, bounced: 49 }, []],
  [
    'what was refused at the door counts as tried',
    {},
    { sent: 45, refused: 5, bounced: 5 },
    ['bounce_rate_max'],
  ],
  ['a rate at its threshold holds', {}, { bounced: 8 }, []],
  ['one above it does not', {}, { bounced: 9 }, ['bounce_rate_max']],
  ['complaints have a default too', {}, { complained: 1 }, ['complaint_rate_max']],
  ['a stated level stands over the default', { bounce_rate_max: 0.5 }, { bounced: 40 }, []],
  ['least rates are looked at only where they are stated', { reply_rate_min: 0.1 }, {}, ['reply_rate_min']],
  ['a late mail', { send_latency_p95_ms: 99 }, {}, ['send_latency_p95_ms']],
])('%s', (_name, levels, more, broken) => expect(names(levels, more)).toEqual(broken));
