import type { Operations } from '../../../../sdk/src/index.ts';

type Acknowledged = Operations['acknowledgeWebhookSubscription']['response'];

/** Who has seen a problem and who works on it: `Ana, Ben is on it: the host moves`. */
export function formatAcknowledgement({ by, assignee, note }: Acknowledged): string {
  const nameOf = ({ id, name }: Acknowledged['by']) => name ?? id;
  const who = assignee === null ? nameOf(by) : `${nameOf(by)}, ${nameOf(assignee)} is on it`;
  return note === null ? who : `${who}: ${note}`;
}
