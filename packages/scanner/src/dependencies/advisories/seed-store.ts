import { readFileSync } from 'node:fs';
import type { Severity } from '../../types/finding.ts';
import { type Advisory, type AdvisorySource, type AffectedRange, advisoryKey } from './advisory.ts';

let seed: AdvisorySource | undefined;

/** The included list of well-known advisories. A package that is not in it is unknown. */
export function openSeed(): AdvisorySource {
  seed ??= readSeed(readFileSync(new URL('./seed-advisories.txt', import.meta.url), 'utf8'));
  return seed;
}

/** Reads lines of the form `ecosystem | package | ranges | severity | ids | cwe | summary`, and the `# as of` date. */
export function readSeed(text: string): AdvisorySource {
  const byPackage = new Map<string, Advisory[]>();
  const newest = /^# as of (\S+)/m.exec(text)?.[1] ?? null;
  let count = 0;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [ecosystem = '', name = '', ranges = '', severity = '', ids = '', cwe = '', summary = ''] = line
      .split('|')
      .map((part) => part.trim());
    if (summary === '') throw new Error(`The advisory seed's line ${index + 1} is not complete.`);
    const [id = '', ...aliases] = ids.split(' ');
    const parsed = parseRanges(ranges);
    const advisory: Advisory = {
      id,
      aliases,
      ecosystem,
      package: name,
      ...parsed,
      severity: severity as Severity,
      isMalware: cwe === 'CWE-506',
      cwe: cwe === '' ? [] : cwe.split(' '),
      summary,
    };
    const key = advisoryKey(ecosystem, name);
    byPackage.set(key, [...(byPackage.get(key) ?? []), advisory]);
    count++;
  }
  return {
    kind: 'seed',
    count,
    newest,
    covers: () => false,
    advisoriesFor: (ecosystem, name) => byPackage.get(advisoryKey(ecosystem, name)) ?? [],
  };
}

/** `[a,b)`: from a to before b. `[a,b]`: including b. `[a,)`: from a on. `=a`: only a. */
function parseRanges(text: string): { ranges: AffectedRange[]; versions: string[] } {
  const ranges: AffectedRange[] = [];
  const versions: string[] = [];
  for (const part of text.split(' ')) {
    const [, introduced, until, bracket] = /^\[([^,]+),([^)\]]*)([)\]])$/.exec(part) ?? [];
    if (part.startsWith('=')) versions.push(part.slice(1));
    else if (introduced !== undefined) {
      const end = until || null;
      const open = bracket === ')';
      ranges.push({ introduced, fixed: open ? end : null, lastAffected: open ? null : end });
    } else throw new Error(`The advisory seed has the range ${part}.`);
  }
  return { ranges, versions };
}
