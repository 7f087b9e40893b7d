import type { Thrown } from './thread-failure.ts';

/** Every kind of work that a thread does: what it is given, and what it gives back. */
export type TaskTable<Tasks> = { [Name in keyof Tasks]: { input: unknown; output: unknown } };

export interface ThreadRequest {
  id: number;
  name: PropertyKey;
  input: unknown;
}

export type ThreadReply = { id: number; output: unknown } | { id: number; message: string; thrown: Thrown };
