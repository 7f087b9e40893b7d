export { createLog } from './create-log.ts';
export type { AppendParticipant, QueryRows } from './append-statement.ts';
export type { EventMetadata, LoggedEvent, NewEvent, PendingEvent } from './event.ts';
export {
  isEventPattern,
  isEventType,
  isExactPattern,
  MAX_TYPE_LENGTH,
  matchesPattern,
} from './event-pattern.ts';
export { formatEventRecord, formatTimestamp, type RecordFields } from './event-record.ts';
export { LogAppender, type LogAppenderOptions } from './log-appender.ts';
export { PatternTrie } from './pattern-trie.ts';
export {
  type AnyDatabase,
  type AnyTransaction,
  createUnitOfWork,
  type UnitOfWork,
  type WorkResult,
} from './unit-of-work.ts';
