const waiting: (() => void)[] = [];

/**
 * For work of about a millisecond on the service's thread, such as one slice of a large job: resolves in an
 * event loop turn that no other caller shares. However many wait, pending I/O is served between any two of
 * them.
 */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(next);
  });
}

function next(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(next);
}
