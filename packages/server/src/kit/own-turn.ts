const waiting: (() => void)[] = [];

/**
 * For work of a millisecond or so on the service's thread, such as a part of something large: resolves in a turn of the
 * event loop that nobody else has. However many ask, whatever came in meanwhile is served between two of them.
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
