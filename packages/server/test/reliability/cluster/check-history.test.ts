import { describe, expect, test } from 'vitest';
import { countLetOut } from './check-deliveries.ts';
import { checkHistory } from './check-history.ts';
import type {
  Arrival,
  CampaignEnd,
  CampaignUse,
  CountedRequest,
  History,
  LoggedEvent,
  PublishTry,
  Receiver,
  RegisterOperation,
} from './history.ts';

/** Event `n` is sent at `n` seconds, acknowledged 50 ms later and delivered 100 ms later. */
function sent(n: number, change: Partial<PublishTry> = {}): PublishTry {
  const sentAt = change.sentAt ?? n * 1_000;
  const answer = { sentAt, endedAt: sentAt + 50, status: 201, eventId: `evt_${n}` };
  return { n, type: 'load.tick', keyed: false, node: 'node1', ...answer, ...change };
}

function came(n: number, change: Partial<Arrival> = {}): Arrival {
  const ids = { webhookId: `dlv_${n}`, eventId: `evt_${n}` };
  return { receiver: 'all', ...ids, n, at: n * 1_000 + 100, ...change };
}

const at = (position: number, n = position): LoggedEvent => ({ position, n, eventId: `evt_${n}` });
const receiver: Receiver = { name: 'all', types: ['load.tick'], from: -1, ordered: false };

/** A history of three events without a violation. */
function wellBehaved(change: Partial<History> = {}): History {
  return {
    publishes: [sent(0), sent(1), sent(2)],
    deliveries: [came(0), came(1), came(2)],
    log: [at(0), at(1), at(2)],
    streams: [[at(0), at(1), at(2)]],
    reads: [{ eventId: 'evt_0', node: 'node2', sentAt: 60, status: 200 }],
    registers: [],
    counted: [],
    revoked: [],
    executions: [],
    outcomes: [],
    chain: [],
    campaigns: [],
    mails: [],
    unexpected: [],
    unproven: [],
    faults: [],
    ...change,
  };
}

function kindsOf(history: History, receivers = [receiver]): string[] {
  return checkHistory(history, receivers).map(({ kind }) => kind);
}

const lane = (place: number) => ({ lane: { name: 'a', place }, keyed: true });
const inLane = { publishes: [0, 1, 2].map((n) => sent(n, lane(n))) };

const operation = (kind: 'write' | 'read', value: number, sentAt: number, acknowledged = true) =>
  ({
    register: 'r',
    kind,
    value,
    node: 'node1',
    sentAt,
    endedAt: sentAt + 10,
    acknowledged,
  }) as RegisterOperation;

const transfer = (n: number, status: number | undefined, executionId?: string) => ({
  n,
  node: 'node1',
  sentAt: 0,
  endedAt: 50,
  status,
  ...(executionId !== undefined && { executionId }),
});
const onChain = (n: number, nonce = n) => ({ n, nonce, hash: `0x${n}${nonce}` });
const outcome = (n: number, status = 'confirmed') => ({ n, executionId: `exe_${n}`, status });

/** A campaign with three leads and a budget for two mails, which were sent. */
function campaign(change: Partial<CampaignUse> = {}, end: Partial<CampaignEnd> = {}): CampaignUse {
  const messages = ['sent', 'sent', 'pending'].map((status, i) => message(i, status));
  return {
    domain: 'one.example',
    leads: 3,
    priceMicros: 100,
    limits: [{ micros: 200, askedAt: 0, acknowledged: true }],
    reads: [{ spentMicros: 100, reservedMicros: 100, sentAt: 10, node: 'node1' }],
    end: { status: 'paused', pauseReason: 'budget', spentMicros: 200, messages, ...end },
    ...change,
  };
}
const message = (i: number, status: string, failureCode: string | null = null) => ({
  to: `lead${i}@one.example`,
  status,
  failureCode,
});
const limit = (micros: number, askedAt: number) => ({ micros, askedAt, acknowledged: true });
const mail = (i: number, at = 20 + i) => ({ to: `lead${i}@one.example`, at });
const mailed = { campaigns: [campaign()], mails: [mail(0), mail(1)] };

const counted = (at: number, allowed = true, resetAt = 60): CountedRequest => ({
  limit: 'events_query',
  most: 2,
  windowSeconds: 60,
  resetAt,
  allowed,
  at,
});

