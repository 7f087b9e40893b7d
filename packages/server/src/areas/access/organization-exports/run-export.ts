import { addAbortSignal } from 'node:stream';
import { defineJob, handleJob, type JobHandler } from '../../../engine/jobs/index.ts';
import { type ArchivedFile, packArchive } from '../../../engine/organization-data/index.ts';
import { formatId } from '../../../kit/ids.ts';
import { required } from '../../../kit/required.ts';
import { accessEvent } from '../access-event.ts';
import { findDefaultOrganization } from '../organization/organization.repository.ts';
import type { OrganizationDataService } from '../organization-data-service.ts';
import { findOperatedOrganization } from '../organizations/organizations.repository.ts';
import {
  completeExport,
  failExport,
  findExport,
  type OrganizationExport,
  startExport,
} from './export.repository.ts';
import { exportedFiles } from './exported-files.ts';

/** How long an archive can be downloaded. */
export const EXPORT_DAYS = 7;
const DAY_MS = 86_400_000;

interface ExportPayload {
  organizationId: string;
  exportId: string;
}

export const runExport = defineJob<ExportPayload>('access.export_organization', { maxAttempts: 5 });

/**
 * Writes an archive. After a crash it starts over; an export is marked completed only once the whole file
 * exists.
 */
export function exportJob(service: OrganizationDataService): JobHandler {
  const { db, clock } = service;
  return handleJob(
    runExport,
    async ({ organizationId, exportId }, { signal }) => {
      const found = await findExport(db, organizationId, exportId);
      if (found?.status !== 'queued' && found?.status !== 'running') return;
      await startExport(db, exportId);
      await writeExport(service, found, signal);
    },
    async ({ exportId }, { error }) => {
      service.onError(error);
      const message = 'It could not be written. The log of the service says why; ask for it again.';
      await failExport(db, exportId, message, new Date(clock.now()));
    },
  );
}

async function writeExport(
  service: OrganizationDataService,
  { orgId, id, requestedBy }: OrganizationExport,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, blobs } = service;
  const operator = required(await findDefaultOrganization(db), 'the organization of the operator');
  const organization = required(await findOperatedOrganization(db, orgId), 'the organization');
  const client = await service.connect();
  try {
    const verifierKeys = await service.verifierKeys(orgId);
    const missing: string[] = [];
    let files: ArchivedFile[] = [];
    const archive = packArchive(exportedFiles(service, { client, orgId, missing }), (written) => {
      files = written;
      return {
        format: 1,
        export_id: formatId('oxp', id),
        organization: { id: formatId('org', orgId), name: organization.name },
        created_at: organization.createdAt.toISOString(),
        exported_at: new Date(clock.now()).toISOString(),
        verifier_keys: verifierKeys,
        files: written,
        missing_files: missing,
      };
    });
    // The file belongs to the operator, not to the organization, so that later exports do not include it.
    const stored = await blobs.put(addAbortSignal(signal, archive), { orgId: operator.id });
    await complete(service, { operatorId: operator.id, orgId, id, requestedBy }, { ...stored, files });
  } finally {
    await client.end();
  }
}

async function complete(
  { unitOfWork, blobs, clock }: OrganizationDataService,
  {
    operatorId,
    orgId,
    id,
    requestedBy,
  }: Pick<OrganizationExport, 'orgId' | 'id' | 'requestedBy'> & { operatorId: string },
  stored: { key: string; sizeBytes: number; sha256: string; files: ArchivedFile[] },
): Promise<void> {
  const completedAt = new Date(clock.now());
  const expiresAt = new Date(completedAt.getTime() + EXPORT_DAYS * DAY_MS);
  await unitOfWork(async (tx) => {
    const written = { ...stored, blobKey: stored.key, completedAt, expiresAt };
    // If an erasure started meanwhile and removed the export, nothing references the file and it is cleaned
    // up.
    if (!(await completeExport(tx, id, written))) return { value: undefined };
    await blobs.keep(tx, orgId, stored.key);
    const data = {
      organization_id: formatId('org', orgId),
      export_id: formatId('oxp', id),
      requested_by: requestedBy,
      size_bytes: stored.sizeBytes,
      sha256: stored.sha256,
      expires_at: expiresAt.toISOString(),
    };
    return {
      value: undefined,
      events: [accessEvent('access_organization_exported', { orgId: operatorId, data })],
    };
  });
}
