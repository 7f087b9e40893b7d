import { type DescribedRule, describeRules } from '../../areas/review/index.ts';
import { lazyPage, type ReferencePage, table } from './reference-page.ts';

const byFamily = await describeRules();

/** The list of the review's rules, and a page for each family. */
export function rulePages(): ReferencePage[] {
  return [
    lazyPage('rules', 'Rules', listText),
    ...[...byFamily].map(([family, rules]) =>
      lazyPage(`rules/${family}`, `\`${family}\``, () => familyText(rules)),
    ),
  ];
}

function listText(): string {
  const rows = [...byFamily].flatMap(([family, rules]) =>
    rules.map(({ id, name, cwe, severity }) => [
      `[\`${id}\`](rules/${family}.md#${anchor(id)})`,
      name,
      severity,
      cwe ?? '',
    ]),
  );
  return `
What the application review looks for. The severity is the gravest that a rule is told as: where anybody can reach it
over the network. Switch rules off, set their severity, and add your own: [Rules of your own](../rules.md).

Each rule shows weak code that it finds and safe code that it leaves alone; a test of the scanner runs both. In them
\`⟨24 base62⟩\` stands for so many characters of an alphabet, so that no credential is written down, and \`⟨1..28⟩\` for a
line or a file with each of these numbers.

${table(['Rule', 'Looks for', 'Severity', 'Weakness'], rows)}
`;
}

function familyText(rules: readonly DescribedRule[]): string {
  return `${rules.map(ruleText).join('\n')}\nAll rules: [Rules](../rules.md).\n`;
}

function ruleText(rule: DescribedRule): string {
  const { id, name, severity, why, description, cure, cwe, related, owasp, references, examples } = rule;
  const weaknesses =
    cwe === null ? '' : `${cwe}${related.length > 0 ? ` (next to it: ${related.join(', ')})` : ''}. `;
  return `## \`${id}\`
**${name}.** ${description}

- Severity: ${severity} at most. ${why}
- How to fix: ${cure}
- ${weaknesses}${owasp === null ? '' : `OWASP ${owasp}. `}${references.map((url) => `<${url}>`).join(' ')}
- How to suppress: a comment \`nosec\` at the line for code, one finding by its fingerprint, or \`disabled: [${id}]\` in
  [rules of your own](../../rules.md).
${examples.map(exampleText).join('')}`;
}

function exampleText({ file, weak, safe }: DescribedRule['examples'][number]): string {
  return `
Weak, in \`${file}\`:

${indented(weak)}

Safe:

${indented(safe)}
`;
}

/** As a block that no test takes for a program. */
function indented(code: string): string {
  return code
    .trimEnd()
    .split('\n')
    .map((line) => `    ${line}`.trimEnd())
    .join('\n');
}

/** As Markdown makes it of a heading. */
function anchor(id: string): string {
  return id.replace(/[^a-z0-9 -]/g, '');
}
