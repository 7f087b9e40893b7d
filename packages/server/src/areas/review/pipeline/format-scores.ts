import { required } from '../../../kit/required.ts';
import type { ReadinessRow } from './worker-protocol.ts';

/** The three scores and their rounded mean, as in records and events. */
export function formatScores(rows: readonly ReadinessRow[]) {
  const scoreOf = (kind: ReadinessRow['kind']) => {
    const { score, grade } = required(
      rows.find((row) => row.kind === kind),
      `the score of ${kind}`,
    );
    return { score, grade };
  };
  const overall = Math.round(rows.reduce((sum, { score }) => sum + score, 0) / rows.length);
  return { cloud: scoreOf('cloud'), library: scoreOf('library'), mesh: scoreOf('mesh'), overall };
}
