import type { Expr } from '../ir/ir.ts';
import type { TaintKind } from '../types/flow-findings.ts';
import { checkHeaderCall } from './answers.ts';
import { type CallSite, sinkName } from './call-site.ts';
import { checkValue, sqlText } from './check-value.ts';
import { bitOf, maskOf } from './kinds.ts';
import { describe, type SinkRule, type Where } from './language-model.ts';
import type { Machine } from './machine.ts';
import { readField } from './properties.ts';
import { formatText } from './string-builtins.ts';
import { textOfValue, unknown, type Value } from './value.ts';

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
    // Ktor answers plain text unless it is told to answer a page.
    if (site.name === 'respondText' && !/Html/i.test(m.file.text.slice(site.e.pos, site.e.end))) continue;
    if (
      rule.kind === 'deserialization' &&
      (hasSafeLoader(site) || buildsPlainValues(site) || isMadeSafe(m, site) || refusesClasses(m, site))
    )
      continue;
    // Twig takes names of files, unless it is given texts for them.
    if (
      rule.kind === 'template' &&
      site.name === 'render' &&
      m.file.language === 'PHP' &&
      !/Loader_?String|StringLoader/i.test(m.file.text)
    )
      continue;
    // Of the options of a request only its address chooses whom it asks.
    if (
      /^(?:curl_)?setopt$/.test(site.name) &&
      !/(?:OPT_|\.)URL\b/.test(m.file.text.slice(site.e.pos, site.e.end))
    )
      continue;
    // `new Content(…)` is some type of that name, `Content(…)` an answer.
    if (rule.kind === 'xss' && (writesToFile(m, site) || (site.name === 'Content' && site.e.k === 'new')))
      continue;
    // Archives that are unpacked by a filter of the library stay in their folder.
    if (rule.kind === 'path' && site.name === 'extractall' && site.named.has('filter')) continue;
    // Express refuses paths that leave the root that it is given.
    if (/^send[fF]ile$/.test(site.name) && site.args[1] !== undefined && readField(m, site.args[1], 'root'))
      continue;
    if (rule.when === 'argv') {
      checkProgram(m, rule, site);
      continue;
    }
    const isLocation =
      rule.kind === 'header' && typeof site.args[0]?.k === 'string' && /^location$/i.test(site.args[0].k);
    for (const where of rule.at)
      for (const value of written(m, site) ?? argumentsAt(site, where))
        checkValue(m, isLocation ? locationRule(rule, value) : rule, value, site.e, sinkName(site));
  }
  return sunk;
}

/** At its start, data chooses where a browser is sent; behind it, it may begin a header of its own. */
function locationRule(rule: SinkRule, value: Value): SinkRule {
  return /^(?:\0|(?:https?:)?\/\/?\0)/.test(textOfValue(value)) || value.text === null
    ? { ...rule, kind: 'redirect', when: 'head' }
    : rule;
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
  if (recv !== null && recv.objs.length > 0 && m.s.object(recv.objs[0]!)?.kind === 'buffer') return true;
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

/** Options by which a loader builds plain values alone. */
function buildsPlainValues({ named, name }: CallSite): boolean {
  if (name !== 'load') return false;
  return (
    named.get('weights_only')?.k === true ||
    /^:?(?:strict|compat|null|json|wab|rails)$/.test(
      String(named.get('mode')?.k ?? named.get('mode')?.sym ?? ''),
    )
  );
}

/** PHP's `unserialize($text, ['allowed_classes' => false])`, or a list of some. */
function refusesClasses(m: Machine, { name, args }: CallSite): boolean {
  const [, options] = args;
  if (name !== 'unserialize' || options === undefined) return false;
  const allowed = readField(m, options, 'allowed_classes');
  return allowed !== null && allowed.k !== true && allowed.k !== 1;
}

/** `new Yaml(new SafeConstructor(…))`; a stream that a filter was set on. */
function isMadeSafe(m: Machine, { name, recv, written }: CallSite): boolean {
  const given = recv === null ? null : readField(m, recv, '<arg0>');
  if (/SafeConstructor/.test(`${given?.type ?? ''} ${written}`)) return true;
  const { fn, file } = m.frame!;
  // XStream with a list of types; Kryo, which takes registered types alone unless it is told otherwise.
  if (
    name === 'fromXML' &&
    /\.allowTypes?\w*\s*\(|\.addPermission\s*\((?!\s*AnyTypePermission)|setupDefaultSecurity/.test(file.text)
  )
    return true;
  // Without a resolver of types it builds what it is asked for, whatever the data says.
  if (
    name === 'Deserialize' &&
    /JavaScriptSerializer/.test(recv?.type ?? written) &&
    !/TypeResolver/.test(file.text)
  )
    return true;
  if (name === 'readClassAndObject' && !/egistrationRequired\s*(?:\(|=)\s*false/.test(file.text)) return true;
  return /\.setObjectInputFilter\s*\(|\bYaml\s*\(\s*(?:new\s+)?SafeConstructor/.test(
    file.text.slice(fn.pos, fn.end),
  );
}

/** A program and its arguments, given one by one or as a list. */
function checkProgram(m: Machine, rule: SinkRule, site: CallSite): void {
  const [start] = rule.at;
  const from = typeof start === 'number' ? start : 0;
  const words = site.named.get('args') ?? site.named.get('cmd');
  const given = site.args.length <= from && words !== undefined ? [words] : site.args.slice(from);
  const name = sinkName(site);
  const last = site.args.at(-1);
  const shell =
    site.named.get('shell') ??
    (last !== undefined && last.objs.length === 1 ? readField(m, last, 'shell') : null);
  if (shell?.k === true || (typeof shell?.k === 'string' && m.file.language !== 'Python')) {
    for (const value of given)
      if (value.fns.length === 0 && (value !== last || shell === site.named.get('shell')))
        checkValue(m, rule, value, site.e, name);
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

/** Laravel's requests with rules of their own are requests to themselves. */
function ownRequest(m: Machine, { written }: CallSite): string {
  return written === '$this' && m.frame!.fn.cls?.bases.includes('FormRequest') ? ' Request' : '';
}

export interface FoundSource {
  kind: string;
  exposure: 'external' | 'library' | 'local';
  only?: readonly TaintKind[];
}

/** `System.getProperty("user.dir")`: what the machine says of itself. */
function isOfMachine({ args }: CallSite): boolean {
  return (
    typeof args[0]?.k === 'string' && /^(?:java|jdk|sun|os|user|file|line|path|native)\./.test(args[0].k)
  );
}

function namesFile(value: Value | undefined): boolean {
  return (
    value !== undefined &&
    (typeof value.k === 'string' ||
      value.text !== null ||
      /^(?:[sS]tring|Path|File|FileInfo)$/.test(value.type ?? ''))
  );
}

/** Data from outside that the call itself brings in; null when it brings none. */
export function findSource(m: Machine, site: CallSite): FoundSource | null {
  const rules = m.model.callsByName.get(site.name);
  if (rules === undefined) return null;
  // An address that the program made itself asks for what it wants.
  if (site.recv?.sym === '<own>') return null;
  const text = describe(site.recv ?? unknown, site.written) + ownRequest(m, site);
  for (const rule of rules)
    if (
      (rule.on === undefined || rule.on.test(text)) &&
      !(rule.kind === 'setting' && isOfMachine(site)) &&
      (rule.when !== 'named' || namesFile(site.args[0])) &&
      (rule.when !== 'asked' || site.args.length < 2)
    )
      return {
        kind: rule.kind,
        exposure: rule.exposure ?? 'external',
        ...(rule.only && { only: rule.only }),
      };
  return null;
}
