/** Metrics of one transaction: the condition is evaluated for each settled one. */
export const transactionMetrics = [
  'gas_used',
  'gas_price_gwei',
  'cost_eth',
  'cost_usd',
  'execution_time_ms',
  'event_count',
] as const;
/** Counts, rates and averages of transactions settled within the window, or of all. */
export const windowMetrics = [
  'execution_count',
  'success_count',
  'failure_count',
  'failure_rate',
  'success_rate',
  'avg_gas_used',
  'avg_execution_time_ms',
] as const;
/** The current state of a contract. */
export const stateMetrics = ['consecutive_failures', 'pending_count', 'pending_age_seconds'] as const;
/** Read from the chain. */
export const chainMetrics = ['wallet_balance_eth', 'contract_balance_eth', 'reorg_depth'] as const;

export const alertMetrics = [
  ...transactionMetrics,
  ...windowMetrics,
  ...stateMetrics,
  ...chainMetrics,
] as const;
export type AlertMetric = (typeof alertMetrics)[number];

export const alertOperators = [
  'greater_than',
  'greater_than_or_equal',
  'less_than',
  'less_than_or_equal',
  'equals',
  'not_equals',
] as const;
export type AlertOperator = (typeof alertOperators)[number];

/** Alternative spellings of operators. */
export const operatorAliases: Readonly<Record<string, AlertOperator>> = {
  gt: 'greater_than',
  gte: 'greater_than_or_equal',
  lt: 'less_than',
  lte: 'less_than_or_equal',
  eq: 'equals',
  ne: 'not_equals',
  '>': 'greater_than',
  '>=': 'greater_than_or_equal',
  '<': 'less_than',
  '<=': 'less_than_or_equal',
  '==': 'equals',
  '!=': 'not_equals',
};

export function operatorOf(text: string): AlertOperator {
  return operatorAliases[text] ?? (text as AlertOperator);
}

export function isMet(value: number, operator: AlertOperator, threshold: number): boolean {
  switch (operator) {
    case 'greater_than':
      return value > threshold;
    case 'greater_than_or_equal':
      return value >= threshold;
    case 'less_than':
      return value < threshold;
    case 'less_than_or_equal':
      return value <= threshold;
    case 'equals':
      return value === threshold;
    case 'not_equals':
      return value !== threshold;
  }
}

/** For example: gas_used is 187340, greater than 150000. */
export function describeCrossing(
  condition: {
    metric: AlertMetric;
    operator: AlertOperator;
    threshold: number;
    windowMinutes: number | null;
  },
  value: number,
): string {
  const { metric, operator, threshold, windowMinutes } = condition;
  const relation =
    { equals: 'equal to', not_equals: 'not' }[operator as string] ?? operator.replaceAll('_', ' ');
  const span = windowMinutes === null ? '' : ` over ${windowMinutes} min`;
  return `${metric}${span} is ${formatNumber(value)}, ${relation.replace('or equal', 'or equal to')} ${formatNumber(threshold)}.`;
}

function formatNumber(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(8)));
}
