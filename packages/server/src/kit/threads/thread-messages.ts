import type { Thrown } from './thread-failure.ts';

/** All kinds of work of a thread, with their input and output types. */
export type TaskTable<Tasks> = { [Name in keyof Tasks]: { input: unknown; output: unknown } };

export interface ThreadTask {
  id: number;
  name: PropertyKey;
  input: unknown;
}

/** The owner's reply to a task's question: an answer, or what was thrown instead. */
export type ThreadAnswer = { id: number; asked: number } & (
  | { answer: unknown }
  | { message: string; thrown: Thrown }
);

export type ThreadRequest = ThreadTask | ThreadAnswer;

/** A question that a running task asks the owner. */
export interface ThreadQuestion {
  id: number;
  asks: number;
  question: unknown;
}

export type ThreadResult = { id: number; output: unknown } | { id: number; message: string; thrown: Thrown };

export type ThreadReply = ThreadResult | ThreadQuestion;
