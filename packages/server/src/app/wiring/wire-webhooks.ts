import type { AccessArea } from '../../areas/access/index.ts';
import { openWebhooks } from '../../areas/webhooks/index.ts';
import type { Acknowledgements } from '../../engine/acknowledgements/index.ts';
import type { Area } from '../../engine/area.ts';
import type { AreaBase } from '../area-base.ts';

export function wireWebhooks(
  { clock, spine, address }: AreaBase,
  access: AccessArea,
  acknowledgements: Acknowledgements,
): Area {
  const { subscriptions, operations } = spine;
  return openWebhooks({
    ...operations,
    subscriptions,
    acknowledgements,
    clock,
    issueKey: access.createPortalKey,
    findGrant: access.findPortalGrant,
    revokeKeys: access.revokePortalKeys,
    address: () => address.urlOrHost,
  });
}
