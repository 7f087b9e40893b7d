/** What a handler is told beside the payload. */
export interface JobContext {
  /** Counts from 1. */
  attempt: number;
  isLastAttempt: boolean;
  /** Aborted when the service stops: end soon, or the job is given back and run again later. */
  signal: AbortSignal;
}

export interface JobOptions {
  /** Runs before the job is given up; 5 unless told. They are seconds apart at first, then minutes. */
  maxAttempts?: number;
}

/** A kind of job by name; the type of its payload goes with it. */
export interface JobKind<Payload extends object> {
  readonly name: string;
  readonly maxAttempts: number;
  /** Only for the compiler. */
  readonly payload?: Payload;
}

/** Why a job is not run again. */
export interface GivenUp {
  /** What its last run threw; undefined when that ended with its process, or is not known any more. */
  error: unknown;
}

/** A kind together with what runs it. */
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
 * What runs jobs of the kind. It may run again after a crash, so it must come to the same both times. `giveUp` writes down
 * that it will not be run again: after its last attempt, whatever ended that, or after the same error again and again. It may
 * be called twice, and for what has ended meanwhile.
 */
export function handleJob<Payload extends object>(
  kind: JobKind<Payload>,
  run: (payload: Payload, context: JobContext) => Promise<void>,
  giveUp?: (payload: Payload, why: GivenUp) => Promise<void>,
): JobHandler {
  return { kind, run: run as JobHandler['run'], giveUp: giveUp as JobHandler['giveUp'] };
}
