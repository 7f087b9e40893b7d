import { posix } from 'node:path';
import type { ApplicationIndex } from '../../types/application-index.ts';

type Coverage = NonNullable<ApplicationIndex['coverage']>;
type Lines = Map<string, { found: number; hit: number }>;

/** Reads the first report with line data: lcov, cobertura, jacoco, go cover. */
export function readCoverage(
  reports: readonly { path: string; text: string }[],
  paths: readonly string[],
): Coverage | null {
  for (const report of reports) {
    const read = readReport(report.path, report.text);
    if (read === null) continue;
    let found = 0;
    let hit = 0;
    const files: Coverage['files'] = [];
    for (const [name, lines] of read.lines) {
      found += lines.found;
      hit += lines.hit;
      const path = matchPath(name, paths);
      if (path !== null && lines.found > 0)
        files.push({ path, linePercent: percent(lines.hit, lines.found) });
    }
    if (found === 0) continue;
    return {
      source: read.source,
      linePercent: percent(hit, found),
      files: files.sort((a, b) => (a.path < b.path ? -1 : 1)),
    };
  }
  return null;
}

function readReport(path: string, text: string): { source: string; lines: Lines } | null {
  const name = posix.basename(path);
  if (name.endsWith('.info') || name.endsWith('.lcov')) return { source: 'lcov', lines: readLcov(text) };
  if (name.endsWith('.out'))
    return text.startsWith('mode:') ? { source: 'go', lines: readGoCover(text) } : null;
  if (name.endsWith('.xml')) {
    if (/<report\b[^>]*>/.test(text.slice(0, 2000)) && text.includes('<sourcefile'))
      return { source: 'jacoco', lines: readJacoco(text) };
    return text.includes('<coverage') ? { source: 'cobertura', lines: readCobertura(text) } : null;
  }
  return null;
}

function readLcov(text: string): Lines {
  const lines: Lines = new Map();
  let current = { found: 0, hit: 0 };
  for (const line of text.split('\n')) {
    if (line.startsWith('SF:')) {
      current = { found: 0, hit: 0 };
      lines.set(line.slice(3).trim(), current);
    } else if (line.startsWith('DA:')) {
      current.found++;
      if (Number(line.split(',')[1]) > 0) current.hit++;
    }
  }
  return lines;
}

function readGoCover(text: string): Lines {
  const lines: Lines = new Map();
  for (const [, name = '', statements, runs] of text.matchAll(/^(\S+):\d+\.\d+,\d+\.\d+ (\d+) (\d+)$/gm)) {
    const entry = lines.get(name) ?? { found: 0, hit: 0 };
    entry.found += Number(statements);
    if (Number(runs) > 0) entry.hit += Number(statements);
    lines.set(name, entry);
  }
  return lines;
}

function readJacoco(text: string): Lines {
  const lines: Lines = new Map();
  for (const [, folder, files = ''] of text.matchAll(/<package name="([^"]*)"([\s\S]*?)<\/package>/g)) {
    for (const [, name, body = ''] of files.matchAll(
      /<sourcefile name="([^"]*)">([\s\S]*?)<\/sourcefile>/g,
    )) {
      const counters = [...body.matchAll(/<counter type="LINE" missed="(\d+)" covered="(\d+)"/g)].at(-1);
      if (counters === undefined) continue;
      const [, missed, covered] = counters;
      lines.set(`${folder}/${name}`, { found: Number(missed) + Number(covered), hit: Number(covered) });
    }
  }
  return lines;
}

function readCobertura(text: string): Lines {
  const lines: Lines = new Map();
  for (const [, name = '', block = ''] of text.matchAll(
    /<class\b[^>]*filename="([^"]*)"[^>]*>([\s\S]*?)<\/class>/g,
  )) {
    const entry = lines.get(name) ?? { found: 0, hit: 0 };
    const body = block.slice(Math.max(0, block.lastIndexOf('</methods>')));
    for (const line of body.matchAll(/<line\b[^>]*hits="(\d+)"/g)) {
      entry.found++;
      if (Number(line[1]) > 0) entry.hit++;
    }
    lines.set(name, entry);
  }
  return lines;
}

/** Reports use the paths of their build: the longest common suffix decides. */
function matchPath(name: string, paths: readonly string[]): string | null {
  const normal = name.replaceAll('\\', '/');
  let best: string | null = null;
  for (const path of paths) {
    const fits = normal === path || normal.endsWith(`/${path}`) || path.endsWith(`/${normal}`);
    if (fits && (best === null || path.length > best.length)) best = path;
  }
  return best;
}

function percent(part: number, whole: number): number {
  return Math.round((part / whole) * 10_000) / 100;
}
