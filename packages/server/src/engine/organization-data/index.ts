export { type ArchivedFile, type ArchiveSource, packArchive } from './archive.ts';
export { eraseRows, type InBatch } from './erase-rows.repository.ts';
export { type OrganizationTable, organizationTable } from './organization-table.ts';
export { readRows } from './read-rows.repository.ts';
export { readStoredTables, type StoredTable } from './stored-table.repository.ts';
