export { findLimit, type QuotaUse, writeQuotas } from './quota.repository.ts';
export { quotaErrors } from './quota-errors.ts';
export { quotaGauges } from './quota-gauges.repository.ts';
export { type QuotaName, quotaNames } from './quota-table.ts';
export { checkQuota, quotaReached, readQuotas, restOf, takeEvents } from './quotas.ts';
