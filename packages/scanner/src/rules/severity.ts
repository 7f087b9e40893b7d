import type { Severity } from '../types/finding.ts';

/**
 * What an attacker or a fault can cause. `takeover`: runs code, or reads and writes all data. `disclosure`: reads or
 * acts as one user. `weakening`: removes a layer of defence, or slows the service down. `hygiene`: makes the next
 * fault more likely.
 */
export type Impact = 'takeover' | 'disclosure' | 'weakening' | 'hygiene';

/**
 * Who can reach it: anybody over the network, only code that calls a library, only users of the machine or the build,
 * or only tests and examples.
 */
export type Exposure = 'external' | 'library' | 'local' | 'test';

/** The table behind every severity. The documentation shows it. */
export const severityTable: Record<Impact, Record<Exposure, Severity>> = {
  takeover: { external: 'critical', library: 'medium', local: 'medium', test: 'low' },
  disclosure: { external: 'high', library: 'medium', local: 'low', test: 'low' },
  weakening: { external: 'medium', library: 'low', local: 'low', test: 'low' },
  hygiene: { external: 'low', library: 'low', local: 'low', test: 'low' },
};

const ranks: Record<Severity, number> = { critical: 0, high: 1, medium: 2, low: 3 };

/** From 0 for critical to 3 for low. */
export function severityRank(severity: Severity): number {
  return ranks[severity];
}
