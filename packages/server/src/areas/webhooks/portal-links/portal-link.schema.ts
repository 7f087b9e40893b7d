import { Type } from 'typebox';
import { named, strictObject, timestampField } from '../../../kit/http/index.ts';

/** Seconds. */
export const DEFAULT_LIFETIME_SECONDS = 3_600;

export const createPortalLinkBody = strictObject({
  expires_in_seconds: Type.Optional(
    Type.Integer({
      minimum: 60,
      maximum: 86_400,
      default: DEFAULT_LIFETIME_SECONDS,
      description: 'How long the link works.',
    }),
  ),
  may_change: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Whether its holder may move the subscription to another address and give it another secret.',
    }),
  ),
});

export const portalLink = named(
  'PortalLink',
  Type.Object({
    subscription_id: Type.String(),
    url: Type.String({
      description: 'For the owner of the receiver. The key comes after the `#`, which browsers do not send.',
    }),
    key: Type.String({ description: 'The key alone, for `Authorization: Bearer`. It is shown this once.' }),
    may_change: Type.Boolean({ description: 'Whether its holder may change address and secret.' }),
    expires_at: timestampField('When the link ends.'),
  }),
);
