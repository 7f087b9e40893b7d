import { configurationEvents } from '../../../engine/catalog/index.ts';
import { PORTAL_CHANGE } from '../../../kit/http/index.ts';
import { formatId, newUuid } from '../../../kit/ids.ts';
import { insertKey, type PortalGrant } from '../api-keys/api-key.repository.ts';
import { changeKeys, type KeyManager, type KeyService } from '../api-keys/key-service.ts';
import { hashToken, hintOf, makeToken } from '../api-keys/key-token.ts';
import { checkMayIssue } from '../api-keys/may-issue.ts';
import { removeEndedPortalKeys, revokePortalKeysOf } from './portal-key.repository.ts';

export interface PortalKeyRequest {
  manager: NonNullable<KeyManager>;
  /** UUID of the only webhook subscription the key can access. */
  subscriptionId: string;
  expiresAt: Date;
  /** Whether the holder may change the subscription's URL and secret. */
  mayChange: boolean;
  grant: PortalGrant;
}

/** What portal link holders may do, on the routes open to them. */
const PORTAL_SCOPES = ['webhooks:read', 'webhooks:write'];

/**
 * Creates the key of a portal link; returns its token, which is shown only once. Throws `forbidden` for what
 * the manager may not grant.
 */
export async function createPortalKey(
  service: KeyService,
  { manager, subscriptionId, expiresAt, mayChange, grant }: PortalKeyRequest,
): Promise<string> {
  const { orgId, environment } = manager;
  const createdAt = new Date(service.clock.now());
  const token = makeToken();
  await changeKeys(service, async (tx) => {
    await checkMayIssue(tx, manager, { scopes: PORTAL_SCOPES, environment, expiresAt });
    await removeEndedPortalKeys(tx, orgId, createdAt);
    const key = {
      id: newUuid(),
      orgId,
      environment,
      subscriptionId,
      createdAt,
      expiresAt,
      name: 'portal link',
      origin: 'portal' as const,
      portal: grant,
      scopes: mayChange ? [...PORTAL_SCOPES, PORTAL_CHANGE] : PORTAL_SCOPES,
    };
    await insertKey(tx, key, { keyHash: hashToken(token), hint: hintOf(token), createdAt });
    return { value: undefined, events: linkEvents(orgId, subscriptionId, 'created') };
  });
  return token;
}

/** Revokes every portal link of a subscription, at once, on every node. */
export async function revokePortalKeys(
  service: KeyService,
  orgId: string,
  subscriptionId: string,
): Promise<void> {
  const now = new Date(service.clock.now());
  const ids = await changeKeys(service, async (tx) => {
    const value = await revokePortalKeysOf(tx, orgId, subscriptionId, now);
    return { value, events: value.length > 0 ? linkEvents(orgId, subscriptionId, 'revoked') : [] };
  });
  for (const id of ids) service.onKeyChanged?.(id);
}

/** Links have no public id: they belong to their subscription. */
function linkEvents(orgId: string, subscriptionId: string, action: 'created' | 'revoked') {
  const partOf = formatId('whs', subscriptionId);
  return configurationEvents({ orgId, thing: 'portal_link', partOf, action });
}
