import type { FunctionIr } from '../../../ir/ir.ts';

const subject =
  /(?:(?:\b|_)(?:ip|IP|Ip|addr|Addr|host|Host|inet|Inet|resolved)|[a-z0-9](?:Ip|IP|Addr|Host))(?:s|v[46]|ress\w*|name\w*|[A-Z_]\w*)?\b/
    .source;
const question = /(?:\b|_)[iI]s_?(?:[pP]rivate|[gG]lobal|[iI]nternal|[pP]ublic|[rR]eserved)\b/.source;

/** A record may be private as well: the question is one about an address. */
const asksOfAddress = new RegExp(`${subject}[^\\n;]{0,80}${question}|${question}[^\\n;]{0,80}${subject}`);

/** What is called as such a question, as a list to compare with, or as a client that asks. */
const namedSo =
  /\bis_?(?:loopback|link_?local)|\b\w*(?:is|allow|block|deny|reject|refuse|forbid|prevent|check|ensure|validate|verify|assert|guard|filter|non)_?(?:private|global|internal|local|public|reserved)_?(?:ip|addr|host|network|url|range)\w*|(?:private|internal|non_?public|reserved|blocked)_?(?:ip_?)?(?:networks|ranges|address_?blocks|addresses|cidrs|ips|hosts)\b|\b(?:transport|dispatcher|agent|https?_?agent|connector|adapter)['"]?\s*[:=]\s*(?:new\s+|await\s+)?[\w.]*(?:safe|ssrf|filter|guard)\w*/i;

/** Whoever makes the request looks at where its address leads, or has a client do so. */
export function asksForPrivate(fn: FunctionIr): boolean {
  const text = textAround(fn);
  return (
    (namedSo.test(text) || asksOfAddress.test(text)) &&
    !/\ballow_?(?:private|internal)\w*\s*[:=]\s*true\b/i.test(text)
  );
}

/** A function and those around it, without what stands beside it in functions of its own: that is about other requests. */
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
