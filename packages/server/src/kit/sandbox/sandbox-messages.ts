import type { Thrown } from '../threads/index.ts';
import type { FailureOfSandbox } from './sandbox-failure.ts';

export type Single = string | number | boolean | null | undefined | Uint8Array;

/**
 * What can be passed to the sandbox and back: strings, bytes and scalars, and flat lists and records of them.
 * Trees must be passed as JSON text: structured-cloning one would block the serving thread for as long as its
 * author likes.
 */
export type Crossing = Single | readonly Single[] | { readonly [field: string]: Single | readonly Single[] };

/** All kinds of work of an entry, with their input and output types. */
export type SandboxTable<Tasks> = { [Name in keyof Tasks]: { input: Crossing; output: Crossing } };

/** What an entry exports as `sandboxHandlers`. */
export type SandboxHandlers<Tasks extends SandboxTable<Tasks>> = {
  readonly [Name in keyof Tasks]: (
    input: Tasks[Name]['input'],
  ) => Tasks[Name]['output'] | Promise<Tasks[Name]['output']>;
};

/** One unit of work. */
export interface Item {
  id: number;
  /** The module's URL. */
  entry: string;
  name: string;
  input: Crossing;
  timeoutMs: number;
  maxOutput: number;
}

export type ItemResult =
  | { id: number; output: Crossing }
  | { id: number; failure: FailureOfSandbox; message: string; thrown?: Thrown };

/** A process's report: finished items, and whether it is ready for more. */
export interface Report {
  results: ItemResult[];
  isFree: boolean;
  /** It holds more memory than an idle process should and had better be replaced. */
  isSpent?: boolean;
  /** URLs of modules that had to be type-stripped. */
  missed?: string[];
}

/** The file descriptor over which a process gets long input. */
export const INPUT_PIPE = 4;

/** How a process is started. Plain values, which are sent as JSON. */
export interface ProcessSettings {
  heapMb: number;
  /** For the whole process, including buffers. */
  residentMb: number;
  /** Paths its files may be read from. */
  readable: string[];
  /** The cache of type-stripped modules. */
  stripped: string | undefined;
}

/** Characters of strings plus bytes: roughly the cost of copying. */
export function sizeOf(value: Crossing): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  if (value instanceof Uint8Array) return value.byteLength;
  let size = 0;
  for (const inner of Array.isArray(value) ? value : Object.values(value)) size += sizeOf(inner as Crossing);
  return size;
}
