import { type AccessArea, openAccess } from '../../areas/access/index.ts';
import type { AreaBase } from '../area-base.ts';

export function wireAccess(base: AreaBase): AccessArea {
  const { settings, db, clock, authenticator, rateLimiter, spine, address, mail } = base;
  return openAccess({
    db,
    clock,
    onKeyChanged: (keyId) => authenticator.forget(keyId),
    limits: rateLimiter,
    readSubscriptionUse: (orgId) => spine.subscriptions.use(orgId),
    unitOfWork: spine.unitOfWork,
    address: () => address.urlOrHost,
    mail: { mailer: mail.mailer, from: `trivium@${settings.MAIL_DOMAIN}` },
  });
}
