export type { AnyDatabase, AnyTransaction } from './any-database.ts';
export type { AppendParticipant, StatementPart, WrittenEvent } from './append-statement.repository.ts';
export type { SignedCheckpoint } from './checkpoint.repository.ts';
export {
  CheckpointSigner,
  type CheckpointSignerOptions,
  checkpointSealedPlace,
  logOrigin,
  rotateCheckpointKey,
} from './checkpoint-signer.ts';
export type { EventMetadata, LoggedEvent, NewEvent, PendingEvent } from './event.ts';
export { eventConditions, SqlValues } from './event-conditions.repository.ts';
export type { EventCursor } from './event-cursor.ts';
export { EventFeed, type EventFeedOptions } from './event-feed.ts';
export { compileFilter, type EventFilter } from './event-filter.ts';
export { announceRoutes, createLog, lockRoutes, replaceRoutes } from './event-log.repository.ts';
export {
  isEventPattern,
  isEventType,
  isExactPattern,
  MAX_TYPE_LENGTH,
  matchesPattern,
} from './event-pattern.ts';
export {
  type ActionCondition as WantedDeeds,
  createEventReader,
  type EventRange,
  EventReader,
  type FoundPage,
  findEvent,
  type PayloadCondition as WantedPayload,
} from './event-reader.repository.ts';
export { eventRecordSchema } from './event-record.schema.ts';
export { formatEventRecord, formatTimestamp, type RecordFields } from './event-record.ts';
export { recordOf, type StoredEvent, storedEventColumns } from './event-rows.ts';
export { createEventTraces, type EventTraces } from './event-traces.ts';
export { type ForgedIndex, findForgedIndex } from './forged-index.repository.ts';
export { Integrator, type IntegratorOptions } from './integrator.ts';
export { LogAppender, type LogAppenderOptions, type SettleAppend } from './log-appender.ts';
export { logGauges } from './log-gauges.repository.ts';
export { createLogServices, type LogServices, type LogServicesOptions } from './log-services.ts';
export { PatternTrie } from './pattern-trie.ts';
export { ProvableLog } from './provable-log.ts';
export { spineErrors } from './spine-errors.ts';
export { spineIdPrefixes } from './spine-ids.ts';
export { createUnitOfWork, type UnitOfWork, type WorkResult, withActor } from './unit-of-work.ts';
export { type VerifiedLog, verifyStoredLogs } from './verify-stored-logs.ts';
