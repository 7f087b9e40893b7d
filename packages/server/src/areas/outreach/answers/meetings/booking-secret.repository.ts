import { randomBytes } from 'node:crypto';
import { configurationEvents } from '../../../../engine/catalog/index.ts';
import { only, rowsIn } from '../../../../kit/db/index.ts';
import { formatId, newUuid, parseId } from '../../../../kit/ids.ts';
import { sealedColumn } from '../../../../kit/secrets/index.ts';
import type { SendingPorts } from '../../mail/communications/sending-ports.ts';

const contextOf = (orgId: string) => `booking_secrets ${orgId}`;

/** Where booking secrets are stored. */
export const bookingSealedPlace = sealedColumn({
  table: 'booking_secrets',
  key: [{ name: 'org_id', type: 'uuid' }],
  column: 'sealed_secret',
  contextOf: ({ org_id: orgId = '' }) => contextOf(orgId),
});

/** Creates, or replaces, the secret a calendar signs with. It is shown only once. */
export async function makeBookingSecret(
  { unitOfWork, clock, secretBox, links }: SendingPorts,
  orgId: string,
): Promise<{ id: string; secret: string; url: string }> {
  const secret = `bks_${randomBytes(24).toString('base64url')}`;
  const id = newUuid(clock.now());
  const kept = await unitOfWork(async (tx) => {
    const rows = await rowsIn(tx)<{ id: string }>(
      `insert into booking_secrets (org_id, id, sealed_secret, created_at) values ($1, $2, $3, $4)
       on conflict (org_id) do update set sealed_secret = excluded.sealed_secret, created_at = excluded.created_at
       returning id`,
      [orgId, id, secretBox.seal(secret, contextOf(orgId)), new Date(clock.now())],
    );
    const value = only(rows).id;
    const action = value === id ? 'created' : 'secret_rotated';
    const told = { orgId, thing: 'booking_webhook', id: formatId('bks', value), action } as const;
    return { value, events: configurationEvents(told) };
  });
  return { id: kept, secret, url: links.bookingWebhook(formatId('bks', kept)) };
}

export async function findOwner(
  { db, secretBox }: SendingPorts,
  id: string,
): Promise<{ orgId: string; secret: string } | undefined> {
  const uuid = parseId('bks', id);
  if (uuid === undefined) return undefined;
  const [row] = await rowsIn(db)<{ org_id: string; sealed_secret: string }>(
    'select org_id, sealed_secret from booking_secrets where id = $1',
    [uuid],
  );
  return row && { orgId: row.org_id, secret: secretBox.open(row.sealed_secret, contextOf(row.org_id)) };
}
