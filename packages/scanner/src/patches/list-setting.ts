import { settingDocuments } from '../documentation/setting-documents.ts';
import type { ApplicationIndex } from '../types/application-index.ts';
import type { FileLookup } from '../types/file-entry.ts';
import type { Edit } from './edit.ts';
import type { FixSite } from './fixer.ts';

const named = new WeakMap<ApplicationIndex, Map<string, string[]>>();
/** These are set on every machine, to other values. */
const taken = /^(?:PATH|HOME|USER|USERNAME|LOGNAME|SHELL|LANG|PWD|TERM|TMPDIR|HOSTNAME)$/;

/** The setting for a literal in a file. Two literals of the same name are two settings. */
export function settingName(index: ApplicationIndex, path: string, wanted: string, literal: string): string {
  const name = taken.test(wanted) ? `APP_${wanted}` : wanted;
  const names = named.get(index) ?? new Map<string, string[]>();
  named.set(index, names);
  const key = `${exampleFile(index, path)}\0${name}`;
  const literals = names.get(key) ?? [];
  names.set(key, literals);
  if (!literals.includes(literal)) literals.push(literal);
  const at = literals.indexOf(literal);
  return at === 0 ? name : `${name}_${at + 1}`;
}

const listed = new WeakMap<ApplicationIndex, Set<string>>();

/** Adds a new setting to the application's example file, unless it is already there. */
export function listSetting({ finding, index, files }: FixSite, name: string): Edit[] {
  const names = listed.get(index) ?? readNames(index, files);
  listed.set(index, names);
  if (names.has(name)) return [];
  const file = exampleFile(index, finding.file);
  const text = files.text(file) ?? '';
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const before = text === '' || text.endsWith('\n') ? '' : lineEnd;
  return [
    { file, start: text.length, end: text.length, replacement: `${before}${name}=${lineEnd}`, setting: name },
  ];
}

function readNames(index: ApplicationIndex, files: FileLookup): Set<string> {
  const names = new Set<string>();
  for (const { path } of settingDocuments(index)) {
    for (const [name] of (files.text(path) ?? '').matchAll(/\b[A-Z][A-Z0-9_]{2,}\b/g)) names.add(name);
  }
  return names;
}

const example = /(?:^|\/)(?:\.?env[.-](?:example|sample|template|dist)|(?:example|sample)\.env)$/;

/** The nearest example file of settings above a file; otherwise `.env.example` beside the nearest manifest. */
function exampleFile(index: ApplicationIndex, path: string): string {
  const nearest = (paths: readonly string[]) =>
    paths
      .filter((one) => path.startsWith(folderOf(one)))
      .sort((a, b) => folderOf(b).length - folderOf(a).length || (a < b ? -1 : 1))[0];
  const found = nearest(
    index.files.flatMap((file) => (example.test(file.path) && !file.isVendored ? file.path : [])),
  );
  if (found !== undefined) return found;
  const manifest = nearest(index.manifests.map((one) => one.path));
  return `${manifest === undefined ? sharedFolder(index) : folderOf(manifest)}.env.example`;
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** The folder around the whole archive, as in downloads of a repository; otherwise the root. */
function sharedFolder({ files }: ApplicationIndex): string {
  const top = files[0]?.path.split('/', 1)[0] ?? '';
  return files.every((file) => file.path.startsWith(`${top}/`)) ? `${top}/` : '';
}
