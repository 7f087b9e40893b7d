import { AppError } from '../../kit/errors/index.ts';

/**
 * Counts, per organization, the responses of one kind being sent, which can take as long as their readers
 * like.
 */
export class OpenStreams {
  readonly #kind: string;
  readonly #byOrg = new Map<string, number>();

  /** `kind` names them in the error for too many, such as `streams`. */
  constructor(kind: string) {
    this.#kind = kind;
  }

  /**
   * Counts one more; calling the returned function (any number of times) releases it.
   *
   * @throws AppError rate_limit_exceeded
   */
  take(orgId: string, max: number): () => void {
    const count = this.#byOrg.get(orgId) ?? 0;
    if (count >= max) {
      throw new AppError('rate_limit_exceeded', {
        message: `The organization has ${max} ${this.#kind} open, the most there may be. Close one first.`,
        headers: { 'retry-after': '10' },
        details: { open_streams: count },
      });
    }
    this.#byOrg.set(orgId, count + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      const left = (this.#byOrg.get(orgId) ?? 0) - 1;
      if (left <= 0) this.#byOrg.delete(orgId);
      else this.#byOrg.set(orgId, left);
    };
  }
}
