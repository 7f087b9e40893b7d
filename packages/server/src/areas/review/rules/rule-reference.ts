import { loadCatalog, type RuleEntry, type RuleExample } from '@trivium/scanner';

/** A built-in rule as shown in the reference. */
export interface DescribedRule extends RuleEntry {
  /** At least one; one per language of the rule. */
  examples: readonly ShownExample[];
}

/** An example as texts; an application's files each follow their path. */
export interface ShownExample extends Pick<RuleExample, 'file'> {
  weak: string;
  safe: string;
}

/** The rules by family: the part of their ids before the slash. Only loaded for the reference. */
export async function describeRules(): Promise<Map<string, DescribedRule[]>> {
  const { catalog, readExamples, showFiles } = await loadCatalog();
  const examples = readExamples();
  const described = [...catalog.values()].map((rule) => ({
    ...rule,
    examples: (examples.get(rule.id) ?? []).map(({ file, weak, safe }) => ({
      file,
      weak: showFiles(weak),
      safe: showFiles(safe),
    })),
  }));
  return Map.groupBy(described, ({ id }) => id.slice(0, id.indexOf('/')));
}
