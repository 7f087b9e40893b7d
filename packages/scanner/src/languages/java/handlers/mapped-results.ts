import { checkValue } from '../../../flow/check-value.ts';
import type { Machine } from '../../../flow/machine.ts';
import type { Value } from '../../../flow/value.ts';
import type { Expr } from '../../../ir/ir.ts';

const mappings =
  /^(?:RequestMapping|(?:Get|Post|Put|Delete|Patch)Mapping|Path|GET|POST|PUT|DELETE|ResponseBody|Produces|Get|Post)$/;

/** What a method behind a route returns: a page, or the name of a view that may send elsewhere. */
export function checkMappedResult(m: Machine, value: Value, e: Expr): void {
  const { fn } = m.frame;
  if (!fn.annotations.some((entry) => mappings.test(entry.name))) return;
  if (value.text?.includes(':'))
    checkValue(m, { name: 'return', kind: 'redirect', at: [0], when: 'view' }, value, e, 'return');
  const isBody =
    fn.annotations.some((entry) => /^(?:ResponseBody|GET|POST|Produces)$/.test(entry.name)) ||
    (fn.cls?.annotations.some((entry) => /^(?:RestController|ResponseBody|Path)$/.test(entry.name)) ?? false);
  // A plain string is answered as a page where nobody says otherwise.
  if (isBody && (value.text?.includes('<') || (fn.returnType === 'String' && isOwnText(value, e))))
    checkValue(m, { name: 'return', kind: 'xss', at: [0], when: 'html' }, value, e, 'return');
}

/** What was given or text around it, not what another call made of it. */
function isOwnText(value: Value, e: Expr): boolean {
  return value.text !== null || e.k !== 'call';
}
