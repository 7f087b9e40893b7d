const stability: Record<string, number> = {
  dev: 0,
  alpha: 1,
  a: 1,
  beta: 2,
  b: 2,
  rc: 3,
  '': 4,
  patch: 5,
  pl: 5,
  p: 5,
};

/** Composer's order: up to four numbers, then dev, alpha, beta, RC, stable, patch, each with its number. */
export function comparePackagist(a: string, b: string): number {
  const [left, right] = [parse(a), parse(b)];
  for (let i = 0; i < Math.max(left.numbers.length, right.numbers.length); i++) {
    const difference = (left.numbers[i] ?? 0) - (right.numbers[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.rank - right.rank || left.step - right.step;
}

function parse(version: string): { numbers: number[]; rank: number; step: number } {
  const text = version
    .trim()
    .toLowerCase()
    .replace(/^v/, '')
    .replace(/[+@].*$/, '');
  // A branch (`dev-main`) stands before every release.
  if (text.startsWith('dev-')) return { numbers: [-1], rank: 0, step: 0 };
  const match = /^(\d+(?:\.\d+)*)[-_.]?(?:(dev|alpha|beta|rc|patch|pl|a|b|p)[-_.]?(\d*))?/.exec(text);
  if (!match) return { numbers: [-1], rank: 0, step: 0 };
  return {
    numbers: (match[1] ?? '').split('.').map(Number),
    rank: stability[match[2] ?? ''] ?? 4,
    step: Number(match[3] || 0),
  };
}
