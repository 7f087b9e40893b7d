/**
 * Whether work ends before a timer of this thread that begins with it. Where others hold up the thread, the clock would
 * judge them; the timer is then as late as the work.
 */
export async function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
  }, ms);
  await work.catch(() => undefined);
  clearTimeout(timer);
  return !isLate;
}
