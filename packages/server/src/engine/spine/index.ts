export type { AppendParticipant, QueryRows } from './append-statement.ts';
export { createLog } from './create-log.ts';
export type { EventMetadata, LoggedEvent, NewEvent, PendingEvent } from './event.ts';
export type { EventFilter } from './event-filter.ts';
export {
  isEventPattern,
  isEventType,
  isExactPattern,
  MAX_TYPE_LENGTH,
  matchesPattern,
} from './event-pattern.ts';
export { createEventReader, type EventPage, EventReader } from './event-reader.ts';
export { formatEventRecord, formatTimestamp, type RecordFields } from './event-record.ts';
export { recordOf, type StoredEvent } from './event-rows.ts';
export { LogAppender, type LogAppenderOptions } from './log-appender.ts';
export { PatternTrie } from './pattern-trie.ts';
export {
  type AnyDatabase,
  type AnyTransaction,
  createUnitOfWork,
  type UnitOfWork,
  type WorkResult,
} from './unit-of-work.ts';
