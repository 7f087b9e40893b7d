import { loadCatalog, type RuleEntry, type RuleExample } from '@trivium/scanner';

/** A built-in rule as the reference tells of it. */
export interface DescribedRule extends RuleEntry {
  /** One for each language that the rule shows, at least one. */
  examples: readonly ShownExample[];
}

/** An example as texts: files of an application stand below their paths. */
export interface ShownExample extends Pick<RuleExample, 'file'> {
  weak: string;
  safe: string;
}

/** The rules by family: what stands before the slash of their ids. Loaded for the reference alone. */
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
