import { words } from '../../parts/format.tsx';
import { type FacetOption, sameOptions } from './same-options.ts';
import { severities } from './severities.ts';
import { assigneeOf, type Finding, matching, statusLabels } from './use-findings.ts';

export type Filters = Record<string, string | undefined>;

export interface Facets {
  /** Count per severity under the other filters. */
  severity: Record<string, number>;
  category: FacetOption[];
  rule: FacetOption[];
  status: FacetOption[];
  who: FacetOption[];
}

const any: FacetOption[] = [{ id: '', label: 'Any' }];

/** While the findings are still being read. */
export const noFacets: Facets = { severity: {}, category: any, rule: any, status: any, who: any };

/**
 * Options of each filter, with the number of findings each leaves under the other filters. Options that are the same as
 * before stay the same array, so that their field is not rendered again.
 */
export function facetsOf(findings: Finding[], filters: Filters, before = noFacets): Facets {
  const facets = countFacets(findings, filters);
  for (const name of facetNames) facets[name] = sameOptions(facets[name], before[name]);
  return facets;
}

function countFacets(findings: Finding[], filters: Filters): Facets {
  // With this filter unset, the others leave the same.
  const all = matching(findings, filters);
  const without = (name: string) => (filters[name] ? matching(findings, { ...filters, [name]: '' }) : all);
  const bySeverity = countBy(without('severity'), (one) => one.severity);
  const options = (name: FacetName, of: (one: Finding) => string, label = (id: string) => id) =>
    optionsOf(countBy(without(name), of), filters[name], label);
  return {
    severity: Object.fromEntries(severities.map((one) => [one, bySeverity.get(one) ?? 0])),
    category: options('category', (one) => one.category, words),
    rule: options('rule', (one) => one.rule_id),
    status: options(
      'status',
      (one) => one.status,
      (id) => statusLabels[id] ?? id,
    ),
    who: options('who', assigneeOf, (id) => nameOf(findings, id)),
  };
}

/** All files with findings, regardless of filters. */
export function filesOf(findings: Finding[]): FacetOption[] {
  const files = [...new Set(findings.map(({ file }) => file))].sort();
  return files.map((id) => ({ id, label: id }));
}

function nameOf(findings: Finding[], id: string): string {
  const whose = findings.find((one) => assigneeOf(one) === id)?.acknowledged?.assignee;
  return id === 'nobody' ? 'Nobody' : (whose?.name ?? id);
}

const facetNames = ['category', 'rule', 'status', 'who'] as const;
type FacetName = (typeof facetNames)[number];

function countBy(findings: Finding[], of: (one: Finding) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of findings) counts.set(of(one), (counts.get(of(one)) ?? 0) + 1);
  return counts;
}

function optionsOf(
  counts: Map<string, number>,
  chosen: string | undefined,
  label: (id: string) => string,
): FacetOption[] {
  if (chosen && !counts.has(chosen)) counts.set(chosen, 0);
  const options = [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([id, count]) => ({ id, label: `${label(id)} (${count})` }));
  return [...any, ...options];
}
