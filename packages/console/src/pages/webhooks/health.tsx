import type { Answer } from '../../api/client.ts';
import { onItText } from '../../parts/acknowledged.ts';
import { count, exactTime, plural } from '../../parts/format.tsx';
import { clockTime } from '../../parts/moments.ts';
import { Status } from '../../parts/status.tsx';

export type Subscription = Answer<'getWebhookSubscription'>;

export type Blocked = NonNullable<Subscription['health']['blocked']>;

type Health = Pick<Subscription, 'status' | 'health' | 'disabled_reason'>;

const ailing = new Set(['failing', 'blocked', 'disabled']);

/** Whether deliveries do not reach the receiver. */
export function isAiling({ state }: Subscription['health']): boolean {
  return ailing.has(state);
}

/**
 * A subscription's health in words: `Failing since 09:12, 31 waiting`. A blocked key takes precedence over
 * failures.
 */
export function healthText({ health, disabled_reason }: Health): string {
  const { state, failing_since, pending, dead, blocked, acknowledged } = health;
  const parts: string[] = [];
  if (state === 'failing')
    parts.push(failing_since ? `Failing since ${clockTime(failing_since)}` : 'Failing');
  else if (state === 'blocked') parts.push(blockedText(blocked));
  else if (state === 'disabled') parts.push(disabled_reason ?? 'Disabled');
  else if (state === 'paused') parts.push('Paused');
  else parts.push('Healthy');
  if (pending > 0) parts.push(`${count(pending)} waiting`);
  if (dead > 0) parts.push(plural(dead, 'dead letter'));
  if (acknowledged !== null) parts.push(onItText(acknowledged));
  return parts.join(', ');
}

/** `3 keys blocked since 09:12`; when all events share one order there are no keys to mention. */
function blockedText(blocked: Blocked | null): string {
  if (blocked === null) return 'Blocked';
  const what = blocked.first[0]?.key === '' ? 'Blocked' : `${plural(blocked.keys, 'key')} blocked`;
  return `${what} since ${clockTime(blocked.since)}`;
}

/** The exact time referred to by `healthText`. */
export function sinceText({ health: { state, failing_since, blocked } }: Health): string | undefined {
  const since = state === 'blocked' ? blocked?.since : state === 'failing' ? failing_since : undefined;
  return since ? `Since ${exactTime(since)}` : undefined;
}

export function HealthStatus({ of }: { of: Health }) {
  const { state, dead } = of.health;
  // Dead letters are a problem even once the receiver responds again.
  const tone = state === 'healthy' && dead > 0 ? 'warn' : undefined;
  return <Status state={state} label={healthText(of)} title={sinceText(of)} {...(tone && { tone })} />;
}
