import { type FactKey, factByKey, facts, namesOf, primaryName } from '../catalog/index.ts';
import { matchesPattern } from './event-pattern.ts';

/** The types a filter asks for, as SQL text and as an equivalent function. */
export interface TypeFilter {
  /** A regular expression that the type itself must match, for both JavaScript and PostgreSQL. */
  regex: string;
  /** Set when the filter is a single type, which an index finds. */
  exact: string | undefined;
  /** Facts that match by another of their names, each as the type under which the log has it. */
  facts: string[];
  factTypes: string[];
  matches(type: string, fact: string | null): boolean;
}

/**
 * Compiles a pattern to a filter over the log; undefined when it matches every type. Facts published by a
 * platform are found under each name that any catalogue has for them.
 */
export function compileTypeFilter(pattern: string): TypeFilter | undefined {
  if (pattern === '*' || pattern === '*.*') return undefined;
  const renamed = facts.filter(
    (fact) =>
      !matchesPattern(pattern, primaryName(fact)) &&
      namesOf(fact).some((name) => matchesPattern(pattern, name)),
  );
  const factKeys = new Set(renamed.map((fact) => fact.key));
  return {
    regex: patternRegex(pattern),
    exact: pattern.includes('*') ? undefined : pattern,
    facts: [...factKeys],
    factTypes: renamed.map(primaryName),
    matches: (type, fact) => matchesPattern(pattern, type) || (fact !== null && factKeys.has(fact)),
  };
}

/** Facts, under whatever name the log has them; excludes events that a client published under such a name. */
export function factTypeFilter(keys: readonly FactKey[]): TypeFilter {
  const wanted = new Set<string>(keys);
  return {
    // Matches nothing: no type is empty.
    regex: '^$',
    exact: '',
    facts: [...keys],
    factTypes: [...new Set(keys.map((key) => primaryName(factByKey(key))))],
    matches: (_type, fact) => fact !== null && wanted.has(fact),
  };
}

/** Patterns contain only `a-z0-9_-`, dots and asterisks, so nothing else needs escaping. */
function patternRegex(pattern: string): string {
  const segments = pattern.split('.');
  const open = segments.at(-1) === '*';
  if (open) segments.pop();
  const head = segments.map((segment) => (segment === '*' ? '[^.]+' : segment)).join('[.]');
  return open ? `^${head}[.]` : `^${head}$`;
}
