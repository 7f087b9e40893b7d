import { type DescribedRule, describeRules } from '../../areas/review/index.ts';
import { lazyPage, type ReferencePage, table } from './reference-page.ts';

const byFamily = await describeRules();

/** The list of the review's rules, one list for each family, and a page for each rule. */
export function rulePages(): ReferencePage[] {
  return [
    lazyPage('rules', 'Rules', listText),
    ...[...byFamily].flatMap(([family, rules]) => [
      lazyPage(`rules/${family}`, `Rules: ${family}`, () => familyText(rules)),
      ...rules.map((rule) => lazyPage(`rules/${rule.id}`, `\`${rule.id}\``, () => ruleText(rule))),
    ]),
  ];
}

const head = ['Rule', 'Looks for', 'Severity', 'Weakness'];

function rowsOf(rules: readonly DescribedRule[], folder: string): string[][] {
  return rules.map(({ id, name, cwe, severity }) => [
    `[\`${id}\`](${folder}${id}.md)`,
    name,
    severity,
    cwe ?? '',
  ]);
}

function listText(): string {
  const families = [...byFamily.keys()].map((family) => `[${family}](rules/${family}.md)`).join(', ');
  const rows = [...byFamily.values()].flatMap((rules) => rowsOf(rules, 'rules/'));
  return `
What the application review looks for. The severity is the highest that a finding of the rule can have: where anybody can reach the flaw over the network. Switch rules off, set their severity, and add your own: [Your own rules](../rules.md).

Each rule shows weak code that it finds and safe code that it leaves alone; a test of the scanner runs both. In them
\`⟨24 base62⟩\` stands for so many characters of an alphabet, so that no credential is written down, and \`⟨1..28⟩\` for a
line or a file with each of these numbers.

Families: ${families}.

${table(head, rows)}
`;
}

function familyText(rules: readonly DescribedRule[]): string {
  return `${table(head, rowsOf(rules, ''))}\n\nAll rules: [Rules](../rules.md).\n`;
}

function ruleText(rule: DescribedRule): string {
  const { id, name, severity, why, description, cure, cwe, related, owasp, references, examples } = rule;
  const weakness = cwe && `${cwe}${related.length > 0 ? ` (next to it: ${related.join(', ')})` : ''}.`;
  const sources = [weakness, owasp && `OWASP ${owasp}.`, ...references.map((url) => `<${url}>`)]
    .filter((one) => one)
    .join(' ');
  return `**${name}.** ${description}

- Severity: ${severity} at most. ${why}
- How to fix: ${cure}${sources === '' ? '' : `\n- ${sources}`}
- How to suppress: a comment \`nosec\` at the line for code, one finding by its fingerprint, or \`disabled: [${id}]\` in
  [rules of your own](../../../rules.md).
${examples.map(exampleText).join('')}
All rules: [Rules](../../rules.md).
`;
}

function exampleText({ file, weak, safe }: DescribedRule['examples'][number]): string {
  return `
## Weak code in \`${file}\`

${indented(weak)}

## Safe code in \`${file}\`

${indented(safe)}
`;
}

/** As an indented block, so that the tests of the documents do not run it as a program. */
function indented(code: string): string {
  return code
    .trimEnd()
    .split('\n')
    .map((line) => `    ${line}`.trimEnd())
    .join('\n');
}
