import type { Expr } from '../ir/ir.ts';
import { assign } from './assign.ts';
import type { CallSite } from './call-site.ts';
import { deepTaints } from './elements.ts';
import { describe } from './language-model.ts';
import type { Machine } from './machine.ts';
import { sourceValue } from './source-value.ts';
import { addStep, joinTaints, type Taint, unknown } from './value.ts';

interface OutRule {
  /** Argument that is written to. */
  to: number;
  /** Arguments whose data goes there; `recv` for the receiver's. */
  from?: readonly (number | 'recv' | 'rest')[];
  /** Data from outside that goes there, when the receiver or the languages match. */
  source?: { kind: string; exposure: 'external' | 'local' };
  /** Each argument from `to` on is written to. */
  onward?: true;
  /** What was there is a number afterwards. */
  clears?: true;
  languages: readonly string[];
  /** The first argument must match where it is known: a pattern that lets anything through. */
  when?: RegExp;
  /** The receiver must match. */
  on?: RegExp;
}

const go = ['Go'];
const c = ['C', 'C++'];
const typed: OutRule = {
  to: 0,
  source: { kind: 'argument', exposure: 'local' },
  onward: true,
  languages: go,
};
const bind: OutRule = { to: 0, source: { kind: 'body', exposure: 'external' }, languages: go };

