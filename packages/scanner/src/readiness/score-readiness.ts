import type { PlaceMemo } from '../read/place-memo.ts';
import { counted, placeOf } from '../rules/finding-words.ts';
import type { ApplicationIndex } from '../types/application-index.ts';
import type { DependencyReport } from '../types/dependency-report.ts';
import type { FileEntry } from '../types/file-entry.ts';
import type { Finding } from '../types/finding.ts';
import type { Score, ScoreReadiness } from '../types/readiness.ts';
import { cloudFactors } from './cloud-checks.ts';
import { type CodeRead, measureCodeRead } from './code-read.ts';
import { gatherFacts } from './facts.ts';
import { libraryFactors } from './library-checks.ts';
import { meshFactors } from './mesh-checks.ts';
import { type Cap, scoreChecklist } from './score-checklist.ts';

/** How ready an application is for the cloud, as a library and for a service mesh. */
export const scoreReadiness: ScoreReadiness = async (
  index,
  findings,
  files,
  dependencies,
): Promise<Score> => {
  const facts = gatherFacts(index, findings, files, dependencies);
  const hasCode = index.files.some((file) => file.kind === 'code' && file.lines.code > 0 && !file.isVendored);
  const codeRead = measureCodeRead(index);
  const caps = capsOf(findings, hasCode, codeRead);
  const unknownAdvisories = dependencies.advisoryDb.unknownPackages > 0;
  const confidence = codeRead.percent < 100 || unknownAdvisories ? 'partial' : 'full';
  return {
    cloud: scoreChecklist('cloud', cloudFactors, facts, caps, confidence),
    library: scoreChecklist('library', libraryFactors, facts, caps, confidence),
    mesh: scoreChecklist('mesh', meshFactors, facts, caps, confidence),
  };
};

/** Finds the patterns that the checks need in the code, before the findings are known; scoring then reuses them. */
export function prepareReadiness(
  index: ApplicationIndex,
  files: readonly FileEntry[],
  dependencies: DependencyReport,
  memo?: PlaceMemo,
): void {
  const facts = gatherFacts(index, [], files, dependencies, memo);
  for (const { checks } of [...cloudFactors, ...libraryFactors, ...meshFactors])
    for (const check of checks) check.judge(facts);
}

function capsOf(findings: readonly Finding[], hasCode: boolean, codeRead: CodeRead): Cap[] {
  const caps: Cap[] = [];
  if (!hasCode) caps.push({ id: 'no_code', maxScore: 0, reason: 'There is no code to assess.' });
  if (codeRead.percent < 100) {
    caps.push({
      id: 'unread_code',
      maxScore: codeRead.percent,
      reason: `${codeRead.percent} % of the code was read: ${codeRead.unreadFiles} of ${counted(codeRead.files, 'file')} only in part, or not at all.`,
    });
  }
  const critical = findings.filter((one) => one.severity === 'critical' && one.source === 'code');
  const [firstCritical] = critical;
  if (firstCritical !== undefined) {
    caps.push({
      id: 'critical_finding',
      maxScore: 69,
      reason: `${counted(critical.length, 'critical finding')} in code, first in ${placeOf(firstCritical)}.`,
    });
  }
  const secrets = findings.filter(
    (one) => one.source === 'secrets' && (one.severity === 'critical' || one.severity === 'high'),
  );
  const [firstSecret] = secrets;
  if (firstSecret !== undefined) {
    caps.push({
      id: 'committed_secret',
      maxScore: 79,
      reason: `${counted(secrets.length, 'credential')} in the files, first in ${placeOf(firstSecret)}.`,
    });
  }
  return caps;
}
