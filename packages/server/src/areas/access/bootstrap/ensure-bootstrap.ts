import { SettingError } from '../../../kit/config/index.ts';
import { transact } from '../../../kit/db/index.ts';
import { PRODUCTION } from '../../../kit/http/index.ts';
import { newUuid } from '../../../kit/ids.ts';
import type { AccessTransaction } from '../access-tables.ts';
import {
  addSecret,
  announceKeyChange,
  insertKey,
  type NewApiKey,
  type NewSecret,
} from '../api-keys/api-key.repository.ts';
import { hashToken, hintOf, makeToken } from '../api-keys/key-token.ts';
import { DEFAULT_OVERLAP_SECONDS } from '../api-keys/rotate-key.ts';
import { allScopes } from '../api-keys/scopes.ts';
import {
  DEFAULT_ORGANIZATION,
  findOrCreateIn,
  type OrganizationService,
} from '../organization/find-or-create-organization.ts';
import { lockBootstrap, type Organization } from '../organization/organization.repository.ts';
import {
  endBootstrapSecrets,
  findBootstrapKey,
  findSecretOwner,
  hasKeys,
  reviveKey,
  reviveSecret,
} from './bootstrap.repository.ts';

export interface Bootstrap {
  organization: Organization;
  /** The first key, returned once: print and forget it. */
  firstKey?: string;
}

/**
 * Ensures that the default organization exists and is usable. With BOOTSTRAP_API_KEY, that key is valid from
 * now on, with all scopes, whatever happened to it before; without it, the first start creates a key and
 * returns it. Safe to run on any number of nodes at once.
 */
export async function ensureBootstrap(
  service: OrganizationService,
  settings: { bootstrapApiKey?: string | undefined } = {},
): Promise<Bootstrap> {
  const { bootstrapApiKey } = settings;
  return transact(service.db, async (tx) => {
    await lockBootstrap(tx);
    const organization = await findOrCreateIn(tx, service, DEFAULT_ORGANIZATION);
    const now = new Date(service.clock.now());
    if (bootstrapApiKey !== undefined) {
      await registerBootstrapKey(tx, organization.id, bootstrapApiKey, now);
      return { organization };
    }
    if (await hasKeys(tx, organization.id)) return { organization };
    const firstKey = makeToken();
    await insertKey(tx, fullKey(organization.id, 'first key', 'first_start', now), secretOf(firstKey, now));
    return { organization, firstKey };
  });
}

/** A single key has had every value of BOOTSTRAP_API_KEY; changing the setting rotates it. */
async function registerBootstrapKey(
  tx: AccessTransaction,
  orgId: string,
  token: string,
  now: Date,
): Promise<void> {
  const secret = secretOf(token, now);
  const othersEnd = new Date(now.getTime() + DEFAULT_OVERLAP_SECONDS * 1000);
  await endBootstrapSecrets(tx, orgId, secret.keyHash, othersEnd);
  const owner = await findSecretOwner(tx, secret.keyHash);
  if (owner !== undefined && owner.orgId !== orgId) {
    throw new SettingError('BOOTSTRAP_API_KEY', 'It is a key of another organization. Choose another text.');
  }
  const keyId = owner?.keyId ?? (await findBootstrapKey(tx, orgId));
  if (keyId === undefined) {
    const key = fullKey(orgId, 'bootstrap', 'bootstrap', now);
    await insertKey(tx, key, secret);
    await announceKeyChange(tx, key.id);
    return;
  }
  await reviveKey(tx, orgId, keyId, allScopes);
  if (owner !== undefined) await reviveSecret(tx, keyId, secret.keyHash);
  else await addSecret(tx, keyId, secret, othersEnd);
  await announceKeyChange(tx, keyId);
}

function fullKey(orgId: string, name: string, origin: NewApiKey['origin'], now: Date): NewApiKey {
  return {
    id: newUuid(),
    orgId,
    name,
    scopes: allScopes,
    environment: PRODUCTION,
    origin,
    subscriptionId: null,
    createdAt: now,
    expiresAt: null,
  };
}

function secretOf(token: string, now: Date): NewSecret {
  return { keyHash: hashToken(token), hint: hintOf(token), createdAt: now };
}
