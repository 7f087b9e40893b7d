import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import type { FileEntry } from '../../packages/scanner/src/types/file-entry.ts';
import type { Finding } from '../../packages/scanner/src/types/finding.ts';
import { isSameFamily } from './expected-results.ts';
import type { Sample } from './sample-halves.ts';

/** Examples of public rules in Swift, Dart and Scala. A comment above a line marks it as weak or safe. */
export interface MarkedFile {
  name: string;
  path: string;
  text: string;
  /** Weaknesses that the file of the rules names, where a finding must have one of them. */
  cwes: readonly number[];
  marks: { line: number; rule: string; isWeak: boolean }[];
}

/**
 * The halves into which these files were split when support for the languages began: by the first digit of the hash.
 */
export function halfOfMarked(name: string): 'read' | 'held out' {
  const digit = createHash('sha256').update(name).digest('hex').slice(0, 1);
  return Number.parseInt(digit, 16) % 2 === 0 ? 'read' : 'held out';
}

/** Maximum number of lines below the marked line for a finding of it; it must be above the next mark. */
const NEAR = 5;

const mark = /(?:\/\/|\/\*|#)\s*(ruleid|ok)\s*:\s*([\w.,\s-]+)/;

/** Of these languages rules of other kinds stand beside those for security, by their folder. */
const others = 'py,js,jsx,ts,tsx,java,kt,cs,php,go,rb';
export const markedExtensions: readonly string[] = ['swift', 'dart', 'scala', ...others.split(',')];

/** Null where a checkout has none. */
export function readMarkedFiles(root: string): MarkedFile[] | null {
  const files = globSync(['**/*.{swift,dart,scala}', `**/security/**/*.{${others}}`], { cwd: root })
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter(({ text }) => /\bruleid\s*:/.test(text))
    .map(({ path, text }) => ({
      name: basename(path),
      path,
      text,
      cwes: cwesOf(root, path),
      marks: marksIn(text),
    }));
  return files.length === 0 ? null : files;
}

function cwesOf(root: string, path: string): number[] {
  if (/\.(?:swift|dart|scala)$/.test(path)) return [];
  const stem = join(root, path.slice(0, -extname(path).length));
  const rules = [`${stem}.yaml`, `${stem}.yml`].find((one) => existsSync(one));
  if (rules === undefined) return [];
  return [...readFileSync(rules, 'utf8').matchAll(/\bCWE-(\d+)/g)].map(([, number]) => Number(number));
}

function marksIn(text: string): MarkedFile['marks'] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    const [, kind, ids = ''] = mark.exec(line) ?? [];
    if (kind === undefined) return [];
    let next = at + 1;
    while (next < lines.length && (mark.test(lines[next] ?? '') || lines[next]?.trim() === '')) next++;
    return [{ line: next + 1, rule: ids.trim().split(/[,\s]/)[0] ?? '', isWeak: kind === 'ruleid' }];
  });
}

/** With the paths of application code, so that the analysis does not treat them as examples. */
export function markedEntries(files: readonly MarkedFile[]): FileEntry[] {
  return files.map(({ name, text }, at) => {
    const bytes = new TextEncoder().encode(text);
    return { path: `src/part${at}/${name}`, sizeBytes: bytes.length, read: () => bytes };
  });
}

export function scoreMarkedFiles(files: readonly MarkedFile[], findings: readonly Finding[]): Sample[] {
  return files.flatMap(({ name, path, marks, cwes }, at) => {
    const own = findings.filter(({ file }) => file === `src/part${at}/${name}`);
    return marks.map(({ line, rule, isWeak }, index) => {
      const next = marks.slice(index + 1).find((one) => one.line > line)?.line ?? Number.POSITIVE_INFINITY;
      const last = isWeak ? Math.min(line + NEAR, next - 1) : line;
      const isTold = own.some(
        (one) => one.line <= last && Math.max(one.endLine, one.line) >= line && isMeant(one, cwes),
      );
      return { name, place: `${path}:${line} ${rule}`, group: rule, isWeak, isTold };
    });
  });
}

function isMeant({ cwe }: Finding, wanted: readonly number[]): boolean {
  return (
    wanted.length === 0 ||
    cwe.some((one) => wanted.some((number) => isSameFamily(number, Number(one.slice(4)))))
  );
}
