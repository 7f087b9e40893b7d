import { expect, test } from 'vitest';
import { accessIdPrefixes } from '../areas/access/index.ts';
import { contractsIdPrefixes } from '../areas/contracts/index.ts';
import { outreachIdPrefixes } from '../areas/outreach/index.ts';
import { reviewIdPrefixes } from '../areas/review/index.ts';
import { webhooksIdPrefixes } from '../areas/webhooks/index.ts';
import { clusterIdPrefixes } from '../engine/cluster/index.ts';
import { deliveryIdPrefixes } from '../engine/delivery/index.ts';
import { spineIdPrefixes } from '../engine/spine/index.ts';
import { workflowIdPrefixes } from '../engine/workflows/index.ts';
import { commonIdPrefixes, type IdPrefix } from '../kit/ids.ts';

const tables = [
  commonIdPrefixes,
  spineIdPrefixes,
  deliveryIdPrefixes,
  workflowIdPrefixes,
  clusterIdPrefixes,
  accessIdPrefixes,
  webhooksIdPrefixes,
  contractsIdPrefixes,
  outreachIdPrefixes,
  reviewIdPrefixes,
] as const;

type KeysOf<Table> = Table extends unknown ? keyof Table : never;
type Brought = KeysOf<(typeof tables)[number]>;

test('every id prefix belongs to one area and names one kind of thing', () => {
  // If a table is missing above, this does not compile: its prefixes would be known but not brought.
  const prefixes = tables.flatMap((table) => Object.keys(table) as IdPrefix[] satisfies Brought[]);
  expect(prefixes.filter((prefix, at) => prefixes.indexOf(prefix) !== at)).toEqual([]);
  const things = tables.flatMap((table) => Object.values(table));
  expect(new Set(things).size).toBe(things.length);
});
