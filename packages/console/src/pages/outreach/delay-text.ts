import { plural } from '../../parts/format.tsx';

/** `3 days after the step before`. */
export function delayText(hours: number, isFirst: boolean): string {
  const after = isFirst ? 'the launch' : 'the step before';
  if (hours === 0) return isFirst ? 'At once' : `Right after ${after}`;
  const time = hours % 24 === 0 ? plural(hours / 24, 'day') : plural(hours, 'hour');
  return `${time} after ${after}`;
}
