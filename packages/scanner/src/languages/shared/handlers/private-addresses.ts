import type { FunctionIr } from '../../../ir/ir.ts';

const subject =
  /(?:(?:\b|_)(?:ip|IP|Ip|addr|Addr|host|Host|inet|Inet|resolved)|[a-z0-9](?:Ip|IP|Addr|Host))(?:s|v[46]|ress\w*|name\w*|[A-Z_]\w*)?\b/
    .source;
const question = /(?:\b|_)[iI]s_?(?:[pP]rivate|[gG]lobal|[iI]nternal|[pP]ublic|[rR]eserved)\b/.source;

/** Records may be private too, so the check has to be about an address. */
const asksOfAddress = new RegExp(`${subject}[^\\n;]{0,80}${question}|${question}[^\\n;]{0,80}${subject}`);

/** Names of such a check, of a list to compare with, or of a client that checks. */
const namedSo =
  /\bis_?(?:loopback|link_?local)|\b\w*(?:is|allow|block|deny|reject|refuse|forbid|prevent|check|ensure|validate|verify|assert|guard|filter|non)_?(?:private|global|internal|local|public|reserved)_?(?:ip|addr|host|network|url|range)\w*|(?:private|internal|non_?public|reserved|blocked)_?(?:ip_?)?(?:networks|ranges|address_?blocks|addresses|cidrs|ips|hosts)\b|\b(?:transport|dispatcher|agent|https?_?agent|connector|adapter)['"]?\s*[:=]\s*(?:new\s+|await\s+)?[\w.]*(?:safe|ssrf|filter|guard)\w*/i;

/** Whether the code around a request checks where its address leads, or uses a client that does. */
export function asksForPrivate(fn: FunctionIr): boolean {
  const text = textAround(fn);
  return (
    (namedSo.test(text) || asksOfAddress.test(text)) &&
    !/\ballow_?(?:private|internal)\w*\s*[:=]\s*true\b/i.test(text)
  );
}

/**
 * The text of a function and of the functions around it, without other nested functions: those are about other
 * requests.
 */
function textAround(fn: FunctionIr): string {
  const { file } = fn;
  const parts = [file.text.slice(fn.pos, fn.end)];
  for (let holder = fn.parent; holder !== null && holder !== file.top; holder = holder.parent) {
    const { pos, end } = holder;
    let from = pos;
    for (const inner of file.functions) {
      if (inner.parent !== holder || inner.pos < from) continue;
      parts.push(file.text.slice(from, inner.pos));
      from = inner.end;
    }
    parts.push(file.text.slice(from, end));
  }
  return parts.join('\n');
}
