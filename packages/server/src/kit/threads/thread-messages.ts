import type { Thrown } from './thread-failure.ts';

/** Every kind of work that a thread does: what it is given, and what it gives back. */
export type TaskTable<Tasks> = { [Name in keyof Tasks]: { input: unknown; output: unknown } };

export interface ThreadTask {
  id: number;
  name: PropertyKey;
  input: unknown;
}

/** What the owner says to what a task asked: an answer, or what was thrown instead. */
export type ThreadAnswer = { id: number; asked: number } & (
  | { answer: unknown }
  | { message: string; thrown: Thrown }
);

export type ThreadRequest = ThreadTask | ThreadAnswer;

/** A task asks something of the owner while it works. */
export interface ThreadQuestion {
  id: number;
  asks: number;
  question: unknown;
}

export type ThreadResult = { id: number; output: unknown } | { id: number; message: string; thrown: Thrown };

export type ThreadReply = ThreadResult | ThreadQuestion;
