import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/**
 * Texts by path. A path or a line with `⟨1..9⟩` stands for nine of them, `⟨9 hex⟩` for nine random hexadecimal
 * digits.
 */
export type ExampleFiles = Readonly<Record<string, string>>;

/** Code that a rule finds, and similar code that it does not. */
export interface RuleExample {
  /** The file in which the rule finds the weak code. */
  file: string;
  /** Text in the line of the finding. A model's rule is recognized by it. */
  at: string;
  weak: ExampleFiles;
  safe: ExampleFiles;
  /** Whether the files are a whole application, in which other files matter. */
  isApplication: boolean;
}

interface Written {
  file: string;
  at: string;
  /** The text of `file`, or the files of an application. */
  weak: string | ExampleFiles;
  safe: string | ExampleFiles;
}

const folder = join(import.meta.dirname, '../examples');

/** By rule id, one for each language. Those of a family are in a file or a folder of `rules/examples`. */
export function readExamples(): Map<string, RuleExample[]> {
  const examples = new Map<string, RuleExample[]>();
  for (const name of globSync('**/*.yml', { cwd: folder }).sort()) {
    const [family] = name.split(/[/\\.]/);
    const rules: Record<string, Written | Written[]> = parse(readFileSync(join(folder, name), 'utf8'), {
      merge: true,
    });
    for (const [rule, written] of Object.entries(rules)) {
      const id = `${family}/${rule}`;
      examples.set(id, [...(examples.get(id) ?? []), ...[written].flat().map(toExample)]);
    }
  }
  return examples;
}

function toExample({ file, at, weak, safe }: Written): RuleExample {
  const filesOf = (given: string | ExampleFiles) => (typeof given === 'string' ? { [file]: given } : given);
  return { file, at, weak: filesOf(weak), safe: filesOf(safe), isApplication: typeof weak !== 'string' };
}

/** The files as one text: a single file unchanged, several below their paths. */
export function showFiles(files: ExampleFiles): string {
  const entries = Object.entries(files);
  const [first] = entries;
  return entries.length === 1 && first !== undefined
    ? first[1]
    : entries.map(([path, text]) => `${path}:\n\n${text}`).join('\n');
}
