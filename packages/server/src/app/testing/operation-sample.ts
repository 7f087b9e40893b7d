import type { Answer } from './documented-answers.ts';

/** Asks operations of the service for one organization. */
export interface Client {
  /** Asks, whatever the answer. `id` stands for the parameters of the path, see `everyParameter`. */
  ask(operationId: string, asked?: ClientRequest): Promise<Answer>;
  /** Asks, and expects it to be done. */
  run(operationId: string, asked?: ClientRequest): Promise<Answer>;
  /** Reads until the answer's body is as wanted. */
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

/** What the schema of an operation cannot tell of a request that does something. */
export interface OperationSample {
  /** A body that is done; another one at each call where it may be done only once. */
  body?(): Record<string, unknown>;
  /** Makes what the operation can be done to, once; returns the id that its path takes, or several, as `a/b`. */
  prepare?(client: Client): Promise<string>;
}
