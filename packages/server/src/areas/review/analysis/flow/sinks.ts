import type { TaintKind } from '../../contract.ts';
import type { Expr } from '../ir/ir.ts';
import { describe, type SinkRule, type Where } from '../models/model.ts';
import { deepTaints } from './elements.ts';
import { allKinds, bitOf, maskOf } from './kinds.ts';
import type { Machine } from './machine.ts';
import { readField } from './properties.ts';
import { formatText } from './string-builtins.ts';
import {
  cleanTaints,
  hole,
  joinTaints,
  type Taint,
  textOfValue,
  unknown,
  type Value,
  weaken,
} from './value.ts';

const sqlText =
  /^\s*\(?\s*(?:select\b|insert\s+into\b|update\b[\s\S]*\bset\b|delete\s+from\b|replace\s+into\b|merge\s+into\b|drop\s|alter\s|create\s|truncate\s|exec(?:ute)?\s|call\b|\{\s*call|with\s+\w+\s+as\b|where\b|order\s+by\b|from\b|set\b|select\s)/i;

export interface CallSite {
  e: Expr;
  name: string;
  recv: Value | null;
  args: readonly Value[];
  /** Named arguments by name. */
  named: ReadonlyMap<string, Value>;
  /** Source text of what stands before the name. */
  written: string;
}

/** Reports what flows into a call that must not have it. Returns the bits of the kinds that the call is a sink of. */
export function checkSinks(m: Machine, site: CallSite): number {
  checkHeaderCall(m, site);
  const rules = m.model.sinksByName.get(site.name);
  if (rules === undefined) return 0;
  let text: string | null = null;
  let sunk = 0;
  for (const rule of rules) {
    if (rule.on !== undefined) {
      text ??= describe(site.recv ?? unknown, site.written);
      if (!rule.on.test(text)) continue;
    }
    if (rule.when !== 'sql' || sqlText.test(textOfValue(site.args[0] ?? unknown))) sunk |= bitOf(rule.kind);
    if (rule.when === 'page' && !isPageWriter(m, site)) continue;
    if (rule.kind === 'deserialization' && hasSafeLoader(site)) continue;
    if (rule.kind === 'xss' && writesToFile(m, site)) continue;
    if (rule.when === 'argv') {
      checkProgram(m, rule, site);
      continue;
    }
    const used =
      rule.kind === 'header' && typeof site.args[0]?.k === 'string' && /^location$/i.test(site.args[0].k)
        ? ({ ...rule, kind: 'redirect', when: 'head' } as const)
        : rule;
    for (const where of rule.at)
      for (const value of written(m, site) ?? argumentsAt(site, where))
        checkValue(m, used, value, site.e, sinkName(site));
  }
  return sunk;
}

/** The first argument is what a browser is answered through, by its type or else by its name. */
function isPageWriter(m: Machine, site: CallSite): boolean {
  const type = site.args[0]?.type ?? null;
  if (type !== null) return /ResponseWriter|^(?:gin|echo)\./.test(type);
  const e = site.e.k === 'call' ? site.e.args[0] : undefined;
  const text = e === undefined ? '' : m.file.text.slice(e.pos, Math.min(e.end, e.pos + 80));
  return /^(?:w|rw|res|resp|response|writer)$|\.(?:Writer|ResponseWriter|Response\(\))$/.test(text);
}

/** What a formatting call prints: placeholders for numbers print numbers. */
function written(m: Machine, site: CallSite): Value[] | null {
  const at =
    site.name === 'Fprintf' && m.file.language === 'Go'
      ? 1
      : site.name === 'printf' && m.file.language === 'PHP'
        ? 0
        : null;
  const format = at === null ? undefined : site.args[at]?.k;
  return at === null || typeof format !== 'string'
    ? null
    : [formatText(m, format, site.args.slice(at + 1), site.e)];
}

const answering = maskOf('sql', 'nosql', 'command', 'ldap');
const reading = maskOf('path', 'ssrf');

/** What such a call gives is what the database, program, file or server says, not what was asked with. */
export function isAnswer(sunk: number, name: string): boolean {
  if ((sunk & answering) !== 0) return !/^(?:prepare|raw|text|literal|Sql|SQL|unsafe)$/.test(name);
  if ((sunk & reading) === 0) return false;
  if ((sunk & bitOf('ssrf')) !== 0)
    return /^(?:get|post|put|patch|delete|head|fetch|request|exchange|send|axios|got|urlopen|execute|getFor\w+|postFor\w+)$/.test(
      name,
    );
  return /^(?:read\w*|send\w*|open(?:Sync)?|stat\w*|exists\w*|list\w*|scandir|glob|createReadStream|lines|is_?file|is_?dir|getsize|file_get_contents|download|FileResponse)$/.test(
    name,
  );
}

/** A writer that was made for a file or for memory, not for an answer. */
function writesToFile(m: Machine, { recv }: CallSite): boolean {
  if (
    recv === null ||
    !/^(?:PrintWriter|PrintStream|BufferedWriter|OutputStreamWriter)$/.test(recv.type ?? '')
  )
    return false;
  const target = readField(m, recv, '<arg0>');
  return target !== null && /^(?:File\w*|StringWriter|ByteArrayOutputStream|Path)$/.test(target.type ?? '');
}

/** A loader that builds plain values alone. */
function hasSafeLoader({ args, named }: CallSite): boolean {
  return [...args, ...named.values()].some((value) =>
    /(?:^|\.)C?(?:Safe|Base|Full)(?:Loader|Constructor)\b/.test(`${value.sym ?? ''} ${value.type ?? ''}`),
  );
}

/** A program and its arguments, given one by one or as a list. */
function checkProgram(m: Machine, rule: SinkRule, site: CallSite): void {
  const [start] = rule.at;
  const from = typeof start === 'number' ? start : 0;
  const given = site.args.slice(from);
  const name = sinkName(site);
  if (site.named.get('shell')?.k === true) {
    for (const value of given) checkValue(m, rule, value, site.e, name);
    return;
  }
  const parts: Value[] = [];
  for (const value of given) {
    const items = value.objs.length === 1 ? m.s.object(value.objs[0]!)?.items : null;
    if (items) parts.push(...items);
    else parts.push(value);
  }
  const [program, ...rest] = parts;
  if (program === undefined) return;
  checkValue(m, rule, program, site.e, name);
  const isKnown = typeof program.k === 'string';
  if (
    isKnown &&
    !/(?:^|[\\/])(?:(?:ba|z|da|k|c)?sh|cmd(?:\.exe)?|powershell(?:\.exe)?|env|xargs|sudo|ssh|python\d?|node|perl|ruby|eval)$/i.test(
      program.k as string,
    )
  )
    return;
  // A fixed script: what comes after it are its parameters.
  const flag = rest.findIndex((value) => typeof value.k === 'string' && /^-\w*c$/.test(value.k));
  if (isKnown && flag >= 0 && typeof rest[flag + 1]?.k === 'string') return;
  for (const value of rest) if (value.fns.length === 0) checkValue(m, rule, value, site.e, name);
}

export function checkWrite(m: Machine, o: Value, name: string, value: Value, e: Expr): void {
  const rules = m.model.writesByName.get(name);
  if (rules === undefined) return;
  const text = describe(o, m.file.text.slice(e.pos, Math.min(e.end, e.pos + 120)));
  for (const rule of rules)
    if (rule.on === undefined || rule.on.test(text)) checkValue(m, rule, value, e, name);
}

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
    checkValue(m, { name: 'session', kind: 'trust_boundary', at: [0] }, value, e, 'session');
    return;
  }
  if (!/headers|response|\bresp?\b|Response/.test(`${written} ${o.type ?? ''} ${o.sym ?? ''}`)) return;
  if (/^location$/i.test(key))
    checkValue(m, { name: key, kind: 'redirect', at: [0], when: 'head' }, value, e, key);
  else if (
    /headers|Response/.test(`${written} ${o.type ?? ''} ${o.sym ?? ''}`) &&
    /^[A-Za-z]+(?:-[A-Za-z]+)+$|^(?:Server|Cookie|Date|Refresh)$/.test(key)
  )
    checkValue(m, { name: key, kind: 'header', at: [0], when: 'text' }, value, e, key);
}

