import { catalog, type RuleEntry, type RuleExample, readExamples } from '@trivium/scanner';

/** A built-in rule as the reference tells of it. */
export interface DescribedRule extends RuleEntry {
  example: RuleExample | undefined;
}

/** The rules by family: what stands before the slash of their ids. */
export function ruleFamilies(): string[] {
  return [...new Set([...catalog.keys()].map((id) => id.slice(0, id.indexOf('/'))))];
}

export function rulesOf(family: string): DescribedRule[] {
  const examples = readExamples();
  return [...catalog.values()]
    .filter(({ id }) => id.startsWith(`${family}/`))
    .map((rule) => ({ ...rule, example: examples.get(rule.id) }));
}