/** Calls that give their result through an argument. */
const rules: Readonly<Record<string, OutRule>> = {
  BindJSON: bind,
  ShouldBindJSON: bind,
  ShouldBind: bind,
  BindQuery: bind,
  ShouldBindQuery: bind,
  ShouldBindUri: bind,
  BodyParser: bind,
  QueryParser: bind,
  Bind: bind,
  Decode: { to: 0, from: ['recv'], languages: go },
  Unmarshal: { to: 1, from: [0], languages: go },
  Fprintf: { to: 0, from: ['rest'], languages: go },
  Fprint: { to: 0, from: ['rest'], languages: go },
  Fscanf: { to: 2, from: [0], languages: go },
  Fscan: { to: 1, from: [0], onward: true, languages: go },
  Fscanln: { to: 1, from: [0], onward: true, languages: go },
  Scan: { ...typed, on: /^fmt(?:\s|$)/ },
  Scanln: { ...typed, on: /^fmt(?:\s|$)/ },
  Scanf: { ...typed, to: 1, on: /^fmt(?:\s|$)/ },
  Sscanf: { to: 2, from: [0], onward: true, languages: go },
  Sscan: { to: 1, from: [0], onward: true, languages: go },
  StringVar: { to: 0, source: { kind: 'argument', exposure: 'local' }, languages: go, on: /^flag(?:\s|$)/ },
  ReadJSON: { to: 0, source: { kind: 'message', exposure: 'external' }, languages: go },
  Read: { to: 0, source: { kind: 'body', exposure: 'external' }, languages: go, on: /net\.\w*Conn/ },
  ReadFrom: { to: 0, source: { kind: 'body', exposure: 'external' }, languages: go, on: /net\.\w*Conn/ },
  ReadFull: { to: 1, from: [0], languages: go },
  copy: { to: 0, from: [1], languages: go },
  fgetws: { to: 0, source: { kind: 'argument', exposure: 'local' }, languages: c },
  fgets: { to: 0, source: { kind: 'argument', exposure: 'local' }, languages: c },
  gets: { to: 0, source: { kind: 'argument', exposure: 'local' }, languages: c },
  scanf: { to: 1, source: { kind: 'argument', exposure: 'local' }, languages: c },
  fscanf: { to: 2, source: { kind: 'argument', exposure: 'local' }, languages: c },
  recv: { to: 1, source: { kind: 'body', exposure: 'external' }, languages: c },
  recvfrom: { to: 1, source: { kind: 'body', exposure: 'external' }, languages: c },
  read: { to: 1, source: { kind: 'body', exposure: 'local' }, languages: c },
  getline: { to: 1, source: { kind: 'argument', exposure: 'local' }, languages: ['C++'] },
  sscanf: { to: 2, from: [0], onward: true, languages: c },
  strcpy: { to: 0, from: [1], languages: c },
  strncpy: { to: 0, from: [1], languages: c },
  wcscpy: { to: 0, from: [1], languages: c },
  wcsncpy: { to: 0, from: [1], languages: c },
  memcpy: { to: 0, from: [1], languages: c },
  memmove: { to: 0, from: [1], languages: c },
  strcat: { to: 0, from: [0, 1], languages: c },
  strncat: { to: 0, from: [0, 1], languages: c },
  wcscat: { to: 0, from: [0, 1], languages: c },
  wcsncat: { to: 0, from: [0, 1], languages: c },
  sprintf: { to: 0, from: ['rest'], languages: c },
  snprintf: { to: 0, from: ['rest'], languages: c },
  swprintf: { to: 0, from: ['rest'], languages: c },
  preg_match: { to: 2, from: [1], languages: ['PHP'], when: /\.[*+?]|\[\^|\\S/ },
  parse_str: { to: 1, from: [0], languages: ['PHP'] },
  mb_parse_str: { to: 1, from: [0], languages: ['PHP'] },
  settype: { to: 0, clears: true, languages: ['PHP'] },
};

const message = { kind: 'message', exposure: 'external' } as const;
const managedNames = ['Java', 'C#'];
const read: OutRule = { to: 0, from: ['recv'], languages: managedNames };

/** The same for Java and C#: streams and connections fill what they are given. */
const managedRules: Readonly<Record<string, OutRule>> = {
  read,
  readFully: read,
  readNBytes: read,
  Read: read,
  ReadAsync: read,
  ReadBlock: read,
  CopyTo: read,
  CopyToAsync: read,
  transferTo: read,
  receive: { to: 0, source: message, on: /DatagramSocket|MulticastSocket/, languages: managedNames },
  Receive: { to: 0, source: message, on: /\bSocket\b/, languages: managedNames },
  ReceiveAsync: { to: 0, source: message, on: /Socket\b/, languages: managedNames },
  ReceiveFrom: { to: 0, source: message, on: /\bSocket\b/, languages: managedNames },
  TryCreate: { to: 2, from: [0, 1], languages: managedNames },
};

function ruleFor(m: Machine, site: CallSite): OutRule | undefined {
  const table = managedNames.includes(m.file.language) ? managedRules : rules;
  const rule = Object.hasOwn(table, site.name) ? table[site.name] : undefined;
  return rule?.on === undefined || rule.on.test(describe(site.recv ?? unknown, site.written))
    ? rule
    : undefined;
}

/** `TryGetValue(key, out var x)` of what came from outside. */
function writeOuts(m: Machine, site: CallSite): void {
  if (site.e.k !== 'call' || site.recv === null || site.recv.taints.length === 0) return;
  for (const arg of site.e.args)
    if (
      arg.k === 'var' &&
      /\bout\s+(?:[\w<>[\],.?]+\s+)?$/.test(m.file.text.slice(Math.max(0, arg.pos - 60), arg.pos))
    )
      assign(m, arg, { ...unknown, taints: site.recv.taints });
}

export function writeOutArguments(m: Machine, site: CallSite): void {
  if (m.file.language === 'C#') writeOuts(m, site);
  const rule = ruleFor(m, site);
  if (rule === undefined || !rule.languages.includes(m.file.language) || site.e.k !== 'call') return;
  if (rule.on !== undefined && !rule.on.test(describe(site.recv ?? unknown, site.written))) return;
  const pattern = site.args[0]?.k;
  if (rule.when !== undefined && typeof pattern === 'string' && !rule.when.test(pattern)) return;
  const last = rule.onward ? Math.min(site.e.args.length, rule.to + 8) : rule.to + 1;
  for (let to = rule.to; to < last; to++) writeTo(m, site, rule, to);
}

function writeTo(m: Machine, site: CallSite, rule: OutRule, to: number): void {
  if (site.e.k !== 'call') return;
  const target = bufferOf(site.e.args[to]);
  // A number behind `&` is no text.
  if (target === undefined || (rule.onward && target.k !== 'var')) return;
  if (rule.clears) {
    const kind = site.args[1]?.k;
    if (typeof kind === 'string' && /^(?:int|float|double|bool)/.test(kind)) assign(m, target, unknown);
    return;
  }
  if (rule.source !== undefined) {
    assign(m, target, {
      ...sourceValue(m, rule.source.kind, site.e, rule.source.exposure),
      type: site.args[to]?.type ?? null,
    });
    return;
  }
  let taints: readonly Taint[] = [];
  for (const from of rule.from ?? []) {
    if (from === 'recv') taints = joinTaints(taints, site.recv?.taints ?? []);
    else if (from === 'rest')
      for (const value of site.args.slice(rule.to + 1)) taints = joinTaints(taints, deepTaints(m, value));
    else taints = joinTaints(taints, site.args[from] === undefined ? [] : deepTaints(m, site.args[from]));
  }
  if (taints.length > 0)
    assign(m, target, {
      ...unknown,
      taints: addStep(taints, m.file, site.e.pos, site.e.end, m.frame!.fn.id),
      type: site.args[to]?.type ?? null,
    });
}

/** The buffer behind a place in it, such as `data + length`. */
export function bufferOf(e: Expr | undefined): Expr | undefined {
  if (e?.k === 'bin' && (e.op === '+' || e.op === '-')) return bufferOf(e.l);
  // new ArraySegment<byte>(room)
  if (e?.k === 'new' && e.args.length > 0) return bufferOf(e.args[0]);
  return e?.k === 'cast' ? bufferOf(e.e) : e;
}
