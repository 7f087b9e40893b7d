import type { Answer } from '../api/client.ts';

export type Acknowledged = Answer<'acknowledgeWebhookSubscription'>;

export const nameOf = ({ id, name }: Acknowledged['by']) => name ?? id;

/** Who is on it, in a few words for a list: `Ben is on it`. */
export function onItText({ by, assignee }: Acknowledged): string {
  return assignee === null ? `${nameOf(by)} has seen it` : `${nameOf(assignee)} is on it`;
}