/** What a view returns is its page. */
export function checkResponse(m: Machine, value: Value, e: Expr): void {
  const { fn, file } = m.frame!;
  if (file.language === 'Ruby') {
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
    if (/Controller$/.test(fn.cls?.name ?? '') && fn.isExported && value.text?.includes('<'))
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
  if (isBody && value.text?.includes('<'))
    checkValue(m, { name: 'return', kind: 'xss', at: [0], when: 'html' }, value, e, 'return');
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
function checkHeaderCall(m: Machine, site: CallSite): void {
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

/** Said around an answer: it is a page, or text of a kind that is not said. */
const pageType = /["'`](?:text\/)?html["'`]|text\/html|TEXT_HTML|ResponseEntity\s*<\s*String\s*>/;

function frameText(m: Machine): string {
  const { fn, file } = m.frame!;
  return file.text.slice(fn.pos, fn.end);
}

function argumentsAt(site: CallSite, where: Where): Value[] {
  if (where === '*') return [...site.args, ...site.named.values()];
  if (where === '@') return site.recv === null ? [] : [site.recv];
  if (typeof where === 'string') {
    const named = site.named.get(where);
    return named === undefined ? [] : [named];
  }
  const value = site.args[where < 0 ? site.args.length + where : where];
  return value === undefined ? [] : [value];
}

function sinkName(site: CallSite): string {
  const owner =
    site.recv?.type ?? site.recv?.cls?.name ?? site.recv?.sym?.replace(/\(\)|^.*\//g, '') ?? site.written;
  return owner === '' || owner.length > 60 ? site.name : `${owner}.${site.name}`;
}

function checkValue(m: Machine, rule: SinkRule, value: Value, e: Expr, name: string): void {
  const taints = rule.when === 'object' ? operatorTaints(m, value) : deepTaints(m, value);
  if (taints.length === 0) return;
  const text = textOfValue(value);
  let factor = 1;
  switch (rule.when) {
    case 'sql':
      if (value.text === null || !sqlText.test(text)) return;
      break;
    case 'text':
      // A list is passed as arguments, an object as parameters, unless it holds the text itself.
      if (value.objs.length > 0 && value.taints.length === 0) {
        for (const field of ['text', 'sql', 'query']) {
          const held = readField(m, value, field);
          if (held !== null && held.objs.length === 0) checkValue(m, rule, held, e, name);
        }
        return;
      }
      break;
    case 'process': {
      // What stands in its list of arguments reaches no shell.
      const parts = ['FileName', '<arg0>', 'Arguments', '<arg1>'].map((field) => readField(m, value, field));
      if (value.objs.length === 0 || parts.every((part) => part === null)) break;
      for (const part of parts) if (part !== null) checkValue(m, { ...rule, when: 'text' }, part, e, name);
      return;
    }
    case 'entry': {
      const [key, held] = value.objs.length === 1 ? (m.s.object(value.objs[0]!)?.items ?? []) : [];
      if (held !== undefined && /location/i.test(`${key?.k ?? ''} ${key?.sym ?? ''}`))
        checkValue(m, { ...rule, when: 'head' }, held, e, name);
      return;
    }
    case 'built':
      if (value.text === null) return;
      break;
    case 'head':
      if (!text.startsWith(hole) && !/^(?:https?:)?\/?\/?$/.test(text.slice(0, text.indexOf(hole)))) return;
      break;
    case 'markup':
      if (!text.includes('<') && !pageType.test(frameText(m))) return;
      break;
    case 'view':
      if (!/^(?:redirect|forward):(?:\0|(?:https?:)?\/\/\0|\/\0)/.test(text)) return;
      break;
    case 'location':
      if (
        !/^\s*(?:location:|refresh:[^;]*;\s*url=)/i.test(text) ||
        /^\s*location:\s*(?:\/|[\w.-]+\/|https?:\/\/[\w.:-]+\/|\w+\.php)/i.test(text)
      )
        return;
      break;
    case 'object':
      // A query by options (`where`) takes plain values; other text is no operator.
      if (value.text !== null) factor = 0.8;
      if (isOptions(m, value)) return;
      break;
    case 'page':
    case 'html':
      if (/Headers$|MultiValueMap$/.test(value.type ?? '')) return;
      // An object is sent as JSON; so may be a whole body.
      if (value.objs.length > 0 && value.taints.length === 0 && !rule.name.startsWith('Execute')) return;
      // Go tells browsers what it is by how it begins: only a tag at the start makes a page of it.
      if (value.text !== null && !/[<>]/.test(text) && !text.startsWith(hole))
        factor = m.file.language === 'Go' && !/text\/html/.test(functionText(m)) ? 0.5 : 0.7;
      if (
        value.text === null &&
        taints.every(
          (taint) =>
            taint.source.kind === 'body' &&
            /\bbody$/.test(taint.source.file.text.slice(taint.source.pos, taint.source.end)) &&
            taint.step?.depth === 0,
        )
      )
        factor = 0.5;
      if (/reply\b|Reply/.test(name) && !text.includes('<')) return;
      break;
    default:
  }
  if (rule.kind === 'ssrf' || rule.kind === 'redirect') {
    const head = text.slice(0, text.indexOf(hole));
    // A fixed host: the data is a path or query on it. A fixed local path is no way to another site.
    if (
      /^(?:https?:)?\/\/[^/?#]+[/?#]/.test(head) ||
      (rule.kind === 'redirect' && /^\/(?![/\\]).|^\?/.test(head))
    )
      return;
  }
  if (rule.kind === 'path' && isCheckedLater(m, name, e)) return;
  // The address that was asked for, asked with other data.
  if (rule.kind === 'redirect' && /^\0[?#]/.test(text) && taints.some(isOwnAddress)) return;
  if (rule.kind === 'xxe' && !mayExpandEntities(m, name)) return;
  if (rule.kind === 'xss' && isNoPage(m)) return;
  const bit = bitOf(rule.kind);
  for (const taint of taints) {
    if ((taint.clean & bit) !== 0) continue;
    if (rule.kind === 'sql' && (taint.clean & bitOf('quoted_sql')) !== 0 && !isUnquoted(value)) continue;
    if (rule.kind === 'path' && isStream(taint)) continue;
    if ((rule.kind === 'redirect' || rule.kind === 'ssrf') && isOwnAddress(taint)) continue;
    if (taint.source.exposure === 'library' && (loading.test(name) || !countsInLibrary(rule.kind, value)))
      continue;
    if (rule.when === 'object' && isAlwaysText(taint) && !hasScript(m, value)) continue;
    m.report(
      rule.kind,
      factor === 1 ? taint : { ...taint, weight: taint.weight * factor },
      e.pos,
      e.end,
      name,
    );
  }
}

/** What a library loads by a name is up to who calls it. */
const loading =
  /(?:^|\.)(?:getattr|getMethod|getDeclaredMethod|import_module|__import__|require|forName|loadClass)$/;

/**
 * A library may pass on what it is given; it is at fault where it builds a command, query or the like around it,
 * or decodes it in a way that runs code.
 */
function countsInLibrary(kind: TaintKind, value: Value): boolean {
  switch (kind) {
    case 'sql':
    case 'command':
    case 'ldap':
    case 'xpath':
    case 'template':
      return value.text !== null || value.objs.length > 0;
    case 'nosql':
      return value.text !== null;
    case 'code':
    case 'deserialization':
    case 'xxe':
    case 'prototype_pollution':
      return true;
    default:
      return false;
  }
}

function functionText(m: Machine): string {
  const { fn, file } = m.frame!;
  return file.text.slice(fn.pos, fn.end);
}

/** A path is put together, made whole and then compared with the folder that it must stand in. */
function isCheckedLater(m: Machine, name: string, e: Expr): boolean {
  if (!/(?:^|\.)(?:File|get|of|resolve|Combine|GetFullPath)$/.test(name)) return false;
  const { fn, file } = m.frame!;
  const rest = file.text.slice(e.pos, fn.end);
  return /canonical|normalize\(|toRealPath|GetFullPath/i.test(rest) && /startsWith\s*\(/i.test(rest);
}

/** All that is not known stands outside of quotes, where escaping quotes changes nothing. */
function isUnquoted({ text }: Value): boolean {
  if (text === null || text.length > 290) return false;
  let quote = '';
  let holes = 0;
  for (const sign of text) {
    if (sign === hole) {
      // The last one stands for what may follow.
      if (quote !== '') return false;
      holes++;
    } else if (quote === sign) quote = '';
    else if (quote === '' && (sign === "'" || sign === '"')) quote = sign;
  }
  return holes > 0;
}

/** The body of a request as a stream is no name of a file. */
function isStream({ source, step }: Taint): boolean {
  return (
    source.kind === 'body' &&
    step?.depth === 0 &&
    /(?:\.Body|InputStream|OpenReadStream\(\)|BodyReader)$/.test(
      source.file.text.slice(source.pos, source.end),
    )
  );
}

const otherType =
  /(?:content[-_]?type|\.type\(|media_?type|mimetype|produces|Produces\()[^\n]{0,40}?["'`](?:text\/plain|txt|json|application\/(?!xhtml)|image\/)|MediaType\.(?:TEXT_PLAIN|APPLICATION_)/i;

/** The function around answers with something that browsers do not take for a page. */
function isNoPage(m: Machine): boolean {
  const { fn, file } = m.frame!;
  const text = file.text.slice(fn.pos, fn.end);
  return otherType.test(text) && !/text\/html|TEXT_HTML|["']html["']/i.test(text);
}

/** The request's own address: whoever is sent there is here already. */
function isOwnAddress({ source }: Taint): boolean {
  return (
    source.kind === 'http_header' &&
    /\.(?:url|path|originalUrl|baseUrl|href|pathname|full_path|RequestURI|Path)$/.test(
      source.file.text.slice(source.pos, source.end),
    )
  );
}

/** Data that may bring operators into a query: text that was put together brings none, unless it is run as a script. */
function operatorTaints(m: Machine, value: Value, depth = 0): readonly Taint[] {
  if (value.text !== null && depth > 0) return [];
  let { taints } = value;
  for (const id of depth > 4 ? [] : value.objs) {
    const object = m.s.object(id);
    if (object === undefined) continue;
    for (const [name, field] of object.fields)
      taints = joinTaints(
        taints,
        /^\$(?:where|expr|function)$/.test(name) ? deepTaints(m, field) : operatorTaints(m, field, depth + 1),
      );
    for (const item of object.items ?? []) taints = joinTaints(taints, operatorTaints(m, item, depth + 1));
    if (object.rest !== null) taints = joinTaints(taints, operatorTaints(m, object.rest, depth + 1));
  }
  return taints;
}

function isOptions(m: Machine, value: Value): boolean {
  return value.objs.some((id) => m.s.object(id)?.fields.has('where') ?? false);
}

/** Parts of a path, headers and cookies never become objects. */
function isAlwaysText({ source }: Taint): boolean {
  if (source.kind === 'http_header' || source.kind === 'cookie') return true;
  return /\bparams\b/.test(source.file.text.slice(source.pos, source.end));
}

/** `$where` and the like take text as code. */
function hasScript(m: Machine, value: Value): boolean {
  if (value.text !== null) return true;
  return value.objs.some((id) => {
    const fields = m.s.object(id)?.fields;
    return fields !== undefined && (fields.has('$where') || fields.has('$expr') || fields.has('$function'));
  });
}

/** Settings of the parser in the function around, or in its class: what forbids entities, and what asks for them where they are off. */
function mayExpandEntities(m: Machine, name: string): boolean {
  const { fn, file } = m.frame!;
  const text = file.text.slice(fn.pos, fn.end);
  if (
    /disallow-doctype-decl|FEATURE_SECURE_PROCESSING|setExpandEntityReferences\(false|ACCESS_EXTERNAL_DTD|SUPPORT_DTD|IS_SUPPORTING_EXTERNAL_ENTITIES|external-general-entities["'],\s*false|resolve_entities\s*=\s*False|DtdProcessing\.(?:Prohibit|Ignore)|XmlResolver\s*=\s*null|libxml_disable_entity_loader\(true|defusedxml/.test(
      text,
    )
  )
    return false;
  if (file.language === 'Python') {
    if (/defusedxml/.test(file.text)) return false;
    return (
      /lxml|objectify/.test(name) ||
      /feature_external_ges|feature_external_pes/.test(file.text) ||
      (/lxml/.test(file.text) && !/minidom|sax|ElementTree|xml\.etree/.test(name))
    );
  }
  if (file.language === 'PHP')
    return (
      /LIBXML_NOENT|LIBXML_DTDLOAD|libxml_disable_entity_loader\(\s*false/.test(text) ||
      name.includes('xml_parse')
    );
  if (file.language === 'C#')
    return /XmlResolver\s*=|XmlUrlResolver|DtdProcessing\.Parse|ProhibitDtd\s*=\s*false|XmlTextReader/.test(
      text,
    );
  if (file.language === 'JavaScript' || file.language === 'TypeScript')
    return /\bnoent\s*(?::(?!\s*false)|[,}])/.test(text);
  return true;
}

/** What a sanitizer leaves of the data. Null when the call is none. */
export function applyClean(m: Machine, site: CallSite): Value | null {
  const rules = m.model.cleansByName.get(site.name);
  let mask = 0;
  if (rules !== undefined) {
    const text = describe(site.recv ?? unknown, site.written);
    for (const rule of rules) {
      if (rule.on !== undefined && !rule.on.test(text)) continue;
      if (rule.kinds === 'all') return unknown;
      for (const kind of rule.kinds) mask |= bitOf(kind);
    }
  }
  let weight = 1;
  if (mask === 0) {
    const guess = guessSanitizer(site.name, m.file.language);
    if (guess === null) return null;
    mask = guess.mask;
    weight = guess.weight;
  }
  let taints = site.recv === null ? [] : deepTaints(m, site.recv);
  for (const value of site.args) taints = [...taints, ...deepTaints(m, value)];
  const cleaned = cleanTaints(taints, mask);
  return { ...unknown, taints: weight === 1 ? cleaned : weaken(cleaned, weight) };
}

const guesses: [RegExp, TaintKind[]][] = [
  [/html|xss/i, ['xss']],
  [/sql/i, ['sql']],
  [/ldap|dn$/i, ['ldap']],
  [/xpath|xml/i, ['xpath', 'xss']],
  [/shell|cmd|command|arg/i, ['command']],
  [/path|file/i, ['path']],
  [/url|uri/i, ['redirect', 'ssrf', 'header', 'path', 'xss']],
  [/regex/i, ['regex']],
  [/js|javascript|css/i, ['xss', 'code']],
  [/header|crlf|log/i, ['header', 'log']],
];

/** A function of somebody else's whose name says that it makes data safe. */
function guessSanitizer(name: string, language: string): { mask: number; weight: number } | null {
  // Rails makes the addresses of routes.
  if (language === 'Ruby' && /^[a-z]\w*_(?:path|url)$/.test(name))
    return { mask: maskOf('redirect', 'ssrf', 'path', 'xss', 'header'), weight: 1 };
  if (
    !/escape|saniti[sz]e|encode(?!r$|d$)|purify|quote|neutrali[sz]e|(?:^|_)clean/i.test(name) ||
    /un(?:escape|quote)|decode/i.test(name)
  )
    return null;
  let mask = 0;
  for (const [pattern, kinds] of guesses)
    if (pattern.test(name)) for (const kind of kinds) mask |= bitOf(kind);
  if (mask !== 0) return { mask, weight: 1 };
  if (/^(?:escape|sanitize|sanitise|purify|clean)$/i.test(name))
    return { mask: allKinds & ~bitOf('command') & ~bitOf('path') & ~bitOf('code'), weight: 0.5 };
  return /^encode$/i.test(name) ? null : { mask: 0, weight: 0.5 };
}

export function checkMisuse(m: Machine, site: CallSite): void {
  const rules = m.model.misuseByName.get(site.name);
  if (rules === undefined) return;
  const text = describe(site.recv ?? unknown, site.written);
  for (const rule of rules) {
    if (rule.on !== undefined && !rule.on.test(text)) continue;
    let detail = '';
    if (
      rule.unlessNamed?.some((name) => site.named.has(name)) ||
      (rule.unlessArgs !== undefined && site.args.length >= rule.unlessArgs)
    )
      continue;
    if (rule.context !== undefined && !rule.context.test(contextOf(m, site.e))) continue;
    if (rule.match !== undefined) {
      const value =
        rule.option !== undefined
          ? optionOf(m, site, rule.option)
          : (site.args[rule.at ?? 0] ?? [...site.named.values()][0]);
      const constant =
        value === undefined
          ? null
          : value.k !== undefined && value.k !== null
            ? String(value.k)
            : rule.literal
              ? null
              : (value.sym ?? null);
      if (constant === null || !rule.match.test(constant)) continue;
      detail = constant;
    }
    m.reportMisuse(
      rule.kind,
      site.e.pos,
      site.e.end,
      sinkName(site),
      detail.slice(0, 80),
      rule.weight ?? 0.9,
      rule.cwe,
    );
  }
}

/** The line of a call and the names of the functions around it. */
function contextOf(m: Machine, e: Expr): string {
  const { text } = m.file;
  const from = text.lastIndexOf('\n', e.pos) + 1;
  const to = text.indexOf('\n', e.end);
  return `${text.slice(from, to === -1 ? text.length : to)} ${m.frame!.fn.qualified}`;
}

function optionOf(m: Machine, site: CallSite, name: string): Value | undefined {
  const named = site.named.get(name);
  if (named !== undefined) return named;
  for (const value of site.args) {
    const field = value.objs.length > 0 ? readField(m, value, name) : null;
    if (field !== null) return field;
  }
  return undefined;
}

/** Data from outside that the call itself brings in; null when it brings none. */
export function findSource(
  m: Machine,
  site: CallSite,
): { kind: string; exposure: 'external' | 'library' | 'local' } | null {
  const rules = m.model.callsByName.get(site.name);
  if (rules === undefined) return null;
  // An address that the program made itself asks for what it wants.
  if (site.recv?.sym === '<own>') return null;
  const text = describe(site.recv ?? unknown, site.written);
  for (const rule of rules)
    if (rule.on === undefined || rule.on.test(text))
      return { kind: rule.kind, exposure: rule.exposure ?? 'external' };
  return null;
}
