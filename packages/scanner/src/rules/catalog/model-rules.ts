import type { CatalogRow } from './catalog-row.ts';

/** Claims of a language model that a second check confirmed. The finding has its own CWE. */
export const modelRules: readonly CatalogRow[] = [
  ['access-control/model', 'Access control flaw found by a language model', null, 'critical'],
  ['api-contract/model', 'API design flaw found by a language model', null, 'critical'],
  ['api-docs/model', 'Documentation flaw found by a language model', null, 'critical'],
  ['crypto-transport/model', 'Cryptographic flaw found by a language model', null, 'critical'],
  ['data-access/model', 'Data access flaw found by a language model', null, 'critical'],
  ['injection/model', 'Injection flaw found by a language model', null, 'critical'],
  ['reliability/model', 'Reliability flaw found by a language model', null, 'critical'],
  ['runtime/model', 'Performance flaw found by a language model', null, 'critical'],
  ['test-quality/model', 'Test flaw found by a language model', null, 'critical'],
];
