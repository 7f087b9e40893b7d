import { createHash } from 'node:crypto';
import { required } from '../../packages/server/src/kit/required.ts';

/** One sample of a set, with its label and whether there was a finding. */
export interface Sample {
  name: string;
  /** The place in the file, if several samples have the same name. */
  place?: string;
  /** The group within the set, such as the rule that it is an example of. */
  group: string;
  isWeak: boolean;
  isTold: boolean;
}

/** `read`: authors of rules may read it; `held out`: nobody reads it. Decided by the sample's name. */
export function halfOf(name: string): 'read' | 'held out' {
  return required(createHash('sha256').update(name).digest().at(-1), 'the last of digest') % 2 === 0
    ? 'read'
    : 'held out';
}

export function printHalves(
  samples: readonly Sample[],
  withList: boolean,
  say: (line: string) => void,
  sideOf: (name: string) => 'read' | 'held out' = halfOf,
): void {
  for (const half of ['read', 'held out'] as const) {
    const own = samples.filter((one) => sideOf(one.name) === half);
    say(`  ${half}: ${counts(own)}`);
    if (!withList) continue;
    for (const group of [...new Set(own.map((one) => one.group))].sort())
      say(`    ${group}: ${counts(own.filter((one) => one.group === group))}`);
    // Names of the other half would lead authors of rules to its samples.
    if (half === 'read')
      for (const { name, place, isWeak, isTold } of own)
        if (isWeak !== isTold) say(`    ${isWeak ? 'missed' : 'wrong'} ${place ?? name}`);
  }
}

function counts(samples: readonly Sample[]): string {
  const weak = samples.filter((one) => one.isWeak);
  const safe = samples.filter((one) => !one.isWeak);
  const found = weak.filter((one) => one.isTold).length;
  const wrong = safe.filter((one) => one.isTold).length;
  const youden = found / Math.max(1, weak.length) - wrong / Math.max(1, safe.length);
  return `${found}/${weak.length} found, ${wrong}/${safe.length} wrong, J ${youden.toFixed(3)}`;
}
