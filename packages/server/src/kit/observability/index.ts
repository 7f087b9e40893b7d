export { createLineLog, type LineLog } from './line-log.ts';
export { createLogger, type LoggerOptions, openLogStream } from './logger.ts';
export { RequestTimes } from './request-times.ts';
