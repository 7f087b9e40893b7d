// `npm run bench:rules -- <checkout of semgrep/semgrep-rules>`: how many public rules load here, and for how many the
// findings in their own test files agree with the marks (`ruleid:` and `ok:`). Nothing of them is stored.
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { applyRules } from '../../packages/scanner/src/own-rules/apply-rules.ts';
import { checkRules } from '../../packages/scanner/src/own-rules/check-rules.ts';
import type { OwnRule } from '../../packages/scanner/src/own-rules/rule-types.ts';
import { indexFile } from '../../packages/scanner/src/read/files/index-file.ts';
import { required } from '../../packages/server/src/kit/required.ts';
import { expectedLines, formatTable, type LanguageCount, newCount } from './expected-lines.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { show: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
});
const [checkout] = positionals;
if (checkout === undefined) throw new Error('Pass the path of a checkout of semgrep/semgrep-rules.');

const folders = [
  'javascript',
  'typescript',
  'python',
  'java',
  'go',
  'csharp',
  'php',
  'ruby',
  'c',
  'swift',
  'scala',
];
const counts = new Map<string, LanguageCount>();
const reasons = new Map<string, number>();

for (const folder of folders) {
  const count = newCount();
  counts.set(folder, count);
  const files = globSync(`${folder}/**/*.{yaml,yml}`, { cwd: checkout }).sort();
  for (const file of files) {
    if (/\.test\.ya?ml$/.test(file) || !file.includes(values.only)) continue;
    await measureFile(folder, file, count);
  }
}
process.stdout.write(formatTable(counts));
const worst = [...reasons].sort((a, b) => b[1] - a[1]).slice(0, 25);
for (const [reason, times] of worst) process.stdout.write(`${times}\t${reason}\n`);

async function measureFile(folder: string, file: string, count: LanguageCount): Promise<void> {
  const text = readFileSync(join(required(checkout, 'checkout'), file), 'utf8');
  if (!/^rules:/m.test(text)) return;
  const { rules, problems } = await checkRules(text, 'public');
  const all = new Set(problems.map(({ field }) => /^rules\[(\d+)\]/.exec(field)?.[1] ?? field));
  count.rules += rules.length + all.size;
  count.loaded += rules.length;
  for (const key of all) {
    const first =
      problems.find(({ field }) => field.startsWith(`rules[${key}]`)) ??
      required(problems[0], 'the first of problems');
    const reason = first.message.replace(/`\$\w+`/g, '`$X`').slice(0, 110);
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    if (values.show) process.stdout.write(`refused ${file}:${first.line} ${first.field}: ${first.message}\n`);
  }
  for (const rule of rules) await measureRule(folder, file, rule, count);
}

function testFiles(file: string): string[] {
  const name = basename(file).replace(/\.ya?ml$/, '');
  return globSync(`${dirname(file)}/${name}.*`, { cwd: required(checkout, 'checkout') }).filter(
    (path) => !/\.ya?ml$/.test(path) && !/\.fixed\./.test(path),
  );
}

async function measureRule(folder: string, file: string, rule: OwnRule, count: LanguageCount): Promise<void> {
  const tests = testFiles(file).flatMap((path) => {
    const text = readFileSync(join(required(checkout, 'checkout'), path), 'utf8');
    const expected = expectedLines(text, rule.id);
    return expected === null ? [] : [{ path, text, expected }];
  });
  if (tests.length === 0) return;
  count.tested++;
  let isRight = true;
  for (const { path, text, expected } of tests) {
    const bytes = new TextEncoder().encode(text);
    const { file: indexed } = indexFile(
      { path: basename(path), sizeBytes: bytes.length, read: () => bytes },
      { maxFileBytes: 1_048_576, fileBudgetMs: 10_000 },
    );
    const asked = { ...rule, paths: { include: [], exclude: [] } };
    const { drafts } = await applyRules({ rules: [asked], files: [indexed], textOf: () => text });
    const found = new Set(drafts.map(({ line }) => line));
    const missed = [...expected.wanted].filter((line) => !found.has(line));
    const wrong = [...found].filter((line) => !expected.wanted.has(line) && !expected.open.has(line));
    count.marks += expected.wanted.size;
    count.found += expected.wanted.size - missed.length;
    count.wrong += wrong.length;
    if (missed.length + wrong.length > 0) {
      isRight = false;
      if (values.show)
        process.stdout.write(
          `${rule.taint ? 'taint' : 'search'} ${folder} ${rule.id} ${path} missed ${missed} wrong ${wrong}\n`,
        );
    }
  }
  if (isRight) count.right++;
}