describe('what a correct machine could have done is accepted', () => {
  const passed: Record<string, Partial<History>> = {
    'all is well': {},
    'an event without an answer is in the log': {
      publishes: [sent(0), sent(1, { status: undefined }), sent(2)],
    },
    'an event that was refused is not': {
      publishes: [sent(0), sent(1), sent(2), { ...sent(3, { status: 503 }), eventId: undefined as never }],
    },
    'events under way at once are in any order': {
      publishes: [sent(0), sent(1, { endedAt: 2_500 }), sent(2)],
      log: [at(0), { ...at(2), position: 1 }, { ...at(1), position: 2 }],
      streams: [],
    },
    'a key is tried on two nodes and both tell of the one event': {
      publishes: [sent(0), sent(1, { keyed: true }), sent(1, { keyed: true, sentAt: 1_900 }), sent(2)],
    },
    'what was under way at a fault comes again': {
      deliveries: [came(0), came(1), came(1, { at: 8_000 }), came(2)],
      faults: [{ kind: 'kill', node: 'node1', startedAt: 1_150, endedAt: 1_150 }],
    },
    'what a fault of all held up comes within 10 s of its end': {
      deliveries: [came(0), came(1), came(2, { at: 39_000 })],
      faults: [{ kind: 'fail-over', startedAt: 2_060, endedAt: 30_000 }],
    },
    'a read shows the newest value or one that is being written': {
      registers: [
        operation('write', 1, 0),
        operation('read', 1, 20),
        operation('write', 2, 40, false),
        operation('read', 1, 60),
        operation('read', 2, 80),
      ],
    },
    'each window has its limit': {
      counted: [
        counted(0),
        counted(1),
        counted(2, false),
        counted(60_000, true, 120),
        counted(60_001, true, 120),
      ],
    },
    'a transfer without an answer is on the chain, another is not': {
      executions: [transfer(1, 202, 'exe_1'), transfer(2, undefined), transfer(3, undefined)],
      chain: [onChain(1), onChain(2)],
      outcomes: [outcome(1)],
    },
    'a clock that is set opens a window anew': {
      counted: [0, 1, 2, 3].map((i) => counted(i * 10, true, i < 2 ? 60 : 30)),
      faults: [{ kind: 'set-database-clock', startedAt: 15, endedAt: 16, movesClock: true }],
    },
    'a clock that is set back comes to the end of a window again': {
      counted: [counted(0), counted(10), counted(200, true, 30), counted(3_000), counted(3_100)],
      faults: [{ kind: 'set-database-clock', startedAt: 15, endedAt: 16, movesClock: true }],
    },
    'a budget is used up, and raised': mailed,
    'a mail whose end is unknown came, or did not': {
      campaigns: [
        campaign({}, { messages: [message(0, 'sent'), message(1, 'failed', 'delivery_unknown')] }),
        campaign(
          { domain: 'two.example' },
          { messages: [message(3, 'failed', 'delivery_unknown'), message(4, 'failed', 'delivery_unknown')] },
        ),
      ],
      mails: [mail(0), mail(1)],
    },
    'a key is still taken on another node for a moment': {
      revoked: [{ deletedAt: 0, sentAt: 900, node: 'node2', status: 200 }],
    },
  };
  test.each(Object.entries(passed))('%s', (_, change) => expect(kindsOf(wellBehaved(change))).toEqual([]));
});

