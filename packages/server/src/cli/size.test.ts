import { afterEach, expect, test, vi } from 'vitest';
import { runCli } from './cli.ts';
import { readDemand } from './size.ts';
import { measured, rest } from './sizing/measured-figures.ts';
import { type Demand, type SizeLine, sizeInstallation } from './sizing/size-installation.ts';
import { formatDecimalBytes, formatNumber, formatSpan } from './sizing/span.ts';

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

async function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[name], 'write').mockImplementation((part) => {
      written[name] += part;
      return true;
    });
  }
  const code = await runCli(['size', ...args]);
  vi.restoreAllMocks();
  return { code, ...written };
}

function sizeOf(demand: Partial<Record<keyof Demand, string>>): Record<string, SizeLine> {
  const { lines } = sizeInstallation(readDemand({ eventsPerSecond: '100', ...demand }));
  return Object.fromEntries(lines.map((line) => [line.name, line]));
}

test('every line has a valid range, a derivation and a source', () => {
  const { lines } = sizeInstallation(
    readDemand({ eventsPerSecond: '2500', subscriptions: '40', fanOut: '3' }),
  );
  expect(lines.length).toBeGreaterThan(9);
  for (const { value, from, source, name } of lines) {
    expect([name, value.low > 0, value.high >= value.low, from !== '', source !== '']).toEqual([
      name,
      true,
      true,
      true,
      true,
    ]);
  }
});

test('the cost of one event is the measured figure, in addition to an idle process', () => {
  const size = sizeOf({ eventsPerSecond: '1', subscriptions: '0' });
  const { low, high } = measured.serviceOfEvent.base;
  expect(size['service, CPU']?.value.low).toBeCloseTo(low * 1e-6 + rest.service.low, 9);
  expect(size['service, CPU']?.value.high).toBeCloseTo(high * 1e-6 + rest.service.high, 9);
  expect(size['deliveries under way at once']?.value).toEqual({ low: 0, high: 0 });
  expect(size['disk of the log, per day']?.value.low).toBeCloseTo(measured.diskOfEvent.base.low * 86_400, 5);
});

test.each([
  ['eventsPerSecond', '200', 'service, CPU'],
  ['fanOut', '4', 'database, CPU'],
  ['eventKb', '16', 'disk of the log, per month'],
  ['receiverMs', '5000', 'deliveries under way at once'],
  ['attemptDays', '90', 'disk of the log of deliveries'],
  ['poolSize', '40', 'connections to the database'],
  ['eventsPerSecond', '40000', 'machines'],
] as const)('more %s needs more', (key, value, name) => {
  const [before, after] = [sizeOf({})[name], sizeOf({ [key]: value })[name]];
  expect(after?.value.high).toBeGreaterThan(before?.value.high ?? Number.POSITIVE_INFINITY);
});

test('a small load fits on one machine in one process, with any number of cores', () => {
  for (const cores of ['1', '2', '8']) {
    const size = sizeOf({ eventsPerSecond: '50', cores });
    expect([size.machines?.value, size['serving processes']?.value]).toEqual([
      { low: 1, high: 1 },
      { low: 1, high: 1 },
    ]);
  }
});

test('cores are sized for the peak, and disk for the mean', () => {
  const [flat, peaked] = [sizeOf({}), sizeOf({ peak: '10' })];
  expect(peaked['service, CPU']).toEqual(flat['service, CPU']);
  expect(peaked['disk of the log, per day']?.value.high).toBeCloseTo(
    (flat['disk of the log, per day']?.value.high ?? 0) / 10,
    3,
  );
});

test('the limits of the figures are stated', () => {
  const { doubts } = sizeInstallation(
    readDemand({ eventsPerSecond: '60000', subscriptions: '1', fanOut: '1', eventKb: '64' }),
  );
  expect(doubts.join('\n')).toMatch(
    /four serving processes[\s\S]*several machines[\s\S]*two cores[\s\S]*32 KB[\s\S]*WEBHOOK_CONCURRENCY/,
  );
  expect(sizeInstallation(readDemand({ eventsPerSecond: '10' })).doubts).toEqual([]);
});

test('numbers are formatted for people', () => {
  expect([0, 0.0123, 0.6, 1.234, 12.6, 123.4, 1_234_567].map(formatNumber)).toEqual([
    '0',
    '0.012',
    '0.6',
    '1.2',
    '13',
    '120',
    '1,200,000',
  ]);
  expect([99, 1_500, 2.5e9, 7.7e15].map(formatDecimalBytes)).toEqual(['99 B', '1.5 KB', '2.5 GB', '7.7 PB']);
  expect(formatSpan({ low: 1.01, high: 1.02 })).toBe('1');
  expect(formatSpan({ low: 1, high: 2 })).toBe('1 to 2');
});

test('the command prints text, sources on request, and JSON', async () => {
  const { code, stdout } = await run('--events-per-second', '500', '--event-kb', '2');
  expect([code, stdout]).toEqual([0, expect.stringContaining('For 500 events/s of 2 KB, 1 delivery each')]);
  expect(stdout).toMatch(/^service, CPU {2,}\S+ to \S+ cores$/m);
  expect((await run('--events-per-second', '500', '--sources')).stdout).toMatch(
    'npm run bench -- --quick capacity',
  );
  const { stdout: json } = await run('--events-per-second', '500', '--json');
  expect(JSON.parse(json)).toMatchObject({ demand: { eventsPerSecond: 500, cores: 8 }, doubts: [] });
});

test.each([
  [[], /--events-per-second/],
  [['--events-per-second', 'many'], /--events-per-second must be a number from 0.001 to 1000000, not many/],
  [['--events-per-second', '-1'], /must be a number/],
  [['--events-per-second', '1', '--event-kb', '0'], /--event-kb must be/],
  [['--events-per-second', '1', '--peak', '0.5'], /--peak must be/],
  [['--events-per-second', '1', '--fan-out', ''], /--fan-out must be/],
] as const)('a mistake is reported with what to do: %j', async (args, told) => {
  const { code, stderr } = await run(...args);
  expect([code, stderr]).toEqual([2, expect.stringMatching(told)]);
});
