export {
  byteaArray,
  float8Array,
  int4Array,
  int8Array,
  packedUuidArray,
  textArray,
  UUID_BYTES,
  uuidArray,
  writeUuid,
} from './binary-arrays.ts';
export { BinaryQuery, type StatementValue } from './binary-query.ts';
export { type Column, column } from './column.ts';
export { MAX_WAITING_FOR_CONNECTIONS, readFor, unshared } from './connection-shares.ts';
export { decidingTime } from './deciding-time.ts';
export { type Diversion, divert, undiverted } from './diversion.ts';
export { halfRestoredProblem, halfRestoredTable, isHalfRestoredDatabase } from './half-restored.ts';
export { jsonOf } from './json-of.ts';
export { anyFolded, containing, containingAnyForm, folded } from './like.ts';
export {
  checkMigrations,
  type Migration,
  migrate,
  pendingMigrations,
  readMigrations,
  withSchemaLock,
} from './migrate.ts';
export { MigrationError } from './migration-error.ts';
export { NOTICE_LOST_CLIENT } from './notice-lost-client.ts';
export { Notifications, notify } from './notifications.ts';
export {
  createPool,
  type DatabaseConnection,
  isDatabaseUnavailable,
  isDiskFull,
  isPartUnavailable,
  type PoolOptions,
} from './pool.ts';
export {
  inOneTransaction,
  inTransaction,
  only,
  type QueryRows,
  queryClient,
  queryPool,
  rowsIn,
} from './query-rows.ts';
export {
  countedUpTo,
  MAX_COUNTED,
  type PagePlace,
  queryPage,
  type ReadPage,
  selectPage,
} from './read-page.ts';
export { isRolledBack, repeatRolledBack } from './rolled-back.ts';
export { sharesSessions } from './shares-sessions.ts';
export {
  columnName,
  defineTable,
  insertRows,
  type NewRowOf,
  type RowOf,
  type Table,
  toJson,
} from './table.ts';
export { readAtOnce, transact } from './transact.ts';
