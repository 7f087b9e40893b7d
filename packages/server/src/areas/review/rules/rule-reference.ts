import { loadCatalog, type RuleEntry, type RuleExample } from '@trivium/scanner';

/** A built-in rule as the reference tells of it. */
export interface DescribedRule extends RuleEntry {
  example: RuleExample | undefined;
}

/** The rules by family: what stands before the slash of their ids. Loaded for the reference alone. */
export async function describeRules(): Promise<Map<string, DescribedRule[]>> {
  const { catalog, readExamples } = await loadCatalog();
  const examples = readExamples();
  const described = [...catalog.values()].map((rule) => ({ ...rule, example: examples.get(rule.id) }));
  return Map.groupBy(described, ({ id }) => id.slice(0, id.indexOf('/')));
}
