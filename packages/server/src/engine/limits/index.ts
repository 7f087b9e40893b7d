export { limitGauges } from './limit-gauges.repository.ts';
export { type LimitDefinition, type LimitName, limitTable } from './limit-table.ts';
export {
  createRateLimiter,
  LeasedRateLimiter,
  type LimitUsage,
  type RateLimiterOptions,
} from './rate-limiter.ts';
export type { UsageHour } from './usage.repository.ts';
