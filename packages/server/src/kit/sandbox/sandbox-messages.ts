import type { Thrown } from '../threads/index.ts';
import type { FailureOfSandbox } from './sandbox-failure.ts';

type Single = string | number | boolean | null | undefined | Uint8Array;

/**
 * What crosses to the sandbox and back: texts, bytes and single values, and flat lists and records of these. Whoever has
 * a tree hands it over as JSON text: to copy it would take the serving thread as long as its owner likes.
 */
export type Crossing = Single | readonly Single[] | { readonly [field: string]: Single | readonly Single[] };

/** Every kind of work of an entry: what it is given, and what it gives back. */
export type SandboxTable<Tasks> = { [Name in keyof Tasks]: { input: Crossing; output: Crossing } };

/** What an entry exports as `sandboxHandlers`. */
export type SandboxHandlers<Tasks extends SandboxTable<Tasks>> = {
  readonly [Name in keyof Tasks]: (
    input: Tasks[Name]['input'],
  ) => Tasks[Name]['output'] | Promise<Tasks[Name]['output']>;
};

/** One piece of work. */
export interface Item {
  id: number;
  /** The address of the module. */
  entry: string;
  name: string;
  input: Crossing;
  timeoutMs: number;
  maxOutput: number;
}

export type ItemResult =
  | { id: number; output: Crossing }
  | { id: number; failure: FailureOfSandbox; message: string; thrown?: Thrown };

/** What a process tells: of items that have ended, and whether it is free for the next ones. */
export interface Report {
  results: ItemResult[];
  isFree: boolean;
  /** It holds more memory than a process at rest should; a new one is better. */
  isSpent?: boolean;
  /** Addresses of modules that had to be stripped of their types. */
  missed?: string[];
}

/** What a process is opened with. Plain values, which cross as JSON. */
export interface ProcessSettings {
  heapMb: number;
  /** Of the whole process, with buffers and all. */
  residentMb: number;
  /** What its files may be read from. */
  readable: string[];
  /** Where modules are kept without their types. */
  stripped: string | undefined;
}

/** Characters of texts and bytes, roughly what it takes to copy. */
export function sizeOf(value: Crossing): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  if (value instanceof Uint8Array) return value.byteLength;
  let size = 0;
  for (const inner of Array.isArray(value) ? value : Object.values(value)) size += sizeOf(inner as Crossing);
  return size;
}
