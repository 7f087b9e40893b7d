import { checkValue } from '../../../flow/check-value.ts';
import type { Machine } from '../../../flow/machine.ts';
import type { Value } from '../../../flow/value.ts';
import type { Expr } from '../../../ir/ir.ts';

/** A Rack application, or the block of a route, returns the page. */
export function checkPageResult(m: Machine, value: Value, e: Expr): void {
  const { fn, file } = m.frame;
  // Rack: [status, headers, [page]].
  if (fn.name === 'call') {
    const parts = m.s.only(value)?.items;
    for (const id of (parts?.length === 3 ? parts[2] : undefined)?.objs ?? [])
      for (const part of m.s.object(id)?.items ?? [])
        if (part.text?.includes('<'))
          checkValue(m, { name: 'return', kind: 'xss', at: [0], when: 'html' }, part, e, 'return');
  }
  // Sinatra: the block of a route returns the page.
  if (
    value.text?.includes('<') &&
    /\b(?:get|post|put|delete|patch)\s*\(?\s*["'][^"'\n]*["']\s*\)?\s*$/.test(
      file.text.slice(Math.max(0, fn.pos - 160), fn.pos),
    )
  )
    checkValue(m, { name: 'return', kind: 'xss', at: [0], when: 'html' }, value, e, 'return');
}

/** Rails: the id that the database gave a record. */
export function isRecordId(m: Machine, e: Expr): boolean {
  return /^[^\n]*=\s*@?[a-z_]\w*\.id\s*$/.test(lineFrom(m, e));
}

function lineFrom({ file }: Machine, { pos }: Expr): string {
  const start = file.text.lastIndexOf('\n', pos) + 1;
  const end = file.text.indexOf('\n', pos);
  return file.text.slice(start, end < 0 ? file.text.length : end);
}
