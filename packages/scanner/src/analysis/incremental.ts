import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { gunzipSync, gzipSync } from 'node:zlib';
import { isConfigurationPath } from '../read/files/configuration-path.ts';
import type { FileLimits } from '../read/files/index-file.ts';
import type { FileEntry } from '../types/file-entry.ts';
import type { IndexedFile } from '../types/file-facts.ts';
import { contentKey } from './content-key.ts';
import type { FlowPartResult } from './flow-part.ts';
import type { FlowTrace } from './flow-trace.ts';
import type { ScannedFile } from './scan-file.ts';
import { scannerDigest } from './scanner-digest.ts';
import { tokensOf } from './tokens-of.ts';
import { engineVersion, rulesVersion } from './versions.ts';

/** A larger one is not kept: then the next analysis begins from nothing. */
const LARGEST_BYTES = 128 * 1_048_576;

interface KnownFile {
  key: string;
  scanned: ScannedFile;
  hasTokens: boolean;
}

/** What a part of the flow work gave, and what of the application it rests on. */
export interface KnownFlow {
  candidates: readonly string[];
  /** What each file that was read was like. */
  read: Map<string, string>;
  trace: FlowTrace;
  result: FlowPartResult;
}

/** What agents told of a file, and what the file was like. */
type KnownInspection = readonly [like: string, told: Record<string, unknown>];

interface Memo {
  version: string;
  files: Uint8Array;
  flows: Uint8Array;
  inspections: Uint8Array;
}

interface IncrementalOptions {
  limits: FileLimits;
  /** All else that decides what is found. */
  settings: readonly unknown[];
  keeps: boolean;
}

/** How much was taken from an earlier analysis. */
export interface Reused {
  files: number;
  flowParts: number;
  inspections: number;
}

/**
 * One analysis that takes over what an earlier one of a like application found, and leaves the same for the next. It takes
 * over only what follows from files that are the same byte for byte, and is dropped whole where the scanner is another one.
 */
export class Incremental {
  readonly reused: Reused = { files: 0, flowParts: 0, inspections: 0 };
  readonly #version: string;
  readonly #known: Memo | undefined;
  #keys = new Map<string, string | null>();
  /** Packed as soon as they are known: what comes after changes some of them. */
  #files: Uint8Array = serialize(new Map());
  #flows: Uint8Array = serialize([]);
  #inspections: Uint8Array = serialize(new Map());

  /** Whether something is left for the next analysis. */
  readonly keeps: boolean;

  constructor(earlier: Uint8Array | undefined, { limits, settings, keeps }: IncrementalOptions) {
    this.keeps = keeps;
    this.#version = JSON.stringify([engineVersion, rulesVersion, scannerDigest(), limits, settings]);
    this.#known = earlier === undefined ? undefined : unpack(earlier, this.#version);
  }

  /** Whether there is anything to take over. */
  get isBegun(): boolean {
    return this.#known !== undefined;
  }

  /** What was scanned before of these files, by their places. */
  knownScans(entries: readonly FileEntry[]): (ScannedFile | undefined)[] {
    this.#keys = new Map(entries.map((entry) => [entry.path, contentKey(entry)]));
    if (this.#known === undefined) return entries.map(() => undefined);
    const files = deserialize(this.#known.files) as Map<string, KnownFile>;
    return entries.map((entry) => {
      const file = files.get(entry.path);
      if (file === undefined || file.key !== this.#keys.get(entry.path)) return undefined;
      this.reused.files++;
      return { ...file.scanned, tokens: file.hasTokens ? tokensOf(entry, file.scanned.file) : null };
    });
  }

  keepScans(scanned: readonly ScannedFile[]): void {
    if (!this.keeps) return;
    const files = new Map<string, KnownFile>();
    for (const one of scanned) {
      const key = this.#keys.get(one.file.path);
      if (key == null || !followsFromContent(one)) continue;
      files.set(one.file.path, { key, scanned: { ...one, tokens: null }, hasTokens: one.tokens !== null });
    }
    this.#files = serialize(files);
  }

  /** Parts of the flow work before. */
  knownFlows(): KnownFlow[] {
    return this.#known === undefined ? [] : deserialize(this.#known.flows);
  }

  keepFlows(flows: readonly KnownFlow[]): void {
    this.#flows = serialize(flows);
  }

  /** What a file is like for what follows data through it. */
  keyOf(path: string): string | null {
    return this.#keys.get(path) ?? null;
  }

  /** What agents tell of each file: as before, where nothing of it changed, else as `inspect` says. */
  inspectAll(
    files: readonly IndexedFile[],
    inspect: (file: IndexedFile) => Record<string, unknown>,
  ): Map<string, Record<string, unknown>> {
    const before: Map<string, KnownInspection> =
      this.#known === undefined ? new Map() : deserialize(this.#known.inspections);
    const inspections = new Map<string, KnownInspection>();
    const settings = this.#settingsKey();
    for (const file of files) {
      const like = this.#likenessOf(file, settings);
      const known = before.get(file.path);
      const isKnown = known !== undefined && like !== null && known[0] === like;
      if (isKnown) this.reused.inspections++;
      inspections.set(file.path, isKnown ? known : [like ?? '', inspect(file)]);
    }
    if (this.keeps) this.#inspections = serialize(inspections);
    return new Map([...inspections].map(([path, [, told]]) => [path, told]));
  }

  /** An inspection tells of a file by itself, as its text, its facts and the settings of the application are. */
  #likenessOf(file: IndexedFile, settings: string): string | null {
    const key = this.keyOf(file.path);
    if (key === null) return null;
    return createHash('sha256').update(`${settings}${key}`).update(JSON.stringify(file)).digest('base64');
  }

  #settingsKey(): string {
    const hash = createHash('sha256');
    for (const [path, key] of this.#keys)
      if (isConfigurationPath(path)) hash.update(JSON.stringify([path, key]));
    return hash.digest('base64');
  }

  /** What the next analysis may take over; null where it is too much to keep, or nothing was to be kept. */
  pack(): Uint8Array | null {
    if (!this.keeps) return null;
    const memo: Memo = {
      version: this.#version,
      files: this.#files,
      flows: this.#flows,
      inspections: this.#inspections,
    };
    const length = this.#files.length + this.#flows.length + this.#inspections.length;
    return length > LARGEST_BYTES ? null : gzipSync(serialize(memo), { level: 1 });
  }
}

/** Nothing where it is of another scanner, of other settings, or cannot be read. */
function unpack(bytes: Uint8Array, version: string): Memo | undefined {
  try {
    const memo = deserialize(gunzipSync(bytes, { maxOutputLength: LARGEST_BYTES + 1_048_576 })) as Memo;
    return memo.version === version ? memo : undefined;
  } catch {
    return undefined;
  }
}

/** What a busy machine or a fault of ours left out may be there the next time. */
function followsFromContent({ file, fault }: ScannedFile): boolean {
  return fault === null && !/^(?:time_budget|time_limit|unreadable|engine_fault)$/.test(file.reason ?? '');
}
