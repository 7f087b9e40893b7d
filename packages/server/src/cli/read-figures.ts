/** The values of `/metrics` by series: the name with its labels as written. */
export function readFigures(text: string): Map<string, number> {
  const figures = new Map<string, number>();
  for (const line of text.split('\n')) {
    const at = line.lastIndexOf(' ');
    if (line.startsWith('#') || at === -1) continue;
    figures.set(line.slice(0, at), Number(line.slice(at + 1)));
  }
  return figures;
}

const RUNBOOKS = 'docs/runbooks';

interface Trouble {
  alert: string;
  isThere(figure: (name: string) => number): boolean;
  words(figure: (name: string) => number): string;
}

/** For these figures, lower is worse. */
const FALLING = new Set(['trivium_data_disk_free_bytes', 'trivium_delivery_partitions_ahead']);

/** The same limits as the alert rules, for conditions that a single check can see. */
const troubles: Trouble[] = [
  {
    alert: 'TriviumNodeFenced',
    isThere: (figure) => figure('trivium_node_fenced') === 1,
    words: () => 'The node cannot write its heartbeat, and starts nothing.',
  },
  {
    alert: 'TriviumDeliveriesOverdue',
    isThere: (figure) => figure('trivium_delivery_overdue_seconds') > 300,
    words: (figure) => `Deliveries are ${Math.round(figure('trivium_delivery_overdue_seconds'))} s late.`,
  },
  {
    alert: 'TriviumJobsLate',
    isThere: (figure) => figure('trivium_jobs_oldest_due_seconds') > 600,
    words: (figure) => `Background jobs are ${Math.round(figure('trivium_jobs_oldest_due_seconds'))} s late.`,
  },
  {
    alert: 'TriviumDiskNearlyFull',
    isThere: (figure) =>
      figure('trivium_data_disk_free_bytes') < 0.1 * figure('trivium_data_disk_size_bytes'),
    words: () => 'Less than a tenth of the disk is free.',
  },
  {
    alert: 'TriviumLogUnsigned',
    isThere: (figure) => figure('trivium_log_unsigned_seconds') > 300,
    words: () => 'Events have had no signed checkpoint for more than five minutes.',
  },
  {
    alert: 'TriviumPartitionsMissing',
    isThere: (figure) => figure('trivium_delivery_partitions_ahead') < 1,
    words: () => 'The log of attempts has no partition for tomorrow.',
  },
  {
    alert: 'TriviumMailLate',
    isThere: (figure) => figure('trivium_mail_oldest_due_seconds') > 900,
    words: (figure) => `Mail is ${Math.round(figure('trivium_mail_oldest_due_seconds'))} s late.`,
  },
];

/** Problems shown by the figures, each with the page that says what to do. */
export function troublesIn(text: string): string[] {
  const figures = readFigures(text);
  // Several processes each report their own value; the worst one counts.
  const worst = (name: string, pick: (...values: number[]) => number) => {
    const values = [...figures].flatMap(([series, value]) =>
      series === name || series.startsWith(`${name}{`) ? [value] : [],
    );
    return values.length === 0 ? Number.NaN : pick(...values);
  };
  const figure = (name: string) => worst(name, FALLING.has(name) ? Math.min : Math.max);
  const found = troubles
    .filter(({ isThere }) => isThere(figure))
    .map(({ alert, words }) => `${words(figure)} (${RUNBOOKS}/${alert}.md)`);
  const damaged = [...figures.keys()].filter((series) => series.startsWith('trivium_damaged_log{'));
  if (damaged.length > 0)
    found.push(`${damaged.length} damaged event logs. (${RUNBOOKS}/TriviumDamagedLog.md)`);
  const unread = [...figures].filter(
    ([series, value]) => series.startsWith('trivium_figures_read{') && value === 0,
  );
  if (unread.length > 0)
    found.push(
      `${unread.length} parts of the figures cannot be read. (${RUNBOOKS}/TriviumFiguresUnreadable.md)`,
    );
  return found;
}
