import { AppError, invalidField } from '../../../kit/errors/index.ts';
import type { AddressPolicy } from '../../../kit/net/index.ts';
import { factByName } from '../../catalog/index.ts';
import { isEventPattern, isExactPattern, spineErrors } from '../../spine/index.ts';
import { compileContentFilter } from '../content-filter.ts';
import type { SubscriptionPlatform } from './subscription-record.ts';

/** The names that the caller's API uses for the fields checked here. */
export interface FieldNames {
  url: string;
  patterns: string;
  onFailure: string;
}

export const eventsFieldNames: FieldNames = {
  url: 'webhookUrl',
  patterns: 'eventTypes',
  onFailure: 'onFailure',
};
export const webhooksFieldNames: FieldNames = { url: 'url', patterns: 'events', onFailure: 'on_failure' };

/**
 * Rejects a URL that no delivery may go to. A name that does not resolve right now is accepted: every
 * connection is checked again.
 */
export async function checkUrl(policy: AddressPolicy, url: string, field: string): Promise<void> {
  const verdict = policy.checkUrl(url);
  if (!verdict.ok) throw invalidField(field, verdict.message);
  const { hostname, port } = verdict.target;
  const resolved = await policy.resolveAndCheck(hostname, port);
  if (!resolved.ok) throw invalidField(field, resolved.message);
}

/** The patterns without duplicates. Rejects any that are not in dot notation. */
export function checkPatterns(patterns: readonly string[], field: string): string[] {
  patterns.forEach((pattern, i) => {
    if (isEventPattern(pattern)) return;
    throw new AppError(spineErrors.invalid_event_type, {
      message: `\`${field}.${i}\` must be an event type such as \`contract.created\`, or a pattern such as \`contract.*\` or \`*\`.`,
      field: `${field}.${i}`,
    });
  });
  return [...new Set(patterns)];
}

/** Rejects an exact name of another platform: the subscription would never receive it. */
export function checkPlatform(
  platform: SubscriptionPlatform | null,
  patterns: readonly string[],
  field: string,
): void {
  if (platform === null) return;
  patterns.forEach((pattern, i) => {
    const owner = isExactPattern(pattern) ? factByName(pattern)?.platform : undefined;
    if (owner === undefined || owner === 'system' || owner === platform) return;
    throw invalidField(
      `${field}.${i}`,
      `\`${pattern}\` is an event of the platform \`${owner}\`, not of \`${platform}\`. Remove it, or leave \`platform\` out.`,
    );
  });
}

export function checkFilter(filter: object): void {
  try {
    compileContentFilter(filter);
  } catch (error) {
    throw invalidField('filter', `\`filter\` ${(error as Error).message}.`);
  }
}
