import { createHash } from 'node:crypto';
import type { ApplicationIndex } from '../../packages/scanner/src/types/application-index.ts';
import type { FunctionFact, IndexedFile } from '../../packages/scanner/src/types/file-facts.ts';
import type { Finding } from '../../packages/scanner/src/types/finding.ts';
import { required } from '../../packages/server/src/kit/required.ts';

/** One half may be read while writing rules; the other half shows whether the rules also work elsewhere. */
export type Half = 'even' | 'odd';

export interface MethodScore {
  cwe: number;
  half: Half;
  found: number;
  bad: number;
  wrong: number;
  good: number;
}

interface Case {
  cwe: number;
  files: IndexedFile[];
}

/** Other CWE numbers under which a class of Juliet is reported: parents, children or other names of it. */
const also: Readonly<Record<number, readonly number[]>> = {
  23: [22],
  36: [22],
  80: [79],
  81: [79],
  83: [79],
  113: [93],
  114: [426, 427],
  121: [119, 120, 787, 788, 805],
  122: [119, 120, 787, 788, 805, 131],
  124: [119, 786, 787],
  126: [119, 125],
  127: [119, 125, 786],
  129: [125, 119, 787],
  190: [680],
  191: [190],
  194: [195, 681, 839],
  195: [194, 681, 839],
  196: [681],
  197: [681],
  209: [200],
  242: [676, 120],
  252: [253],
  253: [252],
  256: [522, 312, 313],
  259: [798],
  315: [312],
  321: [798],
  327: [326],
  328: [327, 916],
  336: [330, 335, 338],
  338: [330],
  364: [362, 479, 828],
  366: [362],
  367: [362],
  377: [379],
  400: [770],
  401: [772],
  404: [772],
  526: [200, 497],
  533: [532],
  534: [532],
  457: [908],
  535: [209, 200],
  562: [825],
  590: [763],
  606: [400, 834],
  665: [457, 908, 170],
  672: [416],
  675: [415],
  676: [242, 120],
  680: [190, 131],
  690: [476],
  758: [457, 562],
  759: [916, 760],
  761: [763],
  762: [763],
  760: [759, 916],
  772: [404],
  773: [772, 775, 404],
  775: [772, 404],
  789: [770, 400],
};

/**
 * NIST's Juliet and similar sets: a case consists of the files `CWE<number>_<name>`, with a letter at the end if there
 * are several. Methods `bad…` have the flaw and methods `good…` do not. Null if there are none.
 */
export function scoreMethods(
  { files }: ApplicationIndex,
  findings: readonly Finding[],
): { scores: MethodScore[]; missed: string[]; wrong: string[] } | null {
  const cases = casesOf(files);
  if (cases.size === 0) return null;
  const byFile = Map.groupBy(findings, ({ file }) => file);
  const scores = new Map<string, MethodScore>();
  const missed: string[] = [];
  const wrong: string[] = [];
  for (const [name, { cwe, files: own }] of cases) {
    const half = halfOf(name);
    const score = scores.get(`${cwe} ${half}`) ?? { cwe, half, found: 0, bad: 0, wrong: 0, good: 0 };
    scores.set(`${cwe} ${half}`, score);
    const wanted = new Set([cwe, ...(also[cwe] ?? [])].map((one) => `CWE-${one}`));
    const places = own.flatMap((file) =>
      (byFile.get(file.path) ?? [])
        .filter((one) => one.cwe.some((number) => wanted.has(number)))
        .map(({ line }) => sideOf(file, line)),
    );
    score.bad++;
    if (places.includes('bad')) score.found++;
    else missed.push(`${half} ${name}`);
    if (!own.some(hasGood)) continue;
    score.good++;
    if (places.includes('good')) {
      score.wrong++;
      wrong.push(`${half} ${name}`);
    }
  }
  return { scores: [...scores.values()].sort((a, b) => a.cwe - b.cwe), missed, wrong };
}

const casePath = /(?:^|\/)(CWE(\d+)_\w+?)(?:_(?:bad|good\w*|base))?\.(?:java|cs|c|cpp|h)$/;

export const isLabelledCase = (path: string): boolean => casePath.test(path);

function casesOf(files: readonly IndexedFile[]): Map<string, Case> {
  const cases = new Map<string, Case>();
  for (const file of files) {
    const match = casePath.exec(file.path);
    if (match === null) continue;
    const name = required(match[1], 'a group of the pattern').replace(/(_\d\d)[a-e]$/, '$1');
    const known = cases.get(name);
    if (known === undefined) cases.set(name, { cwe: Number(match[2]), files: [file] });
    else known.files.push(file);
  }
  return cases;
}

/** The half depends only on the name of the case. */
function halfOf(name: string): Half {
  const digest = createHash('sha256').update(`x${name}`).digest();
  return required(digest.at(-1), 'the last of digest') % 2 === 0 ? 'even' : 'odd';
}

/** Code outside of both kinds of methods belongs to the flaw. */
function sideOf(file: IndexedFile, line: number): 'bad' | 'good' {
  if (/_bad\.\w+$/.test(file.path)) return 'bad';
  if (/_good\w*\.\w+$/.test(file.path)) return 'good';
  return nameAt(file.functions, line).startsWith('good') ? 'good' : 'bad';
}

function nameAt(functions: readonly FunctionFact[], line: number): string {
  const around = functions.filter((one) => one.line <= line && one.endLine >= line);
  const names = around.map(({ name }) =>
    required(name.split('.').at(-1), 'the last of the parts')
      // In C, the name of the case is in front of it.
      .replace(/^CWE\d+_\w*?_\d\d[a-e]?_(?=good|bad)/, '')
      .replace(/^helperGood/i, 'good'),
  );
  return names.find((name) => /^(?:good|bad)/i.test(name))?.toLowerCase() ?? '';
}

function hasGood(file: IndexedFile): boolean {
  return (
    /_good\w*\.\w+$/.test(file.path) || file.functions.some(({ name }) => /(?:^|[._])[gG]ood/.test(name))
  );
}
