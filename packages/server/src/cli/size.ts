import { CommandError } from './client/command-error.ts';
import { counted, type OutputOptions, print } from './client/print.ts';
import { type Demand, type Size, type SizeLine, sizeInstallation } from './sizing/size-installation.ts';
import { formatCount, formatDecimalBytes, formatNumber, formatSpan } from './sizing/span.ts';

/** Options as typed by the user. */
export type SizeOptions = OutputOptions & { sources?: boolean } & Partial<Record<keyof Demand, string>>;

interface Bound {
  option: string;
  fallback?: (options: SizeOptions) => number;
  least: number;
  most: number;
}

const bounds: Record<keyof Demand, Bound> = {
  eventsPerSecond: { option: '--events-per-second', least: 0.001, most: 1_000_000 },
  subscriptions: { option: '--subscriptions', fallback: () => 1, least: 0, most: 10_000_000 },
  fanOut: {
    option: '--fan-out',
    fallback: ({ subscriptions }) => (subscriptions === '0' ? 0 : 1),
    least: 0,
    most: 10_000,
  },
  eventKb: { option: '--event-kb', fallback: () => 1, least: 0.05, most: 1_024 },
  peak: { option: '--peak', fallback: () => 1, least: 1, most: 10_000 },
  receiverMs: { option: '--receiver-ms', fallback: () => 100, least: 0, most: 60_000 },
  attemptDays: { option: '--attempt-days', fallback: () => 30, least: 1, most: 3_650 },
  cores: { option: '--cores', fallback: () => 8, least: 1, most: 1_024 },
  poolSize: { option: '--pool-size', fallback: () => 12, least: 4, most: 500 },
  jobConcurrency: { option: '--job-concurrency', fallback: () => 8, least: 1, most: 200 },
};

/** Prints what an installation needs for a load, based on measured figures. */
export async function printSize(options: SizeOptions): Promise<void> {
  const demand = readDemand(options);
  const size = sizeInstallation(demand);
  await print(options, { demand, ...size }, () => formatSize(demand, size, options.sources === true));
}

/** @throws CommandError for a value that is not a number or is out of range */
export function readDemand(options: SizeOptions): Demand {
  const read = (key: keyof Demand): number => {
    const { option, fallback, least, most } = bounds[key];
    const typed = options[key];
    if (typed === undefined) {
      if (fallback === undefined) throw new CommandError(`Say ${option} <n>.`);
      return fallback(options);
    }
    const value = typed.trim() === '' ? Number.NaN : Number(typed);
    if (!(value >= least && value <= most)) {
      throw new CommandError(`${option} must be a number from ${least} to ${most}, not ${typed}.`);
    }
    return value;
  };
  return Object.fromEntries(
    (Object.keys(bounds) as (keyof Demand)[]).map((key) => [key, read(key)]),
  ) as unknown as Demand;
}

function formatSize(demand: Demand, { lines, doubts }: Size, withSources: boolean): string {
  const { eventsPerSecond, eventKb, fanOut, subscriptions } = demand;
  const width = Math.max(...lines.map(({ name }) => name.length));
  const rows = lines.flatMap((line) => [
    `${line.name.padEnd(width)}  ${formatLine(line)}`,
    ...(withSources ? [`${' '.repeat(width)}  ${line.from} (${line.source})`] : []),
  ]);
  return [
    `For ${formatNumber(eventsPerSecond)} events/s of ${eventKb} KB, ${counted(fanOut, 'delivery', 'deliveries')} each, ${counted(subscriptions, 'subscription')}:`,
    '',
    ...rows,
    '',
    'The figures were measured on two cores with other work, so the ranges are wide.',
    ...(withSources ? [] : ['`--sources` shows the source of each.']),
    ...doubts.map((doubt) => `- ${doubt}`),
  ].join('\n');
}

function formatLine({ value, unit }: SizeLine): string {
  if (unit === 'bytes') return formatSpan(value, formatDecimalBytes);
  if (unit === 'bytes/s') return formatSpan(value, (bytes) => `${formatDecimalBytes(bytes)}/s`);
  if (unit === 'cores') return `${formatSpan(value)} cores`;
  return formatSpan(value, formatCount);
}
