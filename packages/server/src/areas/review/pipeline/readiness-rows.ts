import { type ReadinessChecklist, readinessKinds, type Score } from '@trivium/scanner';
import type { ReadinessRow } from './worker-protocol.ts';

export function readinessRows(score: Score): ReadinessRow[] {
  return readinessKinds.map((kind) => ({
    kind,
    score: score[kind].score,
    grade: score[kind].grade,
    checklist: JSON.stringify(toChecklistRecord(score[kind])),
  }));
}

function toChecklistRecord({ score, grade, confidence, factors, caps, recommendations }: ReadinessChecklist) {
  return {
    score,
    grade,
    confidence,
    factors,
    caps: caps.map(({ id, maxScore, reason }) => ({ id, max_score: maxScore, reason })),
    recommendations,
  };
}
