import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { isConfigurationPath } from '../read/files/configuration-path.ts';
import type { FileLimits } from '../read/files/index-file.ts';
import { type KnownPlaces, PlaceMemo } from '../read/place-memo.ts';
import type { FileMemory } from '../types/agent.ts';
import type { FileEntry } from '../types/file-entry.ts';
import type { IndexedFile } from '../types/file-facts.ts';
import { contentKey } from './content-key.ts';
import type { KnownFlow } from './flow-work.ts';
import type { ScannedFile } from './scan-file.ts';
import { scannerDigest } from './scanner-digest.ts';
import { engineVersion, rulesVersion } from './versions.ts';

/** A larger one is not kept: then the next analysis starts from scratch. */
const MAX_BYTES = 128 * 1_048_576;

interface KnownFile {
  key: string;
  /** The scan's result, as bytes that are passed on unchanged. */
  scanned: Uint8Array;
}

/** Results of agents for a file, as bytes, and what the file was like. */
type KnownInspection = readonly [like: string, told: Uint8Array];

interface Memo {
  version: string;
  files: Map<string, KnownFile>;
  flows: Uint8Array;
  inspections: Map<string, KnownInspection>;
  /** The same by topic and by file. */
  remembered: Map<string, KnownInspection>;
  places: KnownPlaces;
}

interface IncrementalOptions {
  limits: FileLimits;
  /** Everything else that affects the findings. */
  settings: readonly unknown[];
  keeps: boolean;
}

/** How much was reused from an earlier analysis. */
export interface Reused {
  files: number;
  flowParts: number;
  /** Entry points of parts that were followed again. */
  entryPoints: number;
  inspections: number;
}

/**
 * An analysis that reuses results of an earlier version's analysis, and keeps its own for the next. It only
 * reuses what depends on files that are identical byte for byte, and nothing from another version of the
 * scanner.
 */
export class Incremental implements FileMemory {
  readonly reused: Reused = { files: 0, flowParts: 0, entryPoints: 0, inspections: 0 };
  readonly #version: string;
  readonly #known: Memo | undefined;
  #keys = new Map<string, string | null>();
  /** Packed as soon as they are known, because later steps change some of them. */
  readonly #files = new Map<string, KnownFile>();
  #flows: Uint8Array = serialize([]);
  readonly #inspections = new Map<string, KnownInspection>();
  readonly #remembered = new Map<string, KnownInspection>();

  /** Whether something is kept for the next analysis. */
  readonly keeps: boolean;
  /** Positions of pattern matches in files, for rules that search all code. */
  readonly places: PlaceMemo;

