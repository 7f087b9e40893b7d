import type pg from 'pg';
import type { BlobStore } from '../../engine/blobs/index.ts';
import type { Jobs } from '../../engine/jobs/index.ts';
import type { OrganizationTable } from '../../engine/organization-data/index.ts';
import type { EventReader } from '../../engine/spine/index.ts';
import type { Principal } from '../../kit/http/index.ts';
import { formatId } from '../../kit/ids.ts';
import type { OperatorService } from './organizations/operate.ts';

/** What exporting and erasing an organization need beyond what the operator's other use cases do. */
export interface OrganizationDataPorts {
  jobs: Jobs;
  blobs: BlobStore;
  /** Every table that holds something of an organization. */
  organizationTables: readonly OrganizationTable[];
  /** A connection of its own: a batch may take longer than a request may. */
  connect(): Promise<pg.Client>;
  reader: Pick<EventReader, 'sizeOf' | 'readRange'>;
  /** The public keys of an organization's log, as verifiers take them. */
  verifierKeys(orgId: string): Promise<string[]>;
  onError(error: unknown): void;
}

export type OrganizationDataService = OperatorService & OrganizationDataPorts;

/** The public id of who asks. */
export function actorOf({ keyId, role }: Principal): string {
  return formatId(role === undefined ? 'key' : 'usr', keyId);
}
