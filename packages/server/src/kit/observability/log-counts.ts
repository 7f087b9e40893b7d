const counted = ['warn', 'error', 'fatal'] as const;
type Counted = (typeof counted)[number];

/** Counts warning and error lines for an alert; the log itself has the details. */
export class LogCounts {
  readonly lines: Record<Counted, number> = { warn: 0, error: 0, fatal: 0 };

  note(level: string): void {
    if ((counted as readonly string[]).includes(level)) this.lines[level as Counted]++;
  }
}
