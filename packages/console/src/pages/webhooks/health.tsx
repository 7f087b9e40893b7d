import type { Answer } from '../../api/client.ts';
import { onItText } from '../../parts/acknowledged.ts';
import { clockTime, count, exactTime, plural } from '../../parts/format.tsx';
import { Status } from '../../parts/status.tsx';

export type Subscription = Answer<'getWebhookSubscription'>;

export type Blocked = NonNullable<Subscription['health']['blocked']>;

type Health = Pick<Subscription, 'status' | 'health' | 'disabled_reason'>;

const ailing = new Set(['failing', 'blocked', 'disabled']);

/** Whether what it asks for does not reach its receiver. */
export function isAiling({ state }: Subscription['health']): boolean {
  return ailing.has(state);
}

/** How a subscription does, in words: `Failing since 09:12, 31 waiting`. A key that waits is told before a failure. */
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

/** `3 keys blocked since 09:12`; where all events share one order there is no key to speak of. */
function blockedText(blocked: Blocked | null): string {
  if (blocked === null) return 'Blocked';
  const what = blocked.first[0]?.key === '' ? 'Blocked' : `${plural(blocked.keys, 'key')} blocked`;
  return `${what} since ${clockTime(blocked.since)}`;
}

/** The exact moment of what `healthText` tells. */
export function sinceText({ health: { state, failing_since, blocked } }: Health): string | undefined {
  const since = state === 'blocked' ? blocked?.since : state === 'failing' ? failing_since : undefined;
  return since ? `Since ${exactTime(since)}` : undefined;
}

export function HealthStatus({ of }: { of: Health }) {
  const { state, dead } = of.health;
  // What was given up is not well, even while the receiver answers again.
  const tone = state === 'healthy' && dead > 0 ? 'warn' : undefined;
  return <Status state={state} label={healthText(of)} title={sinceText(of)} {...(tone && { tone })} />;
}
