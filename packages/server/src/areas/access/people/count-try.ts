import { momentToDecide } from '../../../kit/clock.ts';
import { AppError } from '../../../kit/errors/index.ts';
import type { KeyService } from '../api-keys/key-service.ts';
import { countTry } from './sign-in-try.repository.ts';

const MAX_TRIES = 10;
const WINDOW_MS = 15 * 60_000;

/**
 * Counts a password attempt before checking it, so that concurrent attempts count too. Throws
 * `rate_limit_exceeded` from the eleventh within 15 minutes, also for addresses nobody has.
 */
export async function countPasswordTry({ db, clock }: KeyService, email: string): Promise<void> {
  const window = { at: momentToDecide(clock), windowMs: WINDOW_MS };
  const { tries, endsInMs } = await countTry(db, email, window);
  if (tries <= MAX_TRIES) return;
  const seconds = Math.max(Math.ceil(endsInMs / 1_000), 1);
  throw new AppError('rate_limit_exceeded', {
    message: `Too many tries with this address. Try again in ${seconds} seconds, or ask an owner for a new link.`,
    headers: { 'retry-after': String(seconds) },
    details: { limit: 'sign_in' },
  });
}
