import { changedFields, configurationEvents } from '../../../../../engine/catalog/index.ts';
import { notFound } from '../../../../../kit/errors/index.ts';
import { formatId } from '../../../../../kit/ids.ts';
import type { ContractsTransaction, Owner } from '../../../terms/contract-tables.ts';
import type { ContractsCore } from '../contracts-core.ts';
import { deleteSpendLimit, listSpendLimits, type SpendLimit, upsertSpendLimit } from './spend.repository.ts';

type Service = Pick<ContractsCore, 'unitOfWork' | 'clock'>;

const fieldNames = {
  perTransactionUsd: 'per_transaction_usd',
  perDayUsd: 'per_day_usd',
  perTransactionWei: 'per_transaction_wei',
  perDayWei: 'per_day_wei',
} as const;

/** Sets the limit of a key or of the environment, replacing any existing one. */
export function setSpendLimit(
  { unitOfWork, clock }: Service,
  owner: Owner,
  wanted: Omit<SpendLimit, 'createdAt' | 'updatedAt'>,
): Promise<SpendLimit> {
  return unitOfWork(async (tx: ContractsTransaction) => {
    const before = (await listSpendLimits(tx, owner)).find(({ keyId }) => keyId === wanted.keyId);
    const value = await upsertSpendLimit(tx, owner, wanted, new Date(clock.now()));
    return { value, events: limitEvents(owner, value, before) };
  });
}

/** Deletes a limit. Throws `not_found`. */
export async function removeSpendLimit({ unitOfWork }: Service, owner: Owner, id: string): Promise<void> {
  const isGone = await unitOfWork(async (tx: ContractsTransaction) => {
    const value = await deleteSpendLimit(tx, owner, id);
    const { orgId } = owner;
    const told = { orgId, thing: 'spend_limit', id: formatId('spl', id), action: 'deleted' } as const;
    return { value, events: value ? configurationEvents(told) : [] };
  });
  if (!isGone) throw notFound('spend limit');
}

function limitEvents({ orgId }: Owner, limit: SpendLimit, before: SpendLimit | undefined) {
  const id = formatId('spl', limit.id);
  const partOf = limit.keyId === null ? {} : { partOf: formatId('key', limit.keyId) };
  const told = { orgId, thing: 'spend_limit', id, ...partOf } as const;
  if (before === undefined) return configurationEvents({ ...told, action: 'created' });
  return configurationEvents({
    ...told,
    action: 'changed',
    fields: changedFields(before, limit, fieldNames),
  });
}
