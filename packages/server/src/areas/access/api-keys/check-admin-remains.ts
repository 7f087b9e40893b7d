import { AppError } from '../../../kit/errors/index.ts';
import type { AccessTransaction } from '../access-tables.ts';
import { lockAdminKeys } from './api-key.repository.ts';
import type { KeyManager } from './key-service.ts';

/** A key that expires sooner leaves too little time to notice that it is the last one. */
const REMAINS_MS = 86_400_000;

/**
 * Throws `conflict` when this would end the last key that can manage keys: nobody could create another
 * through the API. The operator's command line still can, so it may do this.
 */
export async function checkAdminRemains(
  tx: AccessTransaction,
  {
    orgId,
    keyId,
    force,
    manager,
  }: { orgId: string; keyId: string; force?: boolean | undefined; manager: KeyManager },
  now: Date,
): Promise<void> {
  if (manager === undefined || force === true) return;
  const admins = await lockAdminKeys(tx, orgId, new Date(now.getTime() + REMAINS_MS));
  if (!admins.includes(keyId) || admins.length > 1) return;
  throw new AppError('conflict', {
    field: 'force',
    message:
      'This is the last API key with the scope `admin` that works for longer than a day. Make another one first, or set `force` to true: then only `trivium keys create --database` on the machine itself makes keys.',
  });
}
