import { checkValue } from '../../../flow/check-value.ts';
import type { Machine } from '../../../flow/machine.ts';
import type { Value } from '../../../flow/value.ts';
import type { Expr } from '../../../ir/ir.ts';

/** In Sequel, an index is a query to the database. */
export function checkDatasetElement(m: Machine, o: Value, key: Value, e: Expr): void {
  if (key.taints.length > 0 && o.taints.length === 0 && o.objs.length === 0)
    checkValue(m, { name: '[]', kind: 'sql', at: [0], when: 'sql' }, key, e, '[]');
}
