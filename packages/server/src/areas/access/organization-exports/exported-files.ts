import type { Readable } from 'node:stream';
import type pg from 'pg';
import { type ArchiveSource, readRows, readStoredTables } from '../../../engine/organization-data/index.ts';
import { recordOf } from '../../../engine/spine/index.ts';
import type { QueryRows } from '../../../kit/db/index.ts';
import { formatExportLine } from '../../../kit/merkle/index.ts';
import type { OrganizationDataService } from '../organization-data-service.ts';
import { listFiles } from './export.repository.ts';

const FILES_AT_ONCE = 100;

interface Exported {
  client: pg.Client;
  orgId: string;
  /** Collects the names of stored files that are gone or on another machine. */
  missing: string[];
}

/** The contents of an organization's archive, one file after another. */
export async function* exportedFiles(
  service: OrganizationDataService,
  { client, orgId, missing }: Exported,
): AsyncGenerator<ArchiveSource> {
  const query: QueryRows = async <Row>(text: string, values: unknown[] = []) =>
    (await client.query(text, values)).rows as Row[];
  yield { name: 'log.jsonl', isLines: true, content: logLines(service, orgId) };
  const tables = service.organizationTables.filter(({ notExported }) => notExported === undefined);
  for (const table of await readStoredTables(query, tables)) {
    yield { name: `${table.name}.jsonl`, isLines: true, content: readRows(query, table, orgId) };
  }
  yield* storedFiles(service, orgId, missing);
}

/** The log up to its size when this starts, in the format `verify-log` reads. */
async function* logLines({ reader }: OrganizationDataService, orgId: string): AsyncGenerator<string[]> {
  const size = await reader.sizeOf(orgId);
  for (let position = 0; position < size; ) {
    const { events, next } = await reader.readRange(orgId, position, size);
    yield events.map((event) =>
      formatExportLine({
        index: event.position,
        record: recordOf(event),
        leafHash: event.leafHash,
      }).trimEnd(),
    );
    position = next;
  }
}

async function* storedFiles(
  { db, blobs }: OrganizationDataService,
  orgId: string,
  missing: string[],
): AsyncGenerator<ArchiveSource> {
  for (let after = ''; ; ) {
    const files = await listFiles(db, orgId, { after, limit: FILES_AT_ONCE });
    for (const { key } of files) {
      const name = `files/${key}`;
      const content = await open(blobs.open(key));
      if (content === undefined) missing.push(name);
      else yield { name, isLines: false, content };
    }
    const last = files.at(-1);
    if (last === undefined || files.length < FILES_AT_ONCE) return;
    after = last.key;
  }
}

/** Undefined when there is no such file. */
async function open(opened: Promise<Readable>): Promise<Readable | undefined> {
  try {
    return await opened;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}
