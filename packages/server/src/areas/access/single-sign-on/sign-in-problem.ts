/**
 * Why single sign-on did not let somebody in. The sign-in page has the words for people:
 * - `ended`: it took too long, or began in another browser.
 * - `unreachable`: the provider does not answer, or is not what the settings say.
 * - `refused`: the provider said no, or what it said does not hold.
 * - `unverified`: the provider does not say that the address is the person's.
 * - `not_invited`: nobody let the person in.
 */
export type SignInProblemCode = 'ended' | 'unreachable' | 'refused' | 'unverified' | 'not_invited';

export class SignInProblem extends Error {
  readonly code: SignInProblemCode;

  constructor(code: SignInProblemCode, cause?: unknown) {
    super(`single sign-on: ${code}`, { cause });
    this.name = 'SignInProblem';
    this.code = code;
  }
}
