import { type Category, categories } from '@trivium/scanner';

/** All agents, in display order. */
export const agentIds = [
  'security.injection',
  'security.secrets',
  'security.access-control',
  'security.crypto-transport',
  'security.supply-chain',
  'architecture.structure',
  'architecture.coupling',
  'architecture.api-contract',
  'architecture.deployment',
  'quality.complexity',
  'quality.duplication',
  'quality.maintainability',
  'quality.reliability',
  'testing.coverage-gaps',
  'testing.test-quality',
  'testing.testability',
  'performance.data-access',
  'performance.runtime',
  'performance.resources',
  'documentation.project-docs',
  'documentation.api-docs',
  'meta.verifier',
  'meta.synthesizer',
] as const;

export const VERIFIER = 'meta.verifier';
export const SYNTHESIZER = 'meta.synthesizer';

export function categoryOf(agentId: string): Category {
  return agentId.slice(0, agentId.indexOf('.')) as Category;
}

export interface PlannedAgent {
  id: string;
  category: Category;
  /** Whether it was requested. The two that judge the others' findings run in every review. */
  isListed: boolean;
}

/** The agents of a review. */
export function planAgents(wanted: readonly Category[]): PlannedAgent[] {
  return agentIds
    .map((id) => ({ id, category: categoryOf(id), isListed: wanted.includes(categoryOf(id)) }))
    .filter(({ category, isListed }) => isListed || category === 'meta');
}

export function isEveryCategory(wanted: readonly string[]): boolean {
  return wanted.length === categories.length;
}
