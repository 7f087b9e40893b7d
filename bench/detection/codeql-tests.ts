import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FileEntry } from '../../packages/scanner/src/types/file-entry.ts';
import type { Finding } from '../../packages/scanner/src/types/finding.ts';
import { required } from '../../packages/server/src/kit/required.ts';
import { reviewFindings } from './review-findings.ts';
import type { Sample } from './sample-halves.ts';

/** Folder and file extensions of the queries of a language and of their tests. */
export interface CodeqlLanguage {
  name: string;
  folder: string;
  extensions: string;
}

const languages: readonly CodeqlLanguage[] = [
  { name: 'C and C++', folder: 'cpp', extensions: 'c,cpp,cc,h,hpp' },
  { name: 'C#', folder: 'csharp', extensions: 'cs,cshtml,aspx,config' },
  { name: 'Go', folder: 'go', extensions: 'go,tmpl,html' },
  { name: 'Java and Kotlin', folder: 'java', extensions: 'java,kt,jsp,xml,properties' },
  { name: 'JavaScript and TypeScript', folder: 'javascript', extensions: 'js,jsx,ts,tsx,mjs,html,ejs,json' },
  { name: 'Python', folder: 'python', extensions: 'py,html' },
  { name: 'Ruby', folder: 'ruby', extensions: 'rb,erb' },
  { name: 'Rust', folder: 'rust', extensions: 'rs' },
  { name: 'Swift', folder: 'swift', extensions: 'swift' },
];
const testsOf = ({ folder }: CodeqlLanguage): string => `${folder}/ql/test/query-tests`;
const sourcesOf = ({ folder }: CodeqlLanguage): string => `${folder}/ql/src`;

/** Maximum distance in lines between a finding and the line that a query names. */
const NEAR = 2;

/** Other CWE numbers for the same weakness, or for its causes and effects. */
const alsoKnownAs: Readonly<Record<string, readonly string[]>> = {
  22: ['23', '36', '73'],
  73: ['22', '23'],
  114: ['426', '427', '78'],
  119: ['120', '121', '122', '124', '125', '126', '127', '129', '131', '193', '786', '787', '788', '805'],
  120: ['119', '121', '122', '242', '676', '787', '805'],
  121: ['119', '120', '787'],
  129: ['119', '125', '787'],
  131: ['120', '122', '190', '787', '805'],
  170: ['120', '125', '193', '787'],
  190: ['191', '197', '680', '681', '682', '789'],
  193: ['119', '125', '170', '787'],
  197: ['190', '681'],
  252: ['253', '391', '476', '690', '754'],
  367: ['362'],
  401: ['404', '772', '775'],
  416: ['415', '562', '672', '825'],
  457: ['665', '908'],
  467: ['131', '468', '805'],
  476: ['252', '690'],
  562: ['416', '825'],
  676: ['120', '242', '367', '377'],
  732: ['276'],
  757: ['326', '327'],
  775: ['401', '404', '772'],
  787: ['119', '120', '121', '122', '124', '129', '193', '805'],
  825: ['415', '416', '562', '672'],
};

interface QueryTest {
  folder: string;
  cwes: string[];
  /** `file:line` of the places that the query names. */
  expected: Set<string>;
}

interface QueryTests {
  language: CodeqlLanguage;
  tests: QueryTest[];
}

/** The tests of CodeQL's queries, by language; null if the checkout is not CodeQL. */
export function readCodeqlTests(root: string): QueryTests[] | null {
  const found = languages.filter(
    (one) => existsSync(join(root, testsOf(one))) && existsSync(join(root, sourcesOf(one))),
  );
  if (found.length === 0) return null;
  return found.map((language) => ({ language, tests: testsIn(root, language) }));
}

