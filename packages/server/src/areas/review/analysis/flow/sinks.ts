import type { Expr } from '../ir/ir.ts';
import { describe, type SinkRule, type Where } from '../models/model.ts';
import { checkHeaderCall } from './answers.ts';
import { deepTaints } from './elements.ts';
import { bitOf, maskOf } from './kinds.ts';
import type { Machine } from './machine.ts';
import { readField } from './properties.ts';
import {
  countsInLibrary,
  frameText,
  functionText,
  hasScript,
  isAlwaysText,
  isCheckedLater,
  isNoPage,
  isOptions,
  isOwnAddress,
  isStream,
  isUnquoted,
  loading,
  mayExpandEntities,
  operatorTaints,
  pageType,
} from './sink-conditions.ts';
import { formatText } from './string-builtins.ts';
import { hole, textOfValue, unknown, type Value } from './value.ts';

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
    // Ktor answers plain text unless it is told to answer a page.
    if (site.name === 'respondText' && !/Html/i.test(m.file.text.slice(site.e.pos, site.e.end))) continue;
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

export function sinkName(site: CallSite): string {
  const owner =
    site.recv?.type ?? site.recv?.cls?.name ?? site.recv?.sym?.replace(/\(\)|^.*\//g, '') ?? site.written;
  return owner === '' || owner.length > 60 ? site.name : `${owner}.${site.name}`;
}

export function checkValue(m: Machine, rule: SinkRule, value: Value, e: Expr, name: string): void {
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
