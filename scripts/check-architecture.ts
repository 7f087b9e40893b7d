// Checks the rules of .dependency-cruiser.mjs on tiers, rooms and wiring, and that kit/ names no area. It also proves
// that the rules work: they must find planted violations, and must have read every file on disk.
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import ruleSet from '../.dependency-cruiser.mjs';

const src = 'packages/server/src';
const scanner = 'packages/scanner/src';
/** Imports in the wrong direction, each with the rule that must find it. */
const upward = {
  'kit-knows-no-business': [`${src}/kit`, `${src}/engine`],
  'outreach-rooms-one-way': [
    `${src}/areas/outreach/mail/communications`,
    `${src}/areas/outreach/campaigns/campaigns`,
  ],
  'contracts-rooms-one-way': [
    `${src}/areas/contracts/code/abi`,
    `${src}/areas/contracts/transactions/executions`,
  ],
  'scanner-knows-no-service': [scanner, `${src}/engine`],
  'scanner-room-read': [`${scanner}/read`, `${scanner}/agents`],
  'scanner-room-flow': [`${scanner}/flow`, `${scanner}/languages/php/library`],
} as const;
/** A cycle of type imports, and an area that is imported outside of its wiring. */
const others: Record<string, [file: string, text: string][]> = {
  'no-cycle-of-types': [
    ['areas/outreach/one.ts', "import type { Two } from './two.ts';\nexport type One = Two | 1;\n"],
    ['areas/outreach/two.ts', "import type { One } from './one.ts';\nexport type Two = One | 2;\n"],
  ],
  'webhooks-wired-in-one-place': [
    ['areas/webhooks/index.ts', 'export {};\n'],
    ['app/three.ts', "import '../areas/webhooks/index.ts';\n"],
  ],
};
const { options, ...rules } = ruleSet;

async function violationsIn(paths: string[], baseDir = process.cwd()): Promise<ICruiseResult['summary']> {
  const result = await cruise(
    paths,
    { ...options, baseDir, validate: true, ruleSet: rules } as never,
    undefined,
    {
      tsConfig: extractTSConfig('tsconfig.json'),
    },
  );
  return (result.output as ICruiseResult).summary;
}

/** Names of areas that are also general words: for permissions, and for what happens in a process. */
const plainWords = ['access', 'events'];
const areaNames = readdirSync(join(src, 'areas')).filter((name) => !plainWords.includes(name));
const anyArea = new RegExp(areaNames.map((name) => name.replace(/s$/, '')).join('|'), 'i');

/**
 * Lines of kit/ that name an area, in code or in a comment. Tests may use examples from any area. In kit/signing,
 * webhooks are those of the standard.
 */
function businessTermsIn(baseDir = process.cwd()): string[] {
  const files = globSync(`${src}/kit/**/*.ts`, { cwd: baseDir }).filter((file) => !file.endsWith('.test.ts'));
  return files.flatMap((file) => {
    const lines = readFileSync(join(baseDir, file), 'utf8').split('\n');
    return lines.flatMap((line, at) => {
      const said = file.includes('/kit/signing/') ? line.replaceAll(/webhook/gi, '') : line;
      const word = anyArea.exec(said)?.[0];
      return word === undefined ? [] : [`error kit-names-no-area: ${file}:${at + 1} says "${word}"`];
    });
  });
}

// Planted in a separate folder, so that another check that runs at the same time does not see them.
const planted = mkdtempSync(join(tmpdir(), 'trivium-planted-'));
try {
  for (const [from, to] of Object.values(upward)) {
    for (const folder of [from, to]) mkdirSync(join(planted, folder), { recursive: true });
    writeFileSync(join(planted, from, 'planted.ts'), `import '${relative(from, to)}/planted.ts';\n`);
    writeFileSync(join(planted, to, 'planted.ts'), 'export {};\n');
  }
  for (const [file, text] of Object.values(others).flat()) {
    mkdirSync(dirname(join(planted, src, file)), { recursive: true });
    writeFileSync(join(planted, src, file), text);
  }
  const { violations } = await violationsIn([src, scanner], planted);
  for (const name of [...Object.keys(upward), ...Object.keys(others)]) {
    if (!violations.some(({ rule }) => rule.name === name)) {
      throw new Error(`\`${name}\` did not find a planted violation: the check itself is broken.`);
    }
  }
  writeFileSync(join(planted, src, 'kit/planted.ts'), `// The ${areaNames[0]} area calls this.\n`);
  if (businessTermsIn(planted).length !== 1) {
    throw new Error('`kit-names-no-area` did not find a planted name: the check itself is broken.');
  }
} finally {
  rmSync(planted, { recursive: true });
}

const summary = await violationsIn([src, scanner]);
const files = globSync([`${src}/**/*.ts`, `${scanner}/**/*.ts`]).length;
if (summary.totalCruised < files) {
  throw new Error(
    `Only ${summary.totalCruised} of ${files} modules were analysed: the check itself is broken.`,
  );
}
for (const { rule, from, to } of summary.violations) {
  process.stdout.write(`${rule.severity} ${rule.name}: ${from} -> ${to}\n`);
}
const named = businessTermsIn();
for (const line of named) process.stdout.write(`${line}\n`);
if (summary.error > 0 || named.length > 0) process.exitCode = 1;
else process.stdout.write(`${summary.totalCruised} modules, no violations\n`);
