export { createLogger, type LoggerOptions } from './logger.ts';
export { createMetrics, type DeliveryFigures, type MetricSources, type Metrics } from './metrics.ts';
