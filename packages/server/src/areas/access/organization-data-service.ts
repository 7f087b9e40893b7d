import type pg from 'pg';
import type { BlobStore } from '../../engine/blobs/index.ts';
import type { Jobs } from '../../engine/jobs/index.ts';
import type { OrganizationTable } from '../../engine/organization-data/index.ts';
import type { EventReader } from '../../engine/spine/index.ts';
import type { Principal } from '../../kit/http/index.ts';
import { formatId } from '../../kit/ids.ts';
import type { OperatorService } from './organizations/operate.ts';

/** What exporting and erasing an organization need beyond the operator's other use cases. */
export interface OrganizationDataPorts {
  jobs: Jobs;
  blobs: BlobStore;
  /** Every table with rows of an organization. */
  organizationTables: readonly OrganizationTable[];
  /** Opens a separate connection: a batch may take longer than a request is allowed to. */
  connect(): Promise<pg.Client>;
  reader: Pick<EventReader, 'sizeOf' | 'readRange'>;
  /** Public keys of an organization's log, in the verifier key format. */
  verifierKeys(orgId: string): Promise<string[]>;
  onError(error: unknown): void;
}

export type OrganizationDataService = OperatorService & OrganizationDataPorts;

/** The caller's public id. */
export function actorOf({ keyId, role }: Principal): string {
  return formatId(role === undefined ? 'key' : 'usr', keyId);
}
