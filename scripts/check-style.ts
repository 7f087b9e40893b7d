// Checks two rules that Biome does not have: numbers that are fixed at the top of a module are in constant case, and no
// object literal is spread in place, which only saves lines.
import { glob, readFile } from 'node:fs/promises';

const NUMBER = String.raw`-?\(?(?:\d[\w.]*|[A-Z][A-Z0-9_]*)\)?`;
const rules: { pattern: RegExp; cure: (name: string) => string; planted: string }[] = [
  {
    pattern: new RegExp(
      String.raw`^(?:export )?const (?![A-Z][A-Z0-9_]*\b)(\w+)(?:: number)? = -?\(*\d[\w.]*(?:\s*(?:[-+/]|\*\*?|<<)\s*${NUMBER})*;`,
      'gm',
    ),
    cure: (name) => `Write the number ${name} in CONSTANT_CASE.`,
    planted: 'const largest = 8 * 1_048_576;',
  },
  {
    pattern: /\.\.\.\{ *(\w*)/g,
    cure: () => 'Write the properties themselves in place of `...{ … }`.',
    planted: 'f({ ...{ a, b }, c });',
  },
];
const folders = ['packages/*/src', 'packages/*/test', 'bench', 'scripts'];

for (const { pattern, planted } of rules) {
  if (planted.search(pattern) < 0) throw new Error(`${planted} was not found: the check itself is broken.`);
}
const faults: string[] = [];
for await (const file of glob(folders.map((folder) => `${folder}/**/*.{ts,tsx,mjs}`))) {
  if (file.endsWith('scripts/check-style.ts') || /\/examples\/|\.generated\./.test(file)) continue;
  const text = await readFile(file, 'utf8');
  for (const { pattern, cure } of rules) {
    for (const { index, 1: name = '' } of text.matchAll(pattern)) {
      faults.push(`${file}:${text.slice(0, index).split('\n').length}: ${cure(name)}`);
    }
  }
}
if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n`);
  process.exitCode = 1;
}
