import { checkValue } from '../../../flow/check-value.ts';
import type { Machine } from '../../../flow/machine.ts';
import type { Value } from '../../../flow/value.ts';
import type { Expr } from '../../../ir/ir.ts';

const mappings =
  /^(?:RequestMapping|(?:Get|Post|Put|Delete|Patch)Mapping|Path|GET|POST|PUT|DELETE|ResponseBody|Produces|Get|Post)$/;

/** A method of a route returns a page, or the name of a view, which may be a redirect. */
export function checkMappedResult(m: Machine, value: Value, e: Expr): void {
  const { fn } = m.frame;
  if (!fn.annotations.some((entry) => mappings.test(entry.name))) return;
  if (value.text?.includes(':'))
    checkValue(m, { name: 'return', kind: 'redirect', at: [0], when: 'view' }, value, e, 'return');
  const isBody =
    fn.annotations.some((entry) => /^(?:ResponseBody|GET|POST|Produces)$/.test(entry.name)) ||
    (fn.cls?.annotations.some((entry) => /^(?:RestController|ResponseBody|Path)$/.test(entry.name)) ?? false);
  // A plain string becomes a page by default.
  if (isBody && (value.text?.includes('<') || (fn.returnType === 'String' && isOwnText(value, e))))
    checkValue(m, { name: 'return', kind: 'xss', at: [0], when: 'html' }, value, e, 'return');
}

/** A parameter or a concatenated text, not the result of another call. */
function isOwnText(value: Value, e: Expr): boolean {
  return value.text !== null || e.k !== 'call';
}
