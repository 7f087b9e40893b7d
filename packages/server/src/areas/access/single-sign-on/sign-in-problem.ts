/**
 * Why single sign-on failed. The sign-in page has the wording for people:
 * - `ended`: it took too long, or was started in another browser.
 * - `unreachable`: the provider does not respond, or does not match the settings.
 * - `refused`: the provider refused, or its answer does not verify.
 * - `unverified`: the provider does not confirm that the address is the person's.
 * - `not_invited`: the person has not been invited.
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
