import type { ItemOf } from '../../../../sdk/src/index.ts';
import type { Answer, Body } from '../../api/client.ts';
import { count, duration, money, plural } from '../../parts/format.tsx';

export type Rule = ItemOf<'listContractAlerts'>;
type Alert = Answer<'getContractHealth'>['alerts'][number];
export type Metric = Body<'createContractAlert'>['condition']['metric'];

interface MetricTexts {
  /** In a list of choices. */
  label: string;
  /** Within a sentence: “the gas of an execution is above …”. */
  phrase: string;
  unit: 'gas' | 'gwei' | 'coins' | 'usd' | 'ms' | 'seconds' | 'share' | 'number';
  of: 'execution' | 'window' | 'now';
}

/** Metrics that can be watched, with their descriptions. */
export const metrics: Record<Metric, MetricTexts> = {
  failure_rate: {
    label: 'Failure rate',
    phrase: 'the share of executions that fail',
    unit: 'share',
    of: 'window',
  },
  failure_count: { label: 'Failures', phrase: 'the number of failures', unit: 'number', of: 'window' },
  consecutive_failures: {
    label: 'Failures in a row',
    phrase: 'the number of failures in a row',
    unit: 'number',
    of: 'now',
  },
  success_rate: {
    label: 'Success rate',
    phrase: 'the share of executions that succeed',
    unit: 'share',
    of: 'window',
  },
  success_count: { label: 'Successes', phrase: 'the number of successes', unit: 'number', of: 'window' },
  execution_count: { label: 'Executions', phrase: 'the number of executions', unit: 'number', of: 'window' },
  gas_used: {
    label: 'Gas of one execution',
    phrase: 'the gas of one execution',
    unit: 'gas',
    of: 'execution',
  },
  avg_gas_used: { label: 'Average gas', phrase: 'the average gas', unit: 'gas', of: 'window' },
  gas_price_gwei: {
    label: 'Gas price',
    phrase: 'the price of gas of one execution',
    unit: 'gwei',
    of: 'execution',
  },
  cost_eth: {
    label: 'Cost of one execution, in the native coin',
    phrase: 'the cost of one execution',
    unit: 'coins',
    of: 'execution',
  },
  cost_usd: {
    label: 'Cost of one execution, in US dollars',
    phrase: 'the cost of one execution',
    unit: 'usd',
    of: 'execution',
  },
  execution_time_ms: {
    label: 'Time of one execution',
    phrase: 'the time of one execution',
    unit: 'ms',
    of: 'execution',
  },
  avg_execution_time_ms: { label: 'Average time', phrase: 'the average time', unit: 'ms', of: 'window' },
  event_count: {
    label: 'Events of one execution',
    phrase: 'the number of events of one execution',
    unit: 'number',
    of: 'execution',
  },
  pending_count: {
    label: 'Pending transactions',
    phrase: 'the number of transactions that wait',
    unit: 'number',
    of: 'now',
  },
  pending_age_seconds: {
    label: 'Age of the oldest pending transaction',
    phrase: 'the time that the oldest transaction waits',
    unit: 'seconds',
    of: 'now',
  },
  wallet_balance_eth: {
    label: 'Balance of the sending account',
    phrase: 'the balance of the sending account',
    unit: 'coins',
    of: 'now',
  },
  contract_balance_eth: {
    label: 'Balance of the contract',
    phrase: 'the balance of the contract',
    unit: 'coins',
    of: 'now',
  },
  reorg_depth: {
    label: 'Depth of a chain reorganization',
    phrase: 'the depth of a reorganization',
    unit: 'number',
    of: 'now',
  },
};

export const operators: Record<string, string> = {
  greater_than: 'above',
  greater_than_or_equal: 'at least',
  less_than: 'below',
  less_than_or_equal: 'at most',
  equals: 'exactly',
  not_equals: 'not',
};

/** The unit shown next to the threshold. */
export const units: Record<MetricTexts['unit'], string> = {
  gas: 'gas',
  gwei: 'gwei',
  coins: 'in the native coin',
  usd: 'US dollars',
  ms: 'milliseconds',
  seconds: 'seconds',
  share: 'percent',
  number: 'as a number',
};

function textsOf(metric: string): MetricTexts {
  return metrics[metric as Metric] ?? { label: metric, phrase: metric, unit: 'number', of: 'now' };
}

function valueText(metric: string, value: number): string {
  switch (textsOf(metric).unit) {
    case 'share':
      return `${Number((value * 100).toFixed(1))} %`;
    case 'usd':
      return money(value);
    case 'ms':
      return duration(value);
    case 'seconds':
      return duration(value * 1_000);
    case 'gwei':
      return `${Number(value.toPrecision(6))} gwei`;
    case 'coins':
      return `${Number(value.toPrecision(6))} coins`;
    case 'gas':
      return `${Math.round(value).toLocaleString('en-US')} gas`;
    default:
      return Number.isInteger(value) ? count(value) : String(Number(value.toPrecision(6)));
  }
}

type Condition = Pick<Rule['condition'], 'metric' | 'operator' | 'threshold'> &
  Partial<Pick<Rule['condition'], 'window_minutes' | 'event'>>;

/** `When the share of executions that fail over the last 60 min is above 20 %`. */
export function conditionText({
  metric,
  operator,
  threshold,
  window_minutes: minutes,
  event,
}: Condition): string {
  const { phrase, of } = textsOf(metric);
  const what = event ? phrase.replace('events', `events “${event}”`) : phrase;
  const over = minutes && of === 'window' ? ` over the last ${spanText(minutes)}` : '';
  return `When ${what}${over} is ${operators[operator] ?? operator} ${valueText(metric, threshold)}`;
}

/** `hour`, `5 min`, `7 d`: after “the last”. */
export function spanText(minutes: number): string {
  if (minutes === 60) return 'hour';
  return minutes === 1_440 ? 'day' : duration(minutes * 60_000);
}

/** What a rule does besides publishing an event. */
export function actionsText(actions: Rule['actions']): string {
  if (actions.length === 0) return 'publishes the event alert.triggered';
  const said = actions.map((action) => {
    if (action.type === 'webhook') return `calls ${action.url}`;
    if (action.type === 'email') return `writes to ${action.recipients?.join(', ')}`;
    return action.event_type ? `publishes ${action.event_type}` : 'publishes the event alert.triggered';
  });
  return said.join(', ');
}

/** `The share of executions that fail is 40 %, above 20 %.` */
export function alertText({ metric, operator, threshold, value }: Alert): string {
  const { phrase } = textsOf(metric);
  const what = phrase.charAt(0).toUpperCase() + phrase.slice(1);
  return `${what} is ${valueText(metric, value)}, ${operators[operator] ?? operator} ${valueText(metric, threshold)}.`;
}

/** How often it fires at most. */
export function cooldownText(seconds: number): string | undefined {
  if (seconds === 0) return undefined;
  return `at most once in ${seconds < 60 ? plural(seconds, 'second') : duration(seconds * 1_000)}`;
}
