import type { Finding } from '@trivium/scanner';
import type { FoundComponent } from '../components/found-component.ts';
import { rankOf } from './severity.ts';
import type { ComponentRow, SeverityCounts } from './worker-protocol.ts';

export function componentRows(
  components: readonly FoundComponent[],
  findings: readonly Finding[],
): ComponentRow[] {
  const counts = findingsByComponent(components, findings);
  return components.map((component) => ({
    key: component.key,
    name: component.name,
    path: component.path,
    version: component.version,
    score: component.reusabilityScore,
    details: JSON.stringify(toDetails(component)),
    findings: counts.get(component.key) ?? [0, 0, 0, 0],
  }));
}

/** Findings in the files of each component; a file belongs to the innermost component that contains it. */
export function findingsByComponent(
  components: readonly Pick<FoundComponent, 'key' | 'path'>[],
  findings: readonly Pick<Finding, 'file' | 'severity'>[],
): Map<string, SeverityCounts> {
  const counts = new Map<string, SeverityCounts>(components.map(({ key }) => [key, [0, 0, 0, 0]]));
  const keyByPath = new Map(components.map(({ key, path }) => [path, key]));
  for (const { file, severity } of findings) {
    const ofOwner = counts.get(ownerOf(file, keyByPath) ?? '');
    if (ofOwner !== undefined) ofOwner[rankOf(severity)]++;
  }
  return counts;
}

function ownerOf(file: string, keyByPath: ReadonlyMap<string, string>): string | undefined {
  for (let path = file; ; ) {
    const key = keyByPath.get(path);
    if (key !== undefined || path === '') return key;
    const slash = path.lastIndexOf('/');
    path = slash < 0 ? '' : path.slice(0, slash);
  }
}

function toDetails(component: FoundComponent) {
  const { scoreFactors, dependencies } = component;
  return {
    kind: component.kind,
    language: component.language,
    license: component.license,
    score_factors: {
      isolation: scoreFactors.isolation,
      api_clarity: scoreFactors.apiClarity,
      tests: scoreFactors.tests,
      docs: scoreFactors.docs,
      simplicity: scoreFactors.simplicity,
      adoption: scoreFactors.adoption,
    },
    dependencies,
    lines_code: component.linesCode,
    has_tests: component.hasTests,
    has_docs: component.hasDocs,
    in_cycle: component.inCycle,
    line_coverage: component.lineCoverage,
    test_to_code_ratio: component.testToCodeRatio,
  };
}

export type ComponentDetails = ReturnType<typeof toDetails>;
