import { loadCatalog, type RuleEntry, type RuleExample } from '@trivium/scanner';

/** A built-in rule as shown in the reference. */
export interface DescribedRule extends RuleEntry {
  /** At least one: one per language the rule has examples in. */
  examples: readonly ShownExample[];
}

/** An example as text; an application's files are shown below their paths. */
export interface ShownExample extends Pick<RuleExample, 'file'> {
  weak: string;
  safe: string;
}

/** The rules by family, the part of the id before the slash. Loaded only for the reference. */
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
