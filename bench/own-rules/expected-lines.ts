import { required } from '../../packages/server/src/kit/required.ts';

export interface LanguageCount {
  rules: number;
  loaded: number;
  /** Of the rules that load, those with a test file. */
  tested: number;
  /** Rules that find every marked line, and nothing else. */
  right: number;
  marks: number;
  found: number;
  wrong: number;
}

export const newCount = (): LanguageCount => ({
  rules: 0,
  loaded: 0,
  tested: 0,
  right: 0,
  marks: 0,
  found: 0,
  wrong: 0,
});

const mark = /(ruleid|ok|todoruleid|todook|deepruleid|deepok|proruleid|prook)\s*:\s*([\w.,\s-]+)/;

/**
 * The lines after the marks of a rule; null if no mark names it. `open` are lines that may or may not have a finding.
 */
export function expectedLines(text: string, id: string): { wanted: Set<number>; open: Set<number> } | null {
  const lines = text.split('\n');
  const wanted = new Set<number>();
  const open = new Set<number>();
  let isNamed = false;
  lines.forEach((line, at) => {
    const [, kind, ids] = mark.exec(line) ?? [];
    if (
      kind === undefined ||
      !required(ids, 'ids')
        .split(/[,\s]+/)
        .includes(id)
    )
      return;
    isNamed = true;
    let next = at + 1;
    while (next < lines.length && mark.test(required(lines[next], 'one of lines'))) next++;
    if (kind === 'ruleid') wanted.add(next + 1);
    else if (kind !== 'ok') open.add(next + 1);
  });
  return isNamed ? { wanted, open } : null;
}

export function formatTable(counts: ReadonlyMap<string, LanguageCount>): string {
  const rows = [...counts, ['all', [...counts.values()].reduce(sum, newCount())] as const];
  const lines = rows.map(([name, one]) =>
    [name, one.rules, one.loaded, one.tested, one.right, `${one.found}/${one.marks}`, one.wrong].join('\t'),
  );
  return `folder\trules\tload\ttested\tall right\tmarks found\tfound beside\n${lines.join('\n')}\n`;
}

function sum(a: LanguageCount, b: LanguageCount): LanguageCount {
  const result = newCount();
  for (const key of Object.keys(result) as (keyof LanguageCount)[]) result[key] = a[key] + b[key];
  return result;
}
