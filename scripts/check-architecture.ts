// The tier rules of .dependency-cruiser.mjs, held against the code; and proof that they bite: a
// planted import from kit/ up to areas/ must be found, and most files on disk must have been read.
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import ruleSet from '../.dependency-cruiser.mjs';

const src = 'packages/server/src';
const { options, ...rules } = ruleSet;

async function violationsIn(path: string, baseDir = process.cwd()): Promise<ICruiseResult['summary']> {
  const result = await cruise(
    [path],
    { ...options, baseDir, validate: true, ruleSet: rules } as never,
    undefined,
    {
      tsConfig: extractTSConfig('tsconfig.json'),
    },
  );
  return (result.output as ICruiseResult).summary;
}

// Planted in a tree of its own: another check that reads this one at the same time must not see it.
const planted = mkdtempSync(join(tmpdir(), 'trivium-planted-'));
try {
  for (const [file, text] of [
    ['kit/planted.ts', `import '../engine/planted.ts';\n`],
    ['engine/planted.ts', 'export {};\n'],
  ] as const) {
    mkdirSync(dirname(join(planted, src, file)), { recursive: true });
    writeFileSync(join(planted, src, file), text);
  }
  const summary = await violationsIn(src, planted);
  if (!summary.violations.some(({ rule }) => rule.name === 'kit-knows-no-business')) {
    throw new Error('The tier rules did not find a planted violation: the check itself is broken.');
  }
} finally {
  rmSync(planted, { recursive: true });
}

const summary = await violationsIn(src);
const files = globSync(`${src}/**/*.ts`).length;
if (summary.totalCruised < files) {
  throw new Error(`Only ${summary.totalCruised} of ${files} modules were read: the check itself is broken.`);
}
for (const { rule, from, to } of summary.violations) {
  process.stdout.write(`${rule.severity} ${rule.name}: ${from} -> ${to}\n`);
}
if (summary.error > 0) process.exitCode = 1;
else process.stdout.write(`${summary.totalCruised} modules, no tier rule broken\n`);