describe('what no correct machine could have done is found', () => {
  const found: [string, Partial<History>, string][] = [
    [
      'lost',
      { log: [at(0), at(1)], streams: [], deliveries: [came(0), came(1)] },
      'an acknowledged event is lost',
    ],
    ['phantom in the log', { log: [at(0), at(1), at(2), at(3)], streams: [] }, 'an event was never sent'],
    [
      'acknowledged as another event',
      { log: [at(0), at(1), { ...at(2), n: 1 }], streams: [] },
      'an event was never sent',
    ],
    [
      'twice in the log',
      { log: [at(0), at(1), at(2), { ...at(3, 2), eventId: 'evt_9' }] },
      'one key made two events',
    ],
    [
      'two answers of a key',
      { publishes: [sent(0), sent(1, { keyed: true }), sent(1, { keyed: true, eventId: 'evt_7' }), sent(2)] },
      'one key made two events',
    ],
    ['gap', { log: [at(0), at(1), at(3, 2)], streams: [] }, 'positions have a gap'],
    [
      'position shared',
      { streams: [[at(0), { ...at(1), eventId: 'evt_5' }]] },
      'one event is at two positions, or two are at one',
    ],
    [
      'event at two places',
      { streams: [[at(0), at(1), at(2), { ...at(3), eventId: 'evt_0' }]] },
      'one event is at two positions, or two are at one',
    ],
    ['stream leaves out', { streams: [[at(0), at(2)]] }, 'a stream is not in the order of the log'],
    ['stream repeats', { streams: [[at(0), at(1), at(1)]] }, 'a stream is not in the order of the log'],
    [
      'later publish comes first',
      { log: [{ ...at(1), position: 0 }, { ...at(0), position: 1 }, at(2)], streams: [] },
      'the log is not in the order in which clients published',
    ],
    [
      'delivered, then lost',
      { publishes: [sent(0), sent(1), sent(2, { status: undefined })], log: [at(0), at(1)], streams: [] },
      'a delivered event is not in the log',
    ],
    ['never delivered', { deliveries: [came(0), came(2)] }, 'an event was never delivered'],
    [
      'delivered to who did not ask',
      { publishes: [sent(0), sent(1, { type: 'other' }), sent(2)] },
      'a delivered event does not match the subscription',
    ],
    [
      'one delivery under two ids',
      { deliveries: [came(0), came(1), came(1, { webhookId: 'dlv_9' }), came(2)] },
      'one delivery has two ids',
    ],
    [
      'twice without a fault',
      { deliveries: [came(0), came(1), came(1, { at: 1_200 }), came(2)] },
      'delivered twice without a fault',
    ],
    [
      'twice long after a fault',
      {
        deliveries: [came(0), came(1), came(1, { at: 1_200 }), came(2)],
        faults: [{ kind: 'kill', startedAt: -60_000, endedAt: -50_000 }],
      },
      'delivered twice without a fault',
    ],
    [
      'late',
      { deliveries: [came(0), came(1), came(2, { at: 13_000 })] },
      'delivered later than 10 s after the last fault',
    ],
    [
      'late though another had to take over',
      {
        deliveries: [came(0), came(1), came(2, { at: 13_000 })],
        faults: [{ kind: 'cut', node: 'node1', startedAt: 2_070, endedAt: 12_000 }],
      },
      'delivered later than 10 s after the last fault',
    ],
    [
      'not found after it was acknowledged',
      { reads: [{ eventId: 'evt_0', node: 'node2', sentAt: 60, status: 404 }] },
      'an acknowledged event was not found',
    ],
    [
      'stale read',
      { registers: [operation('write', 1, 0), operation('write', 2, 20), operation('read', 1, 40)] },
      'a read is older than a write before it',
    ],
    [
      'value goes back',
      {
        registers: [
          operation('write', 1, 0),
          operation('write', 2, 20, false),
          operation('read', 2, 40),
          operation('read', 1, 60),
        ],
      },
      'a read is older than a write before it',
    ],
    [
      'value from nowhere',
      { registers: [operation('write', 1, 0), operation('read', 7, 20)] },
      'a value was read before it was written',
    ],
    [
      'window over its limit',
      { counted: [counted(0), counted(1), counted(2)] },
      'a limit was exceeded in one window',
    ],
    [
      'windows that overlap',
      { counted: [0, 1, 2, 3, 4].map((i) => counted(i, true, 60 + Math.floor(i / 2))) },
      'a limit was exceeded over several windows',
    ],
    [
      'windows that nodes begin in turn, until all have heard of a clock that was set',
      {
        counted: [60, 60, 30, 30, 61, 61, 31].map((resetAt, i) => counted(20 + i * 10, true, resetAt)),
        faults: [{ kind: 'set-database-clock', startedAt: 15, endedAt: 16, movesClock: true }],
      },
      'a limit was exceeded over several windows',
    ],
    [
      'window that never ends',
      { counted: [0, 30_000, 70_000].map((ms) => counted(ms, false, 300)) },
      'a window was closed for longer than it lasts',
    ],
    [
      'deleted key',
      { revoked: [{ deletedAt: 0, sentAt: 11_000, node: 'node2', status: 200 }] },
      'a deleted key was accepted',
    ],
    [
      'two executions of a key',
      { executions: [transfer(1, 202, 'exe_1'), transfer(1, 202, 'exe_2')], chain: [onChain(1)] },
      'one key made two executions',
    ],
    [
      'transfer made twice',
      { executions: [transfer(1, 202, 'exe_1')], chain: [onChain(1, 4), onChain(1, 5)] },
      'a transfer was made twice',
    ],
    [
      'nonce used twice',
      { executions: [transfer(1, 202), transfer(2, 202)], chain: [onChain(1, 4), onChain(2, 4)] },
      'a nonce was used twice',
    ],
    ['transfer nobody asked for', { chain: [onChain(1)] }, 'a transfer was never requested'],
    [
      'transfer lost',
      { executions: [transfer(1, 202, 'exe_1')] },
      'an acknowledged transfer never reached the chain',
    ],
    [
      'transfer that nobody follows',
      { executions: [transfer(1, 202, 'exe_1')], chain: [onChain(1)], outcomes: [outcome(1, 'pending')] },
      'a transfer on the chain was never confirmed',
    ],
    ['one mail too many', { ...mailed, mails: [mail(0), mail(1), mail(2)] }, 'a budget was overspent'],
    [
      'mail before the budget was raised',
      {
        ...mailed,
        campaigns: [campaign({ limits: [0, 1].map((i) => limit(100 * (i + 1), i * 1_000)) })],
      },
      'a budget was overspent',
    ],
    [
      'more held than there is',
      {
        ...mailed,
        campaigns: [
          campaign({ reads: [{ spentMicros: 200, reservedMicros: 100, sentAt: 10, node: 'node1' }] }),
        ],
      },
      'a budget was overspent',
    ],
    [
      'mail that nobody paid for',
      { ...mailed, campaigns: [campaign({}, { spentMicros: 100 })] },
      'less was charged than was sent',
    ],
    ['mail sent twice', { ...mailed, mails: [mail(0), mail(0, 50)] }, 'a mail was sent twice'],
    [
      'mail to a stranger',
      { ...mailed, mails: [mail(0), mail(1), { to: 'x@y.example', at: 1 }] },
      'a mail went to an unexpected recipient',
    ],
    ['mail lost', { ...mailed, mails: [mail(0)] }, 'a mail was reported as sent and never arrived'],
    [
      'mail that waits, and came',
      { ...mailed, mails: [mail(0), mail(2)] },
      'a mail arrived that was reported as not sent',
    ],
    [
      'campaign that does not go on',
      {
        mails: [mail(0)],
        campaigns: [
          campaign({}, { status: 'active', messages: [message(0, 'sent'), message(1, 'pending')] }),
        ],
      },
      'a campaign did not continue',
    ],
    ['answer of 500', { unexpected: ['500'] }, 'an answer that no client should get'],
    ['broken checkpoint', { unproven: ['size'] }, 'the log contradicts a checkpoint'],
  ];
  test.each(found)('%s', (_, change, kind) => expect(kindsOf(wellBehaved(change))).toContain(kind));

  test('a key out of order, or with a missing event', () => {
    const ordered = [{ ...receiver, ordered: true }];
    const kind = 'deliveries of a key are out of order';
    const history = (order: number[]) =>
      wellBehaved({ ...inLane, deliveries: order.map((n, i) => came(n, { at: 3_000 + i })) });
    expect(kindsOf(history([0, 1, 2]), ordered)).toEqual([]);
    expect(kindsOf(history([0, 2, 1]), ordered)).toContain(kind);
    // A copy of an older event after a newer one violates the order.
    expect(kindsOf(history([0, 1, 2, 1]), ordered)).toContain(kind);
    // It is allowed if a node was paused before the first copy and resumed just before the second: nothing can keep it
    // from sending.
    const halted = (startedAt: number, endedAt: number, kind = 'pause') => ({
      ...history([0, 1, 2, 1]),
      faults: [{ kind, node: 'node1', startedAt, endedAt }],
    });
    expect(kindsOf(halted(2_000, 3_002), ordered)).not.toContain(kind);
    expect(countLetOut(halted(2_000, 3_002), ordered)).toBe(1);
    expect(kindsOf(halted(2_000, 3_004), ordered)).toContain(kind);
    expect(kindsOf(halted(3_001.5, 3_002), ordered)).toContain(kind);
    expect(kindsOf(halted(2_000, 3_002, 'kill'), ordered)).toContain(kind);
  });

  test('an event sent after a subscription has ended and still delivered to it', () => {
    const ended = { ...receiver, until: 1_500, endedAt: 1_600 };
    expect(kindsOf(wellBehaved({ deliveries: [came(0), came(1)] }), [ended])).toEqual([]);
    expect(kindsOf(wellBehaved(), [ended])).toEqual(['a delivered event does not match the subscription']);
  });
});
