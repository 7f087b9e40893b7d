import semver from 'semver';
import type { ComponentDetails } from '../pipeline/component-rows.ts';
import type { Component } from './component.repository.ts';

/** Levels, lowest first. */
export const maturityLevels = ['experimental', 'incubating', 'stable', 'mature'] as const;
export type MaturityLevel = (typeof maturityLevels)[number];

export interface Gate {
  id: string;
  level: MaturityLevel;
  passed: boolean;
  /** The required and the actual value, for display. */
  required: string;
  actual: string;
}

/** All gates up to a level, with the values behind each. */
export function checkGates(component: Component, level: MaturityLevel, version: string): Gate[] {
  const details: ComponentDetails = JSON.parse(component.details);
  const wanted = maturityLevels.indexOf(level);
  return [
    ...incubatingGates(component),
    ...stableGates(component, details),
    ...matureGates(component, details, version),
  ].filter((gate) => maturityLevels.indexOf(gate.level) <= wanted);
}

function scoreGate(level: MaturityLevel, { reusability_score: score }: Component, least: number): Gate {
  return {
    id: `${level}.score`,
    level,
    passed: score >= least,
    required: `a reusability score of at least ${least}`,
    actual: `${score}`,
  };
}

function gate(level: MaturityLevel, name: string, passed: boolean, required: string, actual: string): Gate {
  return { id: `${level}.${name}`, level, passed, required, actual };
}

function incubatingGates(component: Component): Gate[] {
  const [critical = 0] = component.findings;
  return [
    scoreGate('incubating', component, 50),
    gate('incubating', 'no_critical', critical === 0, 'no critical findings', `${critical}`),
  ];
}

function stableGates(component: Component, details: ComponentDetails): Gate[] {
  const [, high = 0] = component.findings;
  return [
    scoreGate('stable', component, 70),
    gate('stable', 'tests', details.has_tests, 'tests', details.has_tests ? 'has tests' : 'none'),
    gate('stable', 'docs', details.has_docs, 'documentation', details.has_docs ? 'documented' : 'none'),
    gate('stable', 'no_high', high === 0, 'no high findings', `${high}`),
    gate('stable', 'license', details.license !== null, 'a known license', details.license ?? 'unknown'),
  ];
}

function matureGates(component: Component, details: ComponentDetails, version: string): Gate[] {
  const { line_coverage: coverage, test_to_code_ratio: ratio, in_cycle: inCycle } = details;
  return [
    scoreGate('mature', component, 85),
    gate(
      'mature',
      'tested',
      (coverage !== null && coverage >= 70) || ratio >= 0.5,
      'line coverage of at least 70 %, or half as many lines of tests as of code',
      coverage === null ? `ratio ${ratio}` : `coverage ${coverage} %, ratio ${ratio}`,
    ),
    gate('mature', 'no_cycles', !inCycle, 'no import cycles', inCycle ? 'part of one' : 'none'),
    gate('mature', 'version', semver.gte(version, '1.0.0'), 'a version of at least 1.0.0', version),
  ];
}
