/** Something took longer than allowed. */
export class TooLateError extends Error {
  constructor(limitMs: number) {
    super(`It did not answer within ${limitMs} ms.`);
    this.name = 'TooLateError';
  }
}

/** The same, or `TooLateError` after the limit; a late result goes to `onLate`. */
export function inTime<T>(promise: Promise<T>, limitMs: number, onLate?: (value: T) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new TooLateError(limitMs));
    }, limitMs);
    promise.then(
      (value) => {
        clearTimeout(timer);
        if (isLate) onLate?.(value);
        else resolve(value);
      },
      (error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
