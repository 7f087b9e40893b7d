import type { Clock } from '../../../kit/clock.ts';
import { transact } from '../../../kit/db/index.ts';
import { newUuid } from '../../../kit/ids.ts';
import { required } from '../../../kit/required.ts';
import type { AccessDatabase, AccessTransaction } from '../access-tables.ts';
import { findOrganizationNamed, insertOrganization, type Organization } from './organization.repository.ts';

export const DEFAULT_ORGANIZATION = 'default';

/** What other areas need for every new organization (its log head), created in the same transaction. */
// biome-ignore lint/suspicious/noExplicitAny: other parts type tables of their own
export type OnOrganizationCreated = (tx: import('kysely').Transaction<any>, orgId: string) => Promise<void>;

export interface OrganizationService {
  db: AccessDatabase;
  clock: Clock;
  onOrganizationCreated: OnOrganizationCreated;
}

/** Returns the organization with that name, creating it if necessary. */
export async function findOrCreateOrganization(
  service: OrganizationService,
  name: string,
): Promise<Organization> {
  return transact(service.db, (tx) => findOrCreateIn(tx, service, name));
}

export async function findOrCreateIn(
  tx: AccessTransaction,
  service: OrganizationService,
  name: string,
): Promise<Organization> {
  // With distributed tables, organizations exist on every machine, and even an insert that does nothing
  // involves them all.
  const known = await findOrganizationNamed(tx, name);
  if (known !== undefined) return known;
  const organization = { id: newUuid(), name, createdAt: new Date(service.clock.now()) };
  const isDefault = name === DEFAULT_ORGANIZATION;
  if (await insertOrganization(tx, { ...organization, isDefault })) {
    await service.onOrganizationCreated(tx, organization.id);
    return organization;
  }
  return required(await findOrganizationNamed(tx, name), 'the organization just written');
}
