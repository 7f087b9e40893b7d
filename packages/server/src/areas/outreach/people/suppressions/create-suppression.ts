import { configurationEvents } from '../../../../engine/catalog/index.ts';
import {
  isMailDomain,
  isRecipientAddress,
  normalAddress,
  normalDomain,
} from '../../../../engine/mail/index.ts';
import type { UnitOfWork } from '../../../../engine/spine/index.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { only } from '../../../../kit/db/index.ts';
import { AppError, invalidField } from '../../../../kit/errors/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { addSuppressions, type Suppression } from './suppression.repository.ts';

export interface SuppressionPorts {
  unitOfWork: UnitOfWork;
  clock: Clock;
}

export interface CreateSuppressionRequest {
  orgId: string;
  id: string;
  email: string | undefined;
  domain: string | undefined;
  reason: string;
  campaignId: string | undefined;
  expiresAt: Date | null;
}

/** Adds an address or domain to the list; an existing entry gets the new reason and expiry. */
export async function createSuppression(
  { unitOfWork, clock }: SuppressionPorts,
  request: CreateSuppressionRequest,
): Promise<Suppression> {
  const { orgId, id, email, domain, reason, campaignId, expiresAt } = request;
  const named =
    email !== undefined
      ? ({ kind: 'email', value: email } as const)
      : domain !== undefined && ({ kind: 'domain', value: domain } as const);
  if (!named) {
    throw new AppError('missing_required_field', {
      field: 'email',
      message: '`email` or `domain` is required.',
    });
  }
  if (email !== undefined && domain !== undefined)
    throw invalidField('domain', 'Give `email` or `domain`, not both.');
  if (email !== undefined && !isSuppressible(email))
    throw invalidField('email', '`email` must be an e-mail address.');
  if (domain !== undefined && !(domain.includes('.') && isMailDomain(normalDomain(domain)))) {
    throw invalidField('domain', '`domain` must be a domain such as example.com.');
  }
  const now = new Date(clock.now());
  if (expiresAt !== null && expiresAt <= now)
    throw invalidField('expires_at', '`expires_at` must lie in the future.');
  const entry = {
    id,
    ...named,
    reason,
    source: 'api',
    campaignId,
    expiresAt,
  } as const;
  return unitOfWork(async (tx) => {
    const value = only(await addSuppressions(tx, orgId, [entry], now));
    const told = { orgId, thing: 'suppression', id: formatId('spr', value.id) } as const;
    const isNew = value.id === id;
    const action = isNew ? 'created' : 'changed';
    const fields = isNew ? [] : ['reason', 'expires_at'];
    return { value, events: configurationEvents({ ...told, action, fields }) };
  });
}

function isSuppressible(email: string): boolean {
  const address = normalAddress(email);
  return isRecipientAddress(address) && address.slice(address.lastIndexOf('@')).includes('.');
}
