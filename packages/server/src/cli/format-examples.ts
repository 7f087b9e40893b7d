export function formatExamples(lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ trivium ${line}\n`).join('')}`;
}
