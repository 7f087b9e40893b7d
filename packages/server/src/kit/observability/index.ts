export {
  type Figure,
  type FigureSample,
  type FigureSource,
  MAX_COUNTED,
  topOrganizations as tellMost,
} from './figures.ts';
export { createLineLog, type LineLog } from './line-log.ts';
export { LogCounts } from './log-counts.ts';
export { createLogger, type LoggerOptions, openLogStream } from './logger.ts';
export { formatOpenMetrics, OPENMETRICS_TYPE } from './openmetrics.ts';
export { RequestTimes, Times } from './request-times.ts';
export {
  currentTrace,
  formatTraceparent,
  inTrace,
  type OpenSpan,
  parseTraceparent,
  type SpanAttributes,
  type SpanOptions,
  type TraceContext,
  type Tracing,
} from './tracing.ts';
