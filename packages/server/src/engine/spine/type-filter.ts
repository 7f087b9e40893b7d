import { type FactKey, factByKey, facts, namesOf, primaryName } from '../catalog/index.ts';
import { matchesPattern } from './event-pattern.ts';

/** Which types a filter asks for, as text of SQL and as a function that agrees with it. */
export interface TypeFilter {
  /** A regular expression that the type itself must fit, for JavaScript and PostgreSQL alike. */
  regex: string;
  /** Set when the filter is one type, which an index finds. */
  exact: string | undefined;
  /** Facts that another of their names brings in, each with the type under which the log has it. */
  facts: string[];
  factTypes: string[];
  matches(type: string, fact: string | null): boolean;
}

/**
 * A pattern as a filter over the log; undefined when it lets every type through. What a platform
 * published is found under each name that any catalogue has for it.
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

/** Facts, under whatever name the log has them; what a client published under such a name is none of them. */
export function factTypeFilter(keys: readonly FactKey[]): TypeFilter {
  const wanted = new Set<string>(keys);
  return {
    // No type is empty.
    regex: '^$',
    exact: '',
    facts: [...keys],
    factTypes: [...new Set(keys.map((key) => primaryName(factByKey(key))))],
    matches: (_type, fact) => fact !== null && wanted.has(fact),
  };
}

/** Patterns hold only `a-z0-9_-`, dots and stars, so nothing but these needs care. */
function patternRegex(pattern: string): string {
  const segments = pattern.split('.');
  const open = segments.at(-1) === '*';
  if (open) segments.pop();
  const head = segments.map((segment) => (segment === '*' ? '[^.]+' : segment)).join('[.]');
  return open ? `^${head}[.]` : `^${head}$`;
}
