export { quotaErrors } from './quota-errors.ts';
export { type QuotaName, quotaNames } from './quota-table.ts';
export {
  checkQuota,
  type QuotaUse,
  quotaReached,
  readQuotas,
  restOf,
  takeEvents,
  writeQuotas,
} from './quotas.ts';
