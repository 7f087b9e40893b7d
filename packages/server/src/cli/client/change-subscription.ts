import { CommandError } from './command-error.ts';
import { type ClientOptions, connect } from './connect.ts';
import { formatAcknowledgement } from './format-acknowledgement.ts';
import { formatTimeWithAge } from './format-time.ts';
import { cleanLine, print, styled } from './print.ts';
import { ask } from './prompt.ts';

/** Prints one subscription with its health, and why it fails if it does. */
export async function getSubscription(subId: string, options: ClientOptions): Promise<void> {
  const found = await connect(options).api.getWebhookSubscription({ params: { subId } });
  const { name, url, events, status, health, created_at: made, disabled_reason: why } = found;
  const { state, pending, dead, failing_since: since, last_error: error } = health;
  const facts = [
    ['id', found.subscription_id],
    ['name', name],
    ['receiver', url],
    ['events', events.join(', ')],
    ['status', why === null ? status : `${status}: ${why}`],
    ['health', since === null ? state : `${state} since ${formatTimeWithAge(since)}`],
    ['error', state === 'healthy' ? null : error],
    ['seen', health.acknowledged == null ? null : cleanLine(formatAcknowledgement(health.acknowledged))],
    ['waiting', String(pending)],
    ['dead', String(dead)],
    ['made', formatTimeWithAge(made)],
  ] as const;
  const lines = facts.flatMap(([fact, value]) =>
    value === null ? [] : [`${styled('bold', fact.padEnd(9))} ${value}`],
  );
  await print(options, found, lines.join('\n'));
}

/** Pauses deliveries, which are kept meanwhile, or resumes them. */
export async function setSending(
  subId: string,
  change: 'pause' | 'resume',
  options: ClientOptions,
): Promise<void> {
  const { api } = connect(options);
  const ask = change === 'pause' ? api.pauseWebhookSubscription : api.resumeWebhookSubscription;
  const changed = await ask({ params: { subId } });
  const name = changed.name ?? subId;
  const told =
    change === 'pause' ? 'Matching events are kept until you resume it.' : 'Kept events are sent now.';
  await print(options, changed, `${name} is ${changed.status} now. ${told}`);
}

/** Deletes a subscription for good, after a confirmation. */
export async function deleteSubscription(
  subId: string,
  options: ClientOptions & { yes?: boolean },
): Promise<void> {
  const { api } = connect(options);
  const params = { subId };
  if (!options.yes) {
    if (!process.stdin.isTTY)
      throw new CommandError('Deleting cannot be undone. Pass --yes if this is not a terminal.');
    const { name, url } = await api.getWebhookSubscription({ params });
    const typed = await ask(`Delete ${name ?? url} with what waits for it? Type yes`, undefined);
    if (typed.toLowerCase() !== 'yes') throw new CommandError('Nothing was deleted.');
  }
  await api.deleteWebhookSubscription({ params });
  await print(options, { subscription_id: subId, deleted: true }, `${subId} is deleted.`);
}
