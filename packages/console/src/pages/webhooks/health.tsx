import type { Answer } from '../../api/client.ts';
import { clockTime, count } from '../../parts/format.tsx';
import { Status } from '../../parts/status.tsx';

export type Subscription = Answer<'getWebhookSubscription'>;

type Health = Pick<Subscription, 'status' | 'health' | 'disabled_reason'>;

/** How a subscription does, in words: `Failing since 09:12, 31 waiting`. */
export function healthText({ health, disabled_reason }: Health): string {
  const { state, failing_since, pending, dead } = health;
  const parts: string[] = [];
  if (state === 'failing')
    parts.push(failing_since ? `Failing since ${clockTime(failing_since)}` : 'Failing');
  else if (state === 'disabled') parts.push(disabled_reason ?? 'Disabled');
  else if (state === 'paused') parts.push('Paused');
  else parts.push('Healthy');
  if (pending > 0) parts.push(`${count(pending)} waiting`);
  if (dead > 0) parts.push(`${count(dead)} dead`);
  return parts.join(', ');
}

export function HealthStatus({ of }: { of: Health }) {
  const { state, dead } = of.health;
  // What was given up is not well, even while the receiver answers again.
  const tone = state === 'healthy' && dead > 0 ? 'warn' : undefined;
  return <Status state={state} label={healthText(of)} {...(tone && { tone })} />;
}
