import { sql } from 'kysely';
import type { Owner } from './contract-tables.ts';

/** The condition that a row belongs to an owner. */
export const ofOwner = ({ orgId, environment }: Owner) =>
  sql`org_id = ${orgId} and environment = ${environment}`;
