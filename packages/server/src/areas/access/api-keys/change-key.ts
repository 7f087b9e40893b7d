import { changedFields, configurationEvents } from '../../../engine/catalog/index.ts';
import { AppError, notFound } from '../../../kit/errors/index.ts';
import { formatId } from '../../../kit/ids.ts';
import { AddressList } from '../../../kit/net/index.ts';
import { type ApiKey, announceKeyChange, lockKey, lockKeys, updateKey } from './api-key.repository.ts';
import { checkAddresses } from './check-addresses.ts';
import { changeKeys, type KeyManager, type KeyService } from './key-service.ts';
import { checkMayIssue } from './may-issue.ts';

export interface ChangeKeyRequest {
  orgId: string;
  keyId: string;
  /** Unchanged when absent. */
  name?: string | undefined;
  /** Null for anywhere. */
  allowedAddresses?: readonly string[] | null | undefined;
  /** Even if the calling key locks itself out. */
  force?: boolean | undefined;
  manager: KeyManager;
  /** Where the request comes from, if known. */
  clientAddress: string | undefined;
}

/**
 * Renames a key or changes the addresses it may be used from; both apply at once on every node. Throws
 * `not_found`, `invalid_request`, `forbidden` for a key that the manager could not have created, and
 * `conflict` when the calling key would lock itself out.
 */
export async function changeKey(service: KeyService, request: ChangeKeyRequest): Promise<ApiKey> {
  const { orgId, keyId, manager } = request;
  checkAddresses(request.allowedAddresses);
  const changed = await changeKeys(service, async (tx) => {
    await lockKeys(tx, { orgId, ids: [keyId, ...(manager === undefined ? [] : [manager.keyId])] });
    const before = await lockKey(tx, orgId, keyId);
    if (before === undefined) throw notFound('API key');
    const { name = before.name, allowedAddresses = before.allowedAddresses } = request;
    const value = { ...before, name, allowedAddresses: allowedAddresses && [...allowedAddresses] };
    await checkMayIssue(tx, manager, value);
    if (manager?.keyId === keyId && request.force !== true) {
      checkStaysIn(value.allowedAddresses, request.clientAddress);
    }
    await updateKey(tx, value);
    await announceKeyChange(tx, keyId);
    const fields = changedFields(before, value, { name: 'name', allowedAddresses: 'allowed_addresses' });
    const told = { orgId, thing: 'api_key', id: formatId('key', keyId), action: 'changed', fields } as const;
    return { value, events: configurationEvents(told) };
  });
  service.onKeyChanged?.(keyId);
  return changed;
}

function checkStaysIn(allowed: readonly string[] | null, address: string | undefined): void {
  if (allowed === null || (address !== undefined && new AddressList(allowed).covers(address))) return;
  throw new AppError('conflict', {
    field: 'allowed_addresses',
    message: `You ask with this very key, from ${address ?? 'an unknown address'}, which is none of \`allowed_addresses\`: it would be shut out at once. Add the address, or send \`force\`: true.`,
  });
}
