import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';

/** Code that a rule finds, and code like it that the rule leaves alone. */
export interface RuleExample {
  /** The path at which both stand. */
  file: string;
  weak: string;
  safe: string;
}

const folder = join(import.meta.dirname, '../examples');

/** By ids of rules: those of a family stand in one file of `rules/examples`. */
export function readExamples(): Map<string, RuleExample> {
  const examples = new Map<string, RuleExample>();
  for (const name of globSync('*.yml', { cwd: folder }).sort()) {
    const family: Record<string, RuleExample> = parse(readFileSync(join(folder, name), 'utf8'));
    for (const [rule, example] of Object.entries(family))
      examples.set(`${basename(name, '.yml')}/${rule}`, example);
  }
  return examples;
}