function testsIn(root: string, language: CodeqlLanguage): QueryTest[] {
  const tests = testsOf(language);
  return globSync('**/*.qlref', { cwd: join(root, tests) })
    .sort()
    .flatMap((path) => {
      const reference = readFileSync(join(root, tests, path), 'utf8');
      const query = (/^query:\s*(\S.*)$/m.exec(reference)?.[1] ?? reference).trim().split('\n')[0] ?? '';
      const [source, results] = [
        join(root, sourcesOf(language), query),
        join(root, tests, path.replace(/\.qlref$/, '.expected')),
      ];
      if (!existsSync(source) || !existsSync(results)) return [];
      const cwes = [...readFileSync(source, 'utf8').matchAll(/external\/cwe\/cwe-0*(\d+)/g)].map((one) =>
        required(one[1], 'a group of the pattern'),
      );
      const expected = placesIn(readFileSync(results, 'utf8'), language);
      return cwes.length === 0 ? [] : [{ folder: dirname(path), cwes, expected }];
    });
}

/** In the results of a path query, the named places come after the paths. */
function placesIn(results: string, { extensions }: CodeqlLanguage): Set<string> {
  const named = results.slice(results.indexOf('#select') + 1).split(/^(?:edges|nodes|subpaths)$/m)[0] ?? '';
  const place = new RegExp(String.raw`^\|\s*([\w./-]+\.(?:${extensions.replaceAll(',', '|')})):(\d+):`, 'gm');
  return new Set([...named.matchAll(place)].map((one) => `${one[1]}:${one[2]}`));
}

/**
 * One sample for each place that a query names, and for each line that a test marks as good. The name of a sample is
 * its file.
 */
export async function scoreCodeql(root: string, { language, tests }: QueryTests): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const [folder, queries] of Map.groupBy(tests, (one) => one.folder)) {
    const entries = entriesOf(join(root, testsOf(language), folder), language);
    const { findings } = await reviewFindings(entries, true, ['performance.resources']);
    for (const query of queries) samples.push(...samplesOf(query, entries, findings));
  }
  return samples;
}

/**
 * Tests in Swift declare the libraries that they use, with empty functions. A real program has the library itself, so
 * these lines are blanked: calls are then known by name and type.
 */
function withoutStubs(bytes: Buffer): Buffer {
  const text = bytes.toString();
  const from = text.search(/^\/\/ --- tests ---/m);
  if (from < 0) return bytes;
  const stubs = text.slice(0, from);
  const names = [...stubs.matchAll(/\b(?:class|struct|protocol|enum|extension|func)\s+(\w+)/g)].map(
    ([, name]) => name,
  );
  // In a real program, imports would name these types.
  return Buffer.from(`// ${names.join(' ')}${stubs.replace(/[^\n]+/g, '')}${text.slice(from)}`);
}

function entriesOf(folder: string, { extensions }: CodeqlLanguage): FileEntry[] {
  return globSync('**/*', { cwd: folder })
    .filter((path) => extensions.split(',').some((one) => path.endsWith(`.${one}`)))
    .filter((path) => !/(?:^|\/)vendor\//.test(path))
    .sort()
    .map((path) => {
      const bytes = withoutStubs(readFileSync(join(folder, path)));
      return { path, sizeBytes: bytes.length, read: () => bytes };
    });
}

function samplesOf(query: QueryTest, entries: readonly FileEntry[], findings: readonly Finding[]): Sample[] {
  const wanted = new Set(query.cwes.flatMap((cwe) => [cwe, ...(alsoKnownAs[cwe] ?? [])]));
  const told = findings.filter(({ cwe }) => cwe.some((one) => wanted.has(one.slice(4))));
  const isNear = (file: string, line: number, most: number): boolean =>
    told.some((one) => one.file === file && Math.abs(one.line - line) <= most);
  const group = `CWE-${query.cwes[0]}`;
  return entries.flatMap((entry) => {
    const name = `${query.folder}/${entry.path}`;
    const lines = new TextDecoder().decode(entry.read()).split('\n');
    return lines.flatMap((text, at): Sample[] => {
      const place = `${name}:${at + 1} ${text.trim()}`;
      if (query.expected.has(`${entry.path}:${at + 1}`))
        return [{ name, place, group, isWeak: true, isTold: isNear(entry.path, at + 1, NEAR) }];
      if (!/(?:\/\/|#)\s*\[?(?:GOOD|OK)\b/i.test(text)) return [];
      return [{ name, place, group, isWeak: false, isTold: isNear(entry.path, at + 1, 0) }];
    });
  });
}
