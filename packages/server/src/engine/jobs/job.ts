/** Passed to a handler besides the payload. */
export interface JobContext {
  /** Starts at 1. */
  attempt: number;
  isLastAttempt: boolean;
  /** Aborted when the service stops: finish soon, or the job is released and run again later. */
  signal: AbortSignal;
}

export interface JobOptions {
  /** Attempts before the job is given up; 5 by default. Delays grow from seconds to minutes. */
  maxAttempts?: number;
}

/** A kind of job by name, with the type of its payload. */
export interface JobKind<Payload extends object> {
  readonly name: string;
  readonly maxAttempts: number;
  /** Type information only. */
  readonly payload?: Payload;
}

/** Why a job will not run again. */
export interface GivenUp {
  /** What its last run threw; undefined when its process died, or it is no longer known. */
  error: unknown;
}

/** A kind together with its handler. */
export interface JobHandler {
  kind: JobKind<object>;
  run(payload: object, context: JobContext): Promise<void>;
  giveUp?: ((payload: object, why: GivenUp) => Promise<void>) | undefined;
}

const NAME = /^[a-z]+\.[a-z_]+$/;

/** Names a kind of job, such as `contracts.run_backup`. Payloads are small JSON: ids, not data. */
export function defineJob<Payload extends object>(
  name: string,
  { maxAttempts = 5 }: JobOptions = {},
): JobKind<Payload> {
  if (!NAME.test(name)) throw new Error(`a job is named area.verb_noun, not ${name}`);
  return { name, maxAttempts };
}

/**
 * Defines the handler of a kind. It may run again after a crash, so it must be idempotent. `giveUp` records
 * that the job will not run again: after its last attempt, however that ended, or after the same error
 * several times in a row. It may be called twice, and for what has ended meanwhile.
 */
export function handleJob<Payload extends object>(
  kind: JobKind<Payload>,
  run: (payload: Payload, context: JobContext) => Promise<void>,
  giveUp?: (payload: Payload, why: GivenUp) => Promise<void>,
): JobHandler {
  return { kind, run: run as JobHandler['run'], giveUp: giveUp as JobHandler['giveUp'] };
}
