import { asObject, asText } from '../../read/json-values.ts';

/** A package in one file. */
export interface ParsedPackage {
  name: string;
  /** The exact version, or null if the file only has a range. */
  version: string | null;
  /** The range in the manifest, as written; null in lockfiles. */
  range: string | null;
  /** Whether it is a direct dependency; null if the file does not say. */
  isDirect: boolean | null;
  isDev: boolean;
  line: number;
  license: string | null;
  integrity: string | null;
  /** A URL, a repository or a path is not in the ecosystem's registry. */
  origin: 'registry' | 'git' | 'url' | 'path';
}

export interface ParsedFile {
  packages: ParsedPackage[];
  /** The project's own license, if the manifest has one. */
  license: string | null;
}

/** `beside`: texts of other files that it refers to, the nearest first. */
export type ParseFile = (text: string, path: string, beside?: readonly string[]) => ParsedFile;

/** A package with defaults for missing fields. */

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

/** The first line of each key in a JSON text, from one pass. */
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

/** The SPDX text of the `license` field of npm and Composer, in old and new formats. */
export function licenseText(value: unknown): string | null {
  if (typeof value === 'string') return value || null;
  if (Array.isArray(value)) {
    const parts = value.map(licenseText).filter((part) => part !== null);
    return parts.length > 1 ? `(${parts.join(' OR ')})` : (parts[0] ?? null);
  }
  return asText(asObject(value).type);
}
