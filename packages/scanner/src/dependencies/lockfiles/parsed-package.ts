import { asObject, asText } from '../../read/json-values.ts';

/** A package as one file names it. */
export interface ParsedPackage {
  name: string;
  /** Exact, or null where the file gives a range only. */
  version: string | null;
  /** What the manifest asks for, as written; null in lockfiles. */
  range: string | null;
  /** Whether the project itself asks for it; null where the file does not tell. */
  isDirect: boolean | null;
  isDev: boolean;
  line: number;
  license: string | null;
  integrity: string | null;
  /** Not from the ecosystem's registry: an address, a repository, a path. */
  origin: 'registry' | 'git' | 'url' | 'path';
}

export interface ParsedFile {
  packages: ParsedPackage[];
  /** The project's own license, where the manifest states it. */
  license: string | null;
}

/** `beside`: texts of other files that it refers to, the nearest first. */
export type ParseFile = (text: string, path: string, beside?: readonly string[]) => ParsedFile;

/** A package with the usual values for what is not given. */

export function parsedPackage(given: Partial<ParsedPackage> & { name: string; line: number }): ParsedPackage {
  return {
    version: null,
    range: null,
    isDirect: null,
    isDev: false,
    license: null,
    integrity: null,
    origin: 'registry',
    ...given,
  };
}

/** Lines at which the keys of a JSON text first stand, from one pass. */
export function jsonKeyLines(text: string): (key: string) => number {
  const lines = new Map<string, number>();
  let line = 1;
  let from = 0;
  for (const match of text.matchAll(/"((?:\\.|[^"\\\n])*)"\s*:/g)) {
    for (let at = text.indexOf('\n', from); at >= 0 && at < match.index; at = text.indexOf('\n', at + 1))
      line++;
    from = match.index;
    const key = match[1] ?? '';
    if (!lines.has(key)) lines.set(key, line);
  }
  return (key) => lines.get(key) ?? 1;
}

/** SPDX text of npm's and composer's `license` field in its old and new shapes. */
export function licenseText(value: unknown): string | null {
  if (typeof value === 'string') return value || null;
  if (Array.isArray(value)) {
    const parts = value.map(licenseText).filter((part) => part !== null);
    return parts.length > 1 ? `(${parts.join(' OR ')})` : (parts[0] ?? null);
  }
  return asText(asObject(value).type);
}
