import { type AccessArea, openAccess } from '../../areas/access/index.ts';
import type { AreaBase } from '../area-base.ts';

export function wireAccess({ db, clock, authenticator, rateLimiter, spine }: AreaBase): AccessArea {
  return openAccess({
    db,
    clock,
    onKeyChanged: (keyId) => authenticator.forget(keyId),
    limits: rateLimiter,
    readSubscriptionUse: (orgId) => spine.subscriptions.use(orgId),
  });
}
