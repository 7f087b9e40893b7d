import { createHash } from 'node:crypto';
import { required } from '../../packages/server/src/kit/required.ts';

/** `seen`: authors of the rules looked at it; `held`: it was only run. Decided by the hash of a contract's text. */
export type Half = 'seen' | 'held';

export function halfOf(text: string): Half {
  const [first] = createHash('sha256').update(text).digest('hex');
  return '02468ace'.includes(required(first, 'first')) ? 'seen' : 'held';
}

export interface Score {
  wanted: number;
  found: number;
  wrong: number;
  list: string[];
}

export function scoreOf(scores: Map<string, Score>, name: string): Score {
  const known = scores.get(name) ?? { wanted: 0, found: 0, wrong: 0, list: [] };
  scores.set(name, known);
  return known;
}

export function sumOf(scores: readonly Score[]): Score {
  const sum: Score = { wanted: 0, found: 0, wrong: 0, list: [] };
  for (const { wanted, found, wrong } of scores) {
    sum.wanted += wanted;
    sum.found += found;
    sum.wrong += wrong;
  }
  return sum;
}

export function formatScore(name: string, { wanted, found, wrong }: Score): string {
  const recall = wanted === 0 ? '' : ` (${((found / wanted) * 100).toFixed(0)} %)`;
  return `${name}: ${found}/${wanted} found${recall}, ${wrong} beside`;
}
