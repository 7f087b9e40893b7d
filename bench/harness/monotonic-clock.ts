const offsetMs = Number(process.hrtime.bigint()) / 1e6 - performance.now();

/** Milliseconds of the machine's monotonic clock, which all processes share, with microseconds as fraction. */
export function nowMs(): number {
  return performance.now() + offsetMs;
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
