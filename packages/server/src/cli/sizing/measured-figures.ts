import type { Span } from './span.ts';

/** The cost of something for an event of 1 KB, and for each further KB. */
export interface CostBySize {
  base: Span;
  perKb: Span;
  unit: 'us' | 'B';
  source: string;
}

const PROFILE = 'docs/decisions/0003, `npm run bench -- --quick profile`';
const CAPACITY = 'docs/decisions/0044, `npm run bench -- --quick capacity`';

/**
 * The figures of the calculator. Each was measured on two cores that also ran the load generator and the receiver: the
 * lower value without other load, the higher value while other programs used up to three quarters of both cores. Bytes
 * are for payloads that do not compress; text above 2 KB takes less.
 */
export const measured = {
  serviceOfEvent: {
    base: { low: 63, high: 146 },
    perKb: { low: 3, high: 12 },
    unit: 'us',
    source: `${PROFILE}; ${CAPACITY}`,
  },
  serviceOfDelivery: {
    base: { low: 90, high: 130 },
    perKb: { low: 7, high: 38 },
    unit: 'us',
    source: `${PROFILE}; ${CAPACITY}`,
  },
  databaseOfEvent: {
    base: { low: 18, high: 46 },
    perKb: { low: 13, high: 23 },
    unit: 'us',
    source: `${PROFILE}; ${CAPACITY}`,
  },
  databaseOfDelivery: {
    base: { low: 32, high: 53 },
    perKb: { low: 0, high: 17 },
    unit: 'us',
    source: `${PROFILE}; ${CAPACITY}`,
  },
  diskOfEvent: {
    base: { low: 1_340, high: 1_370 },
    perKb: { low: 1_050, high: 1_080 },
    unit: 'B',
    source: CAPACITY,
  },
  diskOfDelivery: { base: { low: 380, high: 630 }, perKb: { low: 0, high: 0 }, unit: 'B', source: CAPACITY },
  walOfEvent: {
    base: { low: 1_450, high: 1_470 },
    perKb: { low: 1_090, high: 1_140 },
    unit: 'B',
    source: CAPACITY,
  },
  walOfDelivery: { base: { low: 820, high: 1_280 }, perKb: { low: 0, high: 0 }, unit: 'B', source: CAPACITY },
} satisfies Record<string, CostBySize>;

/**
 * The cost of one event with several processes on a machine, divided by that with one: at the same rate their batches
 * are smaller.
 */
export const severalProcesses = {
  factor: { low: 1, high: 1.62 },
  source: 'docs/decisions/0035, `npm run bench -- --quick processes`: 120 us with one, 194 us with four',
};

/**
 * Cores that a serving process takes in addition to the cost of events: when idle, and because small batches cost more.
 */
export const rest = {
  service: { low: 0.04, high: 0.2 },
  database: { low: 0.02, high: 0.09 },
  source: 'docs/decisions/0044, `npm run bench -- --quick rates` at 10, 100 and 1,000 events/s',
};

/** Resident memory of a serving process, in MB. */
export const processMemory = {
  megabytes: { low: 148, high: 170 },
  source: 'docs/decisions/0009, `npm run bench -- memory`; docs/growing.md',
};

/** Memory of all processes of the embedded PostgreSQL after full load, in MB. */
export const databaseMemory = { megabytes: { low: 110, high: 380 }, source: CAPACITY };
