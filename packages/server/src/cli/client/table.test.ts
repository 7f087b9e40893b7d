import { stripVTControlCharacters } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { formatTime } from './format-time.ts';
import { cleanText } from './print.ts';
import { ProgressBar } from './progress-bar.ts';
import { type Column, fitWidths, formatRow, printList } from './table.ts';

const terminal = Object.getOwnPropertyDescriptor(process.stdout, 'isTTY');
const width = Object.getOwnPropertyDescriptor(process.stdout, 'columns');

afterEach(() => {
  vi.restoreAllMocks();
  for (const [name, before] of [
    ['isTTY', terminal],
    ['columns', width],
  ] as const) {
    if (before === undefined) delete (process.stdout as unknown as Record<string, unknown>)[name];
    else Object.defineProperty(process.stdout, name, before);
  }
});

/** Captures the output: on a terminal with this many columns, or without a terminal. */
function capture(columns?: number): () => string {
  Object.defineProperty(process.stdout, 'isTTY', { value: columns !== undefined, configurable: true });
  Object.defineProperty(process.stdout, 'columns', { value: columns, configurable: true });
  let text = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((part) => {
    text += part;
    return true;
  });
  return () => text;
}

interface Item {
  id: string;
  name: string;
  at: string;
}

const columns: Column<Item>[] = [
  { header: 'ID', value: ({ id }) => id },
  { header: 'NAME', value: ({ name }) => name, shrinks: true },
  { header: 'WHEN', value: ({ at }) => at, isTime: true },
];

test('a table fits the terminal: columns that may be shortened are, by their width on screen, and ids stay complete', () => {
  const rows = [
    ['evt_0123456789abcdef', '日本語の長い名前です', 'x'],
    ['evt_0', 'short', 'y'],
  ];
  const shape = [{ header: 'ID' }, { header: 'NAME', shrinks: true }, { header: 'X' }];
  const widths = fitWidths(rows, shape, 36);
  expect(widths).toEqual([20, 11, 1]);
  expect(rows.map((row) => formatRow(row, widths, (text) => text))).toEqual([
    'evt_0123456789abcdef  日本語の長…  x',
    'evt_0                 short        y',
  ]);
  // If the terminal is narrower than the ids, the ids are still printed completely.
  expect(fitWidths(rows, shape, 10)).toEqual([20, 8, 1]);
});

test('on a terminal a list has headers and shows times ago; elsewhere tabs and exact times', async () => {
  const at = new Date(Date.now() - 3 * 3_600_000).toISOString();
  const items = [{ id: 'a', name: 'two\twords\nand \u001b[2J more', at }];
  const onTerminal = capture(80);
  await printList(items, columns, { empty: '' });
  expect(stripVTControlCharacters(onTerminal())).toBe(
    'ID  NAME                     WHEN\na   two words and �[2J more  3h ago\n',
  );
  vi.restoreAllMocks();
  const elsewhere = capture();
  await printList(items, columns, { empty: '' });
  expect(elsewhere()).toBe(`a\ttwo words and �[2J more\t${at}\n`);
});

test('texts from others cannot control a terminal; our own colours stay', () => {
  const given = 'a\u001b[31mred\u001b[39m\u001b]0;title\u0007\u001b[2J\tb\n';
  capture(80);
  expect(cleanText(given)).toBe('a\u001b[31mred\u001b[39m�]0;title��[2J\tb\n');
  vi.restoreAllMocks();
  capture();
  expect(cleanText(given)).toBe(given);
});

test('times are shown with their largest unit, in the past and the future', () => {
  const now = Date.parse('2026-03-01T12:00:00.000Z');
  const told = (timestamp: string) => formatTime(timestamp, now);
  expect(told('2026-03-01T11:59:18.000Z')).toBe('42s ago');
  expect(told('2026-03-01T09:01:00.000Z')).toBe('2h ago');
  expect(told('2026-03-04T12:00:00.000Z')).toBe('in 3d');
  expect(told('2026-03-01T12:00:00.400Z')).toBe('now');
  expect(told('never')).toBe('never');
});

test('progress is an occasional line in stored output, and nothing for programs', async () => {
  let text = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((part) => {
    text += part;
    return true;
  });
  const bar = new ProgressBar('Reviewing', {}, 10);
  bar.update(0.25, '1 of 4 agents');
  await expect.poll(() => text).toMatch(/^Reviewing…\nReviewing: 25 %, 1 of 4 agents, after \d+ s\n/);
  bar.end();
  text = '';
  const silent = new ProgressBar('Reviewing', { json: true }, 0);
  silent.update(1);
  silent.end();
  expect(text).toBe('');
});

test('on a narrow terminal, extra columns are left out before names become unreadable', async () => {
  const wide = { id: `cmp_${'0'.repeat(32)}`, name: 'Spring offer for everybody at the fair', at: '' };
  const extra: Column<Item>[] = [
    { header: 'ID', value: ({ id }) => id },
    { header: 'NAME', value: ({ name }) => name, shrinks: true },
    { header: 'FIRST', value: () => 'a'.repeat(12), isExtra: true },
    { header: 'SECOND', value: () => 'b'.repeat(12), isExtra: true },
  ];
  const headersAt = async (columnsOfTerminal: number | undefined) => {
    const printed = capture(columnsOfTerminal);
    await printList([wide], extra, { empty: 'none' });
    vi.restoreAllMocks();
    return stripVTControlCharacters(printed());
  };
  expect(await headersAt(120)).toContain('SECOND');
  const narrow = await headersAt(80);
  expect(narrow.split('\n')[0]).toMatch(/^ID +NAME +FIRST$/);
  expect(narrow).toContain('Spring offer for ');
  // Programs get every column.
  expect(await headersAt(undefined)).toBe(`${wide.id}\t${wide.name}\t${'a'.repeat(12)}\t${'b'.repeat(12)}\n`);
});
