import { words } from '../../parts/format.tsx';
import { severities } from './severities.ts';
import { type Finding, matching, statusWords, whoseOf } from './use-findings.ts';

export type Filters = Record<string, string | undefined>;

interface FacetOption {
  id: string;
  label: string;
}

export interface Facets {
  /** How many of each severity the other filters leave. */
  severity: Record<string, number>;
  category: FacetOption[];
  rule: FacetOption[];
  status: FacetOption[];
  who: FacetOption[];
  file: FacetOption[];
}

/** What can be chosen in each filter, and how many findings each choice leaves beside the others that are set. */
export function facetsOf(findings: Finding[], filters: Filters): Facets {
  const bySeverity = Map.groupBy(matching(findings, { ...filters, severity: '' }), (one) => one.severity);
  const files = [...new Set(findings.map(({ file }) => file))].sort();
  return {
    severity: Object.fromEntries(severities.map((one) => [one, bySeverity.get(one)?.length ?? 0])),
    category: optionsOf(findings, filters, 'category', (one) => one.category, words),
    rule: optionsOf(
      findings,
      filters,
      'rule',
      (one) => one.rule_id,
      (id) => id,
    ),
    status: optionsOf(
      findings,
      filters,
      'status',
      (one) => one.status,
      (id) => statusWords[id] ?? id,
    ),
    who: optionsOf(findings, filters, 'who', whoseOf, (id) => nameOf(findings, id)),
    file: files.map((id) => ({ id, label: id })),
  };
}

function nameOf(findings: Finding[], id: string): string {
  const whose = findings.find((one) => whoseOf(one) === id)?.acknowledged?.assignee;
  return id === 'nobody' ? 'Nobody' : (whose?.name ?? id);
}

function optionsOf(
  findings: Finding[],
  filters: Filters,
  name: 'category' | 'rule' | 'status' | 'who',
  of: (one: Finding) => string,
  label: (id: string) => string,
): FacetOption[] {
  const groups = Map.groupBy(matching(findings, { ...filters, [name]: '' }), of);
  const chosen = filters[name];
  if (chosen && !groups.has(chosen)) groups.set(chosen, []);
  const options = [...groups]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([id, found]) => ({ id, label: `${label(id)} (${found.length})` }));
  return [{ id: '', label: 'Any' }, ...options];
}
