import type { Answer } from './documented-answers.ts';

/** Calls operations of the service for one organization. */
export interface Client {
  /** Calls an operation, whatever the answer. `id` fills the parameters of the path, see `everyParameter`. */
  ask(operationId: string, asked?: ClientRequest): Promise<Answer>;
  /** Calls an operation and expects success. */
  run(operationId: string, asked?: ClientRequest): Promise<Answer>;
  /** Repeats a read until the body of the answer is as wanted. */
  until(
    operationId: string,
    id: string,
    isWanted: (body: Record<string, unknown>) => boolean,
  ): Promise<Answer>;
}

export interface ClientRequest {
  id?: string;
  body?: object;
  /** With the question mark. */
  query?: string;
}

/** What a working request needs in addition to the operation's schema. */
export interface OperationSample {
  /** A body that works; different at each call if it works only once. */
  body?(): Record<string, unknown>;
  /** Makes the thing that the operation works on. Returns the id for its path, or several, as `a/b`. */
  prepare?(client: Client): Promise<string>;
}
