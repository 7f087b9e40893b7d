interface Failure {
  code?: string;
  message?: string;
}

/** Resolved by a retry: a deadlock, or a shard that has just moved to another machine. */
export function isPassing(error: unknown): boolean {
  const { code, message = '' } = error as Failure;
  return code === '40P01' || code === '40001' || (code === 'XX000' && /\bshard\b/.test(message));
}
