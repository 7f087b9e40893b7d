import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { openArchive } from '../../read/archive/index.ts';
import { type Advisory, type AdvisorySource, advisoryKey } from './advisory.ts';
import { isAffected } from './match-advisories.ts';
import { readOsvRecord } from './osv-record.ts';

const opened = new Map<string, { stamp: string; source: AdvisorySource }>();

/**
 * The OSV store at a path: a folder with OSV documents in JSON or YAML and `all.zip` files at any depth, or one such
 * archive. It is read once, and again when the path changes. Throws if there is no such path.
 */
export function openOsvStore(path: string): AdvisorySource {
  const stats = statSync(path);
  const stamp = `${stats.mtimeMs}:${stats.size}`;
  const known = opened.get(path);
  if (known?.stamp === stamp) return known.source;
  const source = readStore(path, stats.isDirectory());
  opened.set(path, { stamp, source });
  return source;
}

function readStore(path: string, isFolder: boolean): AdvisorySource {
  const byPackage = new Map<string, Advisory[]>();
  const ids = new Set<string>();
  const ecosystems = new Set<string>();
  let newest: string | null = null;
  const take = (name: string, text: string) => {
    let document: unknown;
    try {
      document = name.endsWith('.json') ? JSON.parse(text) : parseYaml(text);
    } catch {
      return;
    }
    const { advisories, modified } = readOsvRecord(document);
    // Some databases leave the date at zero.
    if (modified && modified > '2000' && (newest === null || modified > newest)) newest = modified;
    for (const advisory of advisories) {
      ids.add(advisory.id);
      ecosystems.add(advisory.ecosystem);
      // Lists of versions are long and mostly repeat the ranges. Only versions outside of the ranges are kept.
      if (advisory.ranges.length > 0) {
        const byRange = { ...advisory, versions: [] };
        advisory.versions = advisory.versions.filter((version) => !isAffected(byRange, version));
      }
      const key = advisoryKey(advisory.ecosystem, advisory.package);
      const list = byPackage.get(key);
      if (list) list.push(advisory);
      else byPackage.set(key, [advisory]);
    }
  };
  if (isFolder) readFolder(path, take);
  else readZip(path, take);
  return {
    kind: 'store',
    count: ids.size,
    newest,
    covers: (ecosystem) => ecosystems.has(ecosystem),
    advisoriesFor: (ecosystem, name) => byPackage.get(advisoryKey(ecosystem, name)) ?? [],
  };
}

const isRecord = (name: string) =>
  /\.(?:json|ya?ml)$/.test(name) && !/(?:^|\/)(?:\.|index\/|package\.json)/.test(name);

function readFolder(path: string, take: (name: string, text: string) => void): void {
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const inner = join(path, entry.name);
    if (entry.isDirectory() && !entry.name.startsWith('.')) readFolder(inner, take);
    else if (entry.isFile() && entry.name.endsWith('.zip')) readZip(inner, take);
    else if (entry.isFile() && isRecord(entry.name)) take(entry.name, readFileSync(inner, 'utf8'));
  }
}

function readZip(path: string, take: (name: string, text: string) => void): void {
  const archive = openArchive(path);
  try {
    for (const file of archive.files) {
      if (isRecord(file.path)) take(file.path, Buffer.from(file.read()).toString('utf8'));
    }
  } finally {
    archive.close();
  }
}
