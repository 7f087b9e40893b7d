/**
 * Whether work ends before a timer of this thread that starts with it. On a busy machine a wall-clock check
 * would measure other load; the timer is delayed just as much as the work.
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
