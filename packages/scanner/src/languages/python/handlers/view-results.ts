import { checkValue } from '../../../flow/check-value.ts';
import type { Machine } from '../../../flow/machine.ts';
import type { Value } from '../../../flow/value.ts';
import type { Expr } from '../../../ir/ir.ts';
import { checkGatewayAnswer } from '../../shared/handlers/header-writes.ts';

/** A view returns its page. */
export function checkViewResult(m: Machine, value: Value, e: Expr): void {
  checkGatewayAnswer(m, value, e);
  if (value.taints.length === 0 || value.objs.length > 0) return;
  const { fn, file } = m.frame;
  if (!fn.annotations.some((entry) => /(?:^|\.)(?:route|get|post|expose)$/.test(entry.name))) return;
  const isPage = fn.annotations.some((entry) => /\bHTMLResponse\b/.test(entry.args));
  if (!isPage && !file.imports.some((entry) => /^(?:flask|bottle|quart|cherrypy)/.test(entry.module))) return;
  checkValue(m, { name: 'return', kind: 'xss', at: [0], when: 'html' }, value, e, 'return');
}
