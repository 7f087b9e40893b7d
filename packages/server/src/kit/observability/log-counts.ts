const counted = ['warn', 'error', 'fatal'] as const;
type Counted = (typeof counted)[number];

/** How many lines say that something is wrong, for an alert: what they say stands in the log. */
export class LogCounts {
  readonly lines: Record<Counted, number> = { warn: 0, error: 0, fatal: 0 };

  note(level: string): void {
    if ((counted as readonly string[]).includes(level)) this.lines[level as Counted]++;
  }
}
