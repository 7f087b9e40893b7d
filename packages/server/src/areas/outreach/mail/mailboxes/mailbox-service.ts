import { changedFields, configurationEvents } from '../../../../engine/catalog/index.ts';
import {
  addressRefusal,
  domainOf,
  isMailAddress,
  type Mailer,
  normalAddress,
  type SigningKeys,
} from '../../../../engine/mail/index.ts';
import type { AnyDatabase, UnitOfWork } from '../../../../engine/spine/index.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { rowsIn } from '../../../../kit/db/index.ts';
import { invalidField, notFound } from '../../../../kit/errors/index.ts';
import { formatId, newUuid } from '../../../../kit/ids.ts';
import { required } from '../../../../kit/required.ts';
import {
  findMailbox,
  insertMailbox,
  listMailboxes,
  type MailboxFields,
  mailboxesOf,
  updateMailbox,
  wakeMailbox,
} from './mailbox.repository.ts';
import type { Mailbox } from './mailbox.ts';

export interface MailboxPorts {
  db: AnyDatabase;
  unitOfWork: UnitOfWork;
  clock: Clock;
  mailer: Pick<Mailer, 'mode'>;
  keys: SigningKeys;
  /** Domain of the default mailbox an organization has until it creates one. */
  mailDomain: string;
}

/**
 * Creates a mailbox and a signing key for its domain; an existing one with this address is updated with what
 * is given.
 */
export async function createMailbox(
  ports: MailboxPorts,
  request: { orgId: string; address: string; fields: Partial<MailboxFields> },
  id: string,
): Promise<{ mailbox: Mailbox; isNew: boolean }> {
  const { db, clock, keys } = ports;
  const { orgId, fields } = request;
  const address = normalAddress(request.address);
  if (!isMailAddress(address)) {
    throw invalidField('address', addressRefusal('address', address));
  }
  await keys.ensure(orgId, domainOf(address));
  const query = rowsIn(db);
  const others = await mailboxesOf(query, orgId);
  const found = others.find((mailbox) => mailbox.address === address);
  if (found !== undefined) {
    return { mailbox: await changeMailbox(ports, { orgId, id: found.id, change: fields }), isNew: false };
  }
  const name = address.slice(0, address.lastIndexOf('@'));
  const row = { ...plainMailbox, name, ...fields, orgId, id, address, isDefault: others.length === 0 };
  const isNew = await ports.unitOfWork(async (tx) => {
    const value = await insertMailbox(rowsIn(tx), { ...row, createdAt: new Date(clock.now()) });
    return { value, events: value ? mailboxEvents(row, 'created') : [] };
  });
  // Another request was first to use the address, or to create the organization's first mailbox.
  if (!isNew) return createMailbox(ports, request, id);
  return { mailbox: required(await findMailbox(query, orgId, id), 'the mailbox that was made'), isNew };
}

const plainMailbox = {
  postalAddress: null,
  status: 'active',
  dailyLimit: null,
  hourlyLimit: null,
  minGapSeconds: 0,
  warmup: null,
} satisfies Omit<MailboxFields, 'name'>;

export async function changeMailbox(
  { unitOfWork, clock }: MailboxPorts,
  request: { orgId: string; id: string; change: Partial<MailboxFields> },
): Promise<Mailbox> {
  return unitOfWork(async (tx) => {
    const query = rowsIn(tx);
    const mailbox = await findMailbox(query, request.orgId, request.id, true);
    if (mailbox === undefined) throw notFound('mailbox');
    await updateMailbox(query, request.orgId, request.id, { ...mailbox, ...request.change });
    await wakeMailbox(query, request, new Date(clock.now()));
    const value = required(
      await findMailbox(query, request.orgId, request.id),
      'the mailbox that was changed',
    );
    return { value, events: mailboxEvents(value, 'changed', changedFields(mailbox, value, fieldNames)) };
  });
}

const fieldNames = {
  name: 'name',
  postalAddress: 'postal_address',
  status: 'status',
  dailyLimit: 'daily_limit',
  hourlyLimit: 'hourly_limit',
  minGapSeconds: 'min_gap_seconds',
  warmup: 'warmup',
} as const;

/** Leaves out name and address, which may be a person's. */
function mailboxEvents(
  { orgId, id }: Pick<Mailbox, 'orgId' | 'id'>,
  action: 'created' | 'changed',
  fields: readonly string[] = [],
) {
  return configurationEvents({ orgId, thing: 'mailbox', id: formatId('mbx', id), action, fields });
}

export async function getMailbox({ db }: MailboxPorts, orgId: string, id: string): Promise<Mailbox> {
  const mailbox = await findMailbox(rowsIn(db), orgId, id);
  if (mailbox === undefined) throw notFound('mailbox');
  return mailbox;
}

export function readMailboxes(
  { db }: MailboxPorts,
  orgId: string,
  page: { limit: number; offset: number },
): Promise<{ mailboxes: Mailbox[]; total: number }> {
  return listMailboxes(rowsIn(db), orgId, page);
}

/**
 * An organization's mailboxes; one without any gets a mailbox on the service's own domain, so that it can try
 * the sandbox at once.
 */
export async function ensureMailboxes(ports: MailboxPorts, orgId: string): Promise<Mailbox[]> {
  const query = rowsIn(ports.db);
  const found = await mailboxesOf(query, orgId);
  if (found.length > 0) return found;
  const address = `outreach@${ports.mailDomain}`;
  await ports.keys.ensure(orgId, domainOf(address));
  await insertMailbox(query, {
    orgId,
    id: newUuid(ports.clock.now()),
    address,
    ...plainMailbox,
    name: 'Outreach',
    isDefault: true,
    createdAt: new Date(ports.clock.now()),
  });
  return mailboxesOf(query, orgId);
}
