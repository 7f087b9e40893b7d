import { AppError } from '../../../kit/errors/index.ts';
import type { ReceiverInput, ReceiverSettings, RetrySetting } from './receiver-settings.ts';
import { parseStatusRange } from './retry-policy.ts';

/** From the event to the last attempt, in seconds. */
const MAX_LADDER = 30 * 86_400;

/**
 * The settings with what the caller wants of them.
 *
 * @throws AppError invalid_request
 */
export function changeReceiver(settings: ReceiverSettings, input: ReceiverInput): ReceiverSettings {
  if (input.retry) checkRetry(input.retry);
  return applyTo(settings, { retry: input.retry });
}

/** Null takes a setting away, and undefined leaves it. */
function applyTo(
  settings: ReceiverSettings,
  given: { [Name in keyof ReceiverSettings]: ReceiverSettings[Name] | null | undefined },
): ReceiverSettings {
  const entries = Object.entries({ ...settings, ...withoutUndefined(given) });
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}

/** What a caller left out is not there. */
export function withoutUndefined(given: object): object {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function checkRetry({ delays, success }: RetrySetting): void {
  const total = delays?.reduce((sum, delay) => sum + delay, 0) ?? 0;
  if (total > MAX_LADDER) {
    refuse('retry.delays', `\`retry.delays\` must come to at most ${MAX_LADDER} seconds (30 days) in all.`);
  }
  success?.forEach((text, i) => {
    const [from, to] = parseStatusRange(text);
    if (from > to) refuse(`retry.success.${i}`, `\`retry.success.${i}\` must begin with its lower status.`);
  });
}

function refuse(field: string, message: string): never {
  throw new AppError('invalid_request', { message, field });
}
