import type { Expr, FunctionIr } from '../ir/ir.ts';
import { type CallSite, sinkName } from './call-site.ts';
import { checkValue } from './check-value.ts';
import type { Machine } from './machine.ts';
import type { Value } from './value.ts';

/** `response.headers['Location'] = x` and the like. */
export function checkHeaderWrite(
  m: Machine,
  o: Value,
  key: string,
  value: Value,
  e: Expr,
  written: string,
): void {
  if (/(?:^|\.)session$|_SESSION$/.test(written)) {
    // Rails: the number that the database gave a record.
    if (m.file.language === 'Ruby' && /^[^\n]*=\s*@?[a-z_]\w*\.id\s*$/.test(lineFrom(m, e))) return;
    checkValue(m, { name: 'session', kind: 'trust_boundary', at: [0] }, value, e, 'session');
    return;
  }
  if (!/[hH]eaders|response|\bresp?\b|Response/.test(`${written} ${o.type ?? ''} ${o.sym ?? ''}`)) return;
  if (/^location$/i.test(key))
    checkValue(m, { name: key, kind: 'redirect', at: [0], when: 'head' }, value, e, key);
  else if (
    /[hH]eaders|Response/.test(`${written} ${o.type ?? ''} ${o.sym ?? ''}`) &&
    /^[A-Za-z]+(?:-[A-Za-z]+)+$|^(?:Server|Cookie|Date|Refresh)$/.test(key)
  )
    checkValue(m, { name: key, kind: 'header', at: [0], when: 'text' }, value, e, key);
}

function lineFrom({ file }: Machine, { pos }: Expr): string {
  const start = file.text.lastIndexOf('\n', pos) + 1;
  const end = file.text.indexOf('\n', pos);
  return file.text.slice(start, end < 0 ? file.text.length : end);
}

/** What a view returns is its page. */
export function checkResponse(m: Machine, value: Value, e: Expr): void {
  const { fn, file } = m.frame!;
  if (file.language === 'Ruby') {
    // Rack: [status, headers, [page]].
    if (fn.name === 'call') {
      const parts = value.objs.length === 1 ? m.s.object(value.objs[0]!)?.items : null;
      for (const id of (parts?.length === 3 ? parts[2] : undefined)?.objs ?? [])
        for (const part of m.s.object(id)?.items ?? [])
          if (part.text?.includes('<'))
            checkValue(m, { name: 'return', kind: 'xss', at: [0], when: 'html' }, part, e, 'return');
    }
    // Sinatra: what the block of a route gives is the page.
    if (
      value.text?.includes('<') &&
      /\b(?:get|post|put|delete|patch)\s*\(?\s*["'][^"'\n]*["']\s*\)?\s*$/.test(
        file.text.slice(Math.max(0, fn.pos - 160), fn.pos),
      )
    )
      checkValue(m, { name: 'return', kind: 'xss', at: [0], when: 'html' }, value, e, 'return');
    return;
  }
  if (file.language === 'PHP') {
    if (
      value.text?.includes('<') &&
      ((/Controller$/.test(fn.cls?.name ?? '') && fn.isExported) || isPagePart(fn))
    )
      checkValue(m, { name: 'return', kind: 'xss', at: [0], when: 'html' }, value, e, 'return');
    return;
  }
  if (file.language === 'Java' || file.language === 'Kotlin') {
    checkMappedResult(m, value, e);
    return;
  }
  checkGatewayAnswer(m, value, e);
  if (file.language !== 'Python' || value.taints.length === 0 || value.objs.length > 0) return;
  if (!fn.annotations.some((entry) => /(?:^|\.)(?:route|get|post|expose)$/.test(entry.name))) return;
  const isPage = fn.annotations.some((entry) => /\bHTMLResponse\b/.test(entry.args));
  if (!isPage && !file.imports.some((entry) => /^(?:flask|bottle|quart|cherrypy)/.test(entry.module))) return;
  checkValue(m, { name: 'return', kind: 'xss', at: [0], when: 'html' }, value, e, 'return');
}

/** WordPress puts what these functions give into the page: shortcodes and filters of what is shown. */
function isPagePart({ file, pos, name }: FunctionIr): boolean {
  const { text } = file;
  if (!/add_shortcode|add_filter/.test(text)) return false;
  const before = text.slice(Math.max(0, pos - 120), pos);
  return (
    /add_(?:shortcode\s*\(\s*['"][^'"]+['"]|filter\s*\(\s*['"](?:the_(?:content|title|excerpt)|widget_text|comment_text)['"])\s*,\s*(?:static\s+)?$/.test(
      before,
    ) ||
    (/^\w+$/.test(name) &&
      new RegExp(
        String.raw`add_(?:shortcode\s*\(\s*['"][^'"]+['"]|filter\s*\(\s*['"](?:the_(?:content|title|excerpt)|widget_text|comment_text)['"])\s*,\s*(?:(?:array\s*\(|\[)[^,]{1,60},\s*)?['"]${name}['"]`,
      ).test(text))
  );
}

const mappings =
  /^(?:RequestMapping|(?:Get|Post|Put|Delete|Patch)Mapping|Path|GET|POST|PUT|DELETE|ResponseBody|Produces|Get|Post)$/;

/** What a method behind a route returns: a page, or the name of a view that may send elsewhere. */
function checkMappedResult(m: Machine, value: Value, e: Expr): void {
  const { fn } = m.frame!;
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

/** `{ statusCode, headers, body }`: what a function behind a gateway answers. */
function checkGatewayAnswer(m: Machine, value: Value, e: Expr): void {
  if (!['JavaScript', 'TypeScript', 'TSX', 'Python'].includes(m.file.language)) return;
  for (const id of value.objs) {
    const fields = m.s.object(id)?.fields;
    const body = fields?.get('body');
    if (fields === undefined || !fields.has('statusCode')) continue;
    if (body?.text?.includes('<')) {
      const at = m.file.text.slice(e.pos, e.end).search(/\bbody["']?\s*[:=]/);
      const place = at < 0 ? e : { ...e, pos: e.pos + at };
      checkValue(m, { name: 'body', kind: 'xss', at: [0], when: 'html' }, body, place, 'body');
    }
    for (const inner of fields.get('headers')?.objs ?? []) checkLocation(m, inner, e);
  }
}

/** A Location header among those of an object. */
function checkLocation(m: Machine, id: number, e: Expr): void {
  for (const [name, value] of m.s.object(id)?.fields ?? [])
    if (/^location$/i.test(name))
      for (const part of [value, ...value.objs.flatMap((inner) => m.s.object(inner)?.items ?? [])])
        checkValue(m, { name, kind: 'redirect', at: [0], when: 'head' }, part, e, 'Location');
}

const headerCalls =
  /^(?:setHeader|addHeader|set|add|put|header|append|writeHead|ResponseEntity|set_header|add_header|Response|NextResponse|HttpResponse)$/;

/** Headers that are set by name or by an object of them. */
export function checkHeaderCall(m: Machine, site: CallSite): void {
  if (!headerCalls.test(site.name)) return;
  const [name, value] = site.args;
  if (typeof name?.k === 'string' && /^location$/i.test(name.k) && value !== undefined)
    checkValue(
      m,
      { name: 'Location', kind: 'redirect', at: [0], when: 'head' },
      value,
      site.e,
      sinkName(site),
    );
  for (const options of [...site.args.slice(0, 3), ...site.named.values()])
    for (const id of options.objs) {
      checkLocation(m, id, site.e);
      for (const inner of m.s.object(id)?.fields.get('headers')?.objs ?? []) checkLocation(m, inner, site.e);
    }
}
