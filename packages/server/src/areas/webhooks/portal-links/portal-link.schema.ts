import { Type } from 'typebox';
import { named, nullable, strictObject, textField, timestampField } from '../../../kit/http/index.ts';

/** In seconds. */
export const DEFAULT_LIFETIME_SECONDS = 3_600;

const appearance = named(
  'PortalAppearance',
  strictObject(
    {
      name: Type.Optional(textField(60, 'The brand of the portal, shown in its header instead of ours.')),
      accent: Type.Optional(
        Type.String({
          pattern: '^#[0-9a-fA-F]{6}$',
          patternHint: 'must be a colour such as `#0b6bcb`',
          description: 'The colour of buttons and of the head, such as `#0b6bcb`.',
        }),
      ),
      theme: Type.Optional(
        Type.String({
          enum: ['light', 'dark'],
          description: 'Light or dark. Left out: as the browser of its holder has it.',
        }),
      ),
    },
    { description: 'How the portal looks.' },
  ),
);

const eventTypes = Type.Array(Type.String({ maxLength: 255 }), {
  minItems: 1,
  maxItems: 100,
  description:
    'Types and patterns that its holder may choose from; it needs `may_change`. Other `events` of the subscription stay. Left out: its holder cannot change them.',
});

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
  event_types: Type.Optional(eventTypes),
  appearance: Type.Optional(appearance),
});

const shown = {
  event_types: nullable(Type.Array(Type.String()), 'Types that its holder may choose from; null for none.'),
  appearance: nullable(appearance, 'Null: the default appearance.'),
};

export const portalLink = named(
  'PortalLink',
  Type.Object({
    subscription_id: Type.String({ description: 'The only subscription that the link shows, `whs_…`.' }),
    url: Type.String({
      description: 'For the owner of the receiver. The key comes after the `#`, which browsers do not send.',
    }),
    key: Type.String({ description: 'Only the key, for `Authorization: Bearer`. It is shown only once.' }),
    may_change: Type.Boolean({ description: 'Whether its holder may change address and secret.' }),
    ...shown,
    expires_at: timestampField('When the link ends.'),
  }),
);

/** What the portal requests first. */
export const portalGrant = named(
  'PortalGrant',
  Type.Object({
    subscription_id: Type.String({ description: 'The one subscription that the link reaches.' }),
    may_change: Type.Boolean({ description: 'Whether its holder may change address and secret.' }),
    event_types: nullable(
      Type.Array(
        Type.Object({
          type: Type.String({ description: 'A type or a pattern.' }),
          trigger: nullable(Type.String(), 'When it happens, where the catalogue knows the type.'),
        }),
      ),
      'Types that its holder may choose from; null for none.',
    ),
    appearance: shown.appearance,
    expires_at: timestampField('When the link ends.'),
  }),
);
