import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileEntry } from '../../packages/scanner/src/types/file-entry.ts';
import type { Finding } from '../../packages/scanner/src/types/finding.ts';
import { required } from '../../packages/server/src/kit/required.ts';
import type { Sample } from './sample-halves.ts';

interface GoSample {
  name: string;
  rule: string;
  cwe: string;
  isWeak: boolean;
  files: string[];
}

/** Other CWE numbers for the same weakness; the set has only one for each of its rules. */
const alsoKnownAs: Record<string, readonly string[]> = {
  '88': ['918'],
  '93': ['113'],
  '118': ['125', '119', '129', '787'],
  '190': ['197', '681'],
  '200': ['605', '668', '215', '489', '1327', '552'],
  '242': ['119'],
  '276': ['732'],
  '287': ['295', '322'],
  '295': ['326', '327', '757', '310'],
  '310': ['326', '327'],
  '327': ['328', '326'],
  '328': ['327', '916'],
  '338': ['330'],
  '377': ['379', '378', '362'],
  '400': ['770', '772', '775', '401', '404', '1088', '459'],
  '499': ['200', '522', '312'],
  '614': ['1004', '1275'],
  '676': ['400', '770'],
  '703': ['252', '391', '754'],
  '798': ['259', '321'],
  '1204': ['329', '330', '323'],
};

/** The programs with which gosec tests its rules; null if the checkout is not gosec. */
export function readGosecSamples(root: string): GoSample[] | null {
  if (!existsSync(join(root, 'issue/issue.go')) || !existsSync(join(root, 'testutils/g101_samples.go')))
    return null;
  const weaknesses = new Map(
    [...readFileSync(join(root, 'issue/issue.go'), 'utf8').matchAll(/"(G\d+)":\s*"(\d+)"/g)].map((match) => [
      required(match[1], 'a group of the pattern'),
      required(match[2], 'a group of the pattern'),
    ]),
  );
  return globSync('testutils/g*_samples.go', { cwd: root })
    .sort()
    .flatMap((path) =>
      samplesOf(
        readFileSync(join(root, path), 'utf8'),
        required(/g\d+/.exec(path), 'a match of the pattern')[0],
        weaknesses,
      ),
    );
}

function samplesOf(text: string, file: string, weaknesses: ReadonlyMap<string, string>): GoSample[] {
  const rule = file.toUpperCase();
  const cwe = weaknesses.get(rule);
  if (cwe === undefined) return [];
  return text.split(/^(?:var |\t)(?=SampleCode)/m).flatMap((part) => {
    const list = /^SampleCode(G\d+\w*)\s*=\s*\[\]CodeSample\{/.exec(part)?.[1];
    // These programs are for other build settings.
    if (list === undefined || /Build|Tag/.test(list)) return [];
    return [...part.matchAll(/\{\s*\[\]string\{((?:\s*`[^`]*`\s*,?)+)\s*\}\s*,\s*(\d+)/g)].map(
      (match, at) => ({
        name: `${list.toLowerCase()}_${at}`,
        rule,
        cwe,
        isWeak: match[2] !== '0',
        files: [...required(match[1], 'a group of the pattern').matchAll(/`([^`]*)`/g)].map((one) =>
          required(one[1], 'a group of the pattern').replace(/^\n+/, ''),
        ),
      }),
    );
  });
}

/** Each sample as a separate module. */
export function gosecEntries(samples: readonly GoSample[]): FileEntry[] {
  return samples.flatMap(({ name, files }) => [
    entryOf(`${name}/go.mod`, `module example.com/${name}\n\ngo 1.22\n`),
    ...files.map((text, at) => entryOf(`${name}/f${at}.go`, text)),
  ]);
}

function entryOf(path: string, text: string): FileEntry {
  const bytes = Buffer.from(text);
  return { path, sizeBytes: bytes.length, read: () => bytes };
}

export function scoreGosec(samples: readonly GoSample[], findings: readonly Finding[]): Sample[] {
  const told = new Map<string, Set<string>>();
  for (const { file, cwe } of findings) {
    const name = required(file.split('/', 1)[0], 'the first of the parts');
    told.set(name, new Set([...(told.get(name) ?? []), ...cwe.map((one) => one.slice(4))]));
  }
  return samples.map(({ name, rule, cwe, isWeak }) => ({
    name,
    group: `${rule} (CWE-${cwe})`,
    isWeak,
    isTold: [cwe, ...(alsoKnownAs[cwe] ?? [])].some((one) => told.get(name)?.has(one)),
  }));
}