  constructor(earlier: Uint8Array | undefined, { limits, settings, keeps }: IncrementalOptions) {
    this.keeps = keeps;
    this.#version = JSON.stringify([engineVersion, rulesVersion, scannerDigest(), limits, settings]);
    this.#known = earlier === undefined ? undefined : unpack(earlier, this.#version);
    this.places = new PlaceMemo((path) => this.keyOf(path), this.#known?.places);
  }

  /** Whether there is anything to reuse. */
  get isBegun(): boolean {
    return this.#known !== undefined;
  }

  /** Earlier scans of these files, by index. */
  knownScans(entries: readonly FileEntry[]): (ScannedFile | undefined)[] {
    this.#keys = new Map(entries.map((entry) => [entry.path, contentKey(entry)]));
    if (this.#known === undefined) return entries.map(() => undefined);
    const { files } = this.#known;
    return entries.map(({ path }) => {
      const file = files.get(path);
      if (file === undefined || file.key !== this.#keys.get(path)) return undefined;
      this.reused.files++;
      return deserialize(file.scanned) as ScannedFile;
    });
  }

  keepScans(scanned: readonly ScannedFile[]): void {
    if (!this.keeps) return;
    for (const one of scanned) {
      const { path } = one.file;
      const key = this.#keys.get(path);
      if (key == null || !followsFromContent(one)) continue;
      const known = this.#known?.files.get(path);
      this.#files.set(path, known?.key === key ? known : { key, scanned: serialize(withoutTokens(one)) });
    }
  }

  /** Earlier parts of the flow work. */
  knownFlows(): KnownFlow[] {
    return this.#known === undefined ? [] : deserialize(this.#known.flows);
  }

  keepFlows(flows: readonly KnownFlow[]): void {
    this.#flows = serialize(flows);
  }

  /** The key of a file for data flows. */
  keyOf(path: string): string | null {
    return this.#keys.get(path) ?? null;
  }

  /** Results of agents for each file: reused if nothing about the file changed, otherwise from `inspect`. */
  inspectAll(
    files: readonly IndexedFile[],
    inspect: (file: IndexedFile) => Record<string, unknown>,
  ): Map<string, Record<string, unknown>> {
    const all = new Map<string, Record<string, unknown>>();
    const settings = this.#settingsKey();
    for (const file of files) {
      const like = this.#likenessOf(file, settings);
      const known = this.#known?.inspections.get(file.path);
      const isKnown = known !== undefined && like !== null && known[0] === like;
      if (isKnown) this.reused.inspections++;
      const told = isKnown ? (deserialize(known[1]) as Record<string, unknown>) : inspect(file);
      all.set(file.path, told);
      if (this.keeps && like !== null)
        this.#inspections.set(file.path, isKnown ? known : [like, serialize(told)]);
    }
    return all;
  }

  /** A result that depends only on a file's content, path and language. */
  recall(about: string, file: IndexedFile): unknown {
    const name = `${about} ${file.path}`;
    const known = this.#known?.remembered.get(name);
    if (known === undefined || known[0] !== this.#contentOf(file)) return undefined;
    this.#remembered.set(name, known);
    return deserialize(known[1]);
  }

  keep(about: string, file: IndexedFile, told: unknown): void {
    const like = this.#contentOf(file);
    if (this.keeps && like !== null) this.#remembered.set(`${about} ${file.path}`, [like, serialize(told)]);
  }

  #contentOf({ path, language, isTest }: IndexedFile): string | null {
    const key = this.keyOf(path);
    return key && JSON.stringify([key, language, isTest]);
  }

  /** An inspection depends only on a file's text, its facts and the settings of the application. */
  #likenessOf(file: IndexedFile, settings: string): string | null {
    const key = this.keyOf(file.path);
    if (key === null) return null;
    // All other facts follow from its content.
    const { language, status, reason, isTest, imports, exports } = file;
    const resolved = imports.map((one) => [one.resolved, one.package]);
    const used = exports.map(({ isUsed }) => isUsed);
    return JSON.stringify([settings, key, language, status, reason, isTest, resolved, used]);
  }

  #settingsKey(): string {
    const hash = createHash('sha256');
    for (const [path, key] of this.#keys)
      if (isConfigurationPath(path)) hash.update(JSON.stringify([path, key]));
    return hash.digest('base64');
  }

  /** What the next analysis may reuse; null if it is too large, or nothing was to be kept. */
  pack(): Uint8Array | null {
    if (!this.keeps) return null;
    const memo: Memo = {
      version: this.#version,
      files: this.#files,
      flows: this.#flows,
      inspections: this.#inspections,
      remembered: this.#remembered,
      places: this.places.toKeep(),
    };
    const bytes = serialize(memo);
    return bytes.length > MAX_BYTES ? null : zstdCompressSync(bytes, fastest);
  }
}

const fastest = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Tokens are most of a file's data, and are read again for files that contain a copy of another. */
function withoutTokens({ copies, ...scanned }: ScannedFile): ScannedFile {
  return { ...scanned, copies: copies && { ...copies, tokens: null } };
}

/** Undefined if it is from another scanner or other settings, or unreadable. */
function unpack(bytes: Uint8Array, version: string): Memo | undefined {
  try {
    const memo = deserialize(zstdDecompressSync(bytes, { maxOutputLength: MAX_BYTES + 1_048_576 })) as Memo;
    return memo.version === version ? memo : undefined;
  } catch {
    return undefined;
  }
}

/** What was left out because of a busy machine or our own fault may work next time. */
function followsFromContent({ file, fault }: ScannedFile): boolean {
  return fault === null && !/^(?:time_budget|time_limit|unreadable|engine_fault)$/.test(file.reason ?? '');
}
