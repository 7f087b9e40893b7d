import { facts, namesOf } from '../../../engine/catalog/index.ts';
import { isEventPattern, matchesPattern } from '../../../engine/spine/index.ts';
import { AppError, invalidField } from '../../../kit/errors/index.ts';

/** Throws `invalid_request` for an entry of `event_types` that is neither a type nor a pattern. */
export function checkChoosable(types: readonly string[]): void {
  for (const [i, type] of types.entries()) {
    if (isEventPattern(type)) continue;
    const field = `event_types.${i}`;
    const message = `\`${field}\` must be an event type such as \`order.paid\`, or a pattern such as \`order.*\`.`;
    throw invalidField(field, message);
  }
}

/**
 * Throws `forbidden` when the holder of a portal link selects events outside their choice, or removes ones
 * set for them. `had` is the subscription's current selection, `choosable` what the link lets them choose
 * from.
 */
export function checkChoice(
  asked: readonly string[],
  { had, choosable }: { had: readonly string[]; choosable: readonly string[] },
): void {
  const isTheirs = (type: string) => choosable.some((one) => covers(one, type));
  const fixed = had.filter((type) => !isTheirs(type));
  const foreign = asked.findIndex((type) => !isTheirs(type) && !fixed.includes(type));
  if (foreign >= 0) {
    throw new AppError('forbidden', {
      message: `\`${asked[foreign]}\` is none of the types that this portal link lets choose: ${choosable.join(', ')}.`,
      field: `events.${foreign}`,
    });
  }
  const missing = fixed.find((type) => !asked.includes(type));
  if (missing === undefined) return;
  throw new AppError('forbidden', {
    message: `\`${missing}\` was set by whoever gave you the link. Leave it among the events.`,
    field: 'events',
  });
}

/**
 * Whether `choosable` includes everything that `asked` matches. A `*` in `asked` is covered only by a `*`.
 */
function covers(choosable: string, asked: string): boolean {
  if (choosable === asked) return true;
  if (!matchesPattern(choosable, asked)) return false;
  // A pattern for everything excludes the service's own notices, which concern other receivers: those must be
  // selected by name.
  return !choosable.startsWith('*') || !notices.some((name) => matchesPattern(asked, name));
}

const notices = facts.filter(({ platform }) => platform === 'system').flatMap(namesOf);
