export { createLineLog, type LineLog } from './line-log.ts';
export { createLogger, type LoggerOptions, openLogStream } from './logger.ts';
export { createMetrics, type DeliveryFigures, type MetricSources, type Metrics } from './metrics.ts';
