import { checkValue } from '../../../flow/check-value.ts';
import type { Machine } from '../../../flow/machine.ts';
import { readField } from '../../../flow/properties.ts';
import type { Value } from '../../../flow/value.ts';
import type { Expr } from '../../../ir/ir.ts';
import { checkGatewayAnswer } from '../../shared/handlers/header-writes.ts';

/** A handler returns its answer. With `@Redirect()`, the result has the target. */
export function checkHandlerResult(m: Machine, value: Value, e: Expr): void {
  checkGatewayAnswer(m, value, e);
  if (value.objs.length === 0 || !m.frame.fn.annotations.some(({ name }) => name === 'Redirect')) return;
  const url = readField(m, value, 'url');
  if (url !== null)
    checkValue(m, { name: 'return', kind: 'redirect', at: [0], when: 'head' }, url, e, 'return');
}
