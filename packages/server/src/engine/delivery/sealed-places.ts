import { type SealedPlace, sealedColumn } from '../../kit/secrets/index.ts';
import { authContext, headersContext, type ReceiverSettings } from './receiver/receiver-settings.ts';
import { signingKeyContext } from './receiver/signing-keys.ts';
import { secretContext } from './subscription-store.repository.ts';

const versioned = [
  { name: 'subscription_id', type: 'uuid' },
  { name: 'version', type: 'integer' },
] as const;

function receiverOf(table: string, key: SealedPlace['key'], idColumn: string): SealedPlace {
  return {
    table,
    key,
    column: 'receiver',
    type: 'json',
    reseal(value, row, box) {
      const settings = JSON.parse(value) as ReceiverSettings;
      const id = row[idColumn] ?? '';
      const seal = (sealed: string, context: string) => box.seal(box.open(sealed, context), context);
      const { headers, auth } = settings;
      return JSON.stringify({
        ...settings,
        ...(headers && { headers: { ...headers, sealed: seal(headers.sealed, headersContext(id)) } }),
        ...(auth && { auth: { ...auth, sealed: seal(auth.sealed, authContext(id)) } }),
      });
    },
  };
}

/** Where subscriptions' secrets are stored. */
export const deliverySealedPlaces: readonly SealedPlace[] = [
  sealedColumn({
    table: 'subscription_secrets',
    key: versioned,
    column: 'sealed',
    contextOf: ({ subscription_id: id = '', version }) => secretContext(id, Number(version)),
  }),
  sealedColumn({
    table: 'subscription_signing_keys',
    key: versioned,
    column: 'sealed',
    contextOf: ({ subscription_id: id = '', version }) => signingKeyContext(id, Number(version)),
  }),
  receiverOf('subscriptions', [{ name: 'id', type: 'uuid' }], 'id'),
  receiverOf(
    'subscription_revisions',
    [
      { name: 'subscription_id', type: 'uuid' },
      { name: 'revision', type: 'integer' },
    ],
    'subscription_id',
  ),
];
