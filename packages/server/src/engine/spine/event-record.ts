import { formatId } from '../../kit/ids.ts';

export interface RecordFields {
  id: string;
  orgId: string;
  type: string;
  source: string;
  /** Unix milliseconds. */
  occurredAt: number;
  data: string;
  metadata: string;
}

/**
 * The event as JSON text. These exact bytes are the leaf of the Merkle tree, the item of `GET /v1/events` and
 * the line of an export, so this format never changes.
 */
export function formatEventRecord(event: RecordFields): string {
  return (
    `{"eventId":"${formatId('evt', event.id)}","type":"${event.type}","source":${JSON.stringify(event.source)},` +
    `"orgId":"${publicOrgId(event.orgId)}","timestamp":"${formatTimestamp(event.occurredAt)}",` +
    `"data":${event.data},"metadata":${event.metadata}}`
  );
}

let lastOrgId = '';
let lastPublicOrgId = '';

/** Events come in runs of one organization, so the last result is cached. */
function publicOrgId(orgId: string): string {
  if (orgId !== lastOrgId) {
    lastOrgId = orgId;
    lastPublicOrgId = formatId('org', orgId);
  }
  return lastPublicOrgId;
}

let lastMs = Number.NaN;
let lastText = '';

/** ISO 8601 UTC with milliseconds. Cached, as consecutive events often have the same time. */
export function formatTimestamp(ms: number): string {
  if (ms !== lastMs) {
    lastMs = ms;
    lastText = new Date(ms).toISOString();
  }
  return lastText;
}
