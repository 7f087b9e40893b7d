import type { Expr } from '../ir/ir.ts';
import { assign } from './assign.ts';
import { callBuiltin } from './builtins.ts';
import type { CallSite } from './call-site.ts';
import { runCallbacks } from './callbacks.ts';
import { constructBuiltin } from './construct-builtins.ts';
import { checkCookie } from './cookies.ts';
import { deepTaints } from './elements.ts';
import { assignRoles } from './handler-roles.ts';
import { allKinds, maskOf } from './kinds.ts';
import type { Machine } from './machine.ts';
import { mapElements } from './map-elements.ts';
import { checkMisuse } from './misuse.ts';
import { writeOutArguments } from './out-arguments.ts';
import { recordCall } from './records.ts';
import { refine } from './refine.ts';
import { isStrictPattern } from './refine-pattern.ts';
import { applyClean } from './sanitizers.ts';
import { checkSinks, type FoundSource, findSource, isAnswer } from './sinks.ts';
import { newObject } from './state.ts';
import { concat } from './string-builtins.ts';
import { addStep, joinTaints, symbol, type Taint, unknown, type Value, weaken } from './value.ts';
import { writeThrough } from './write-through.ts';

/** Something outside of the program: rules decide; what is not known hands the data on. */
export function callExternal(m: Machine, site: CallSite, target: Expr | null = null): Value {
  if (isSetByFramework(m, site)) return unknown;
  const scoped = m.handlers.scopeCall(m, site);
  if (scoped !== null) return scoped;
  assignRoles(m, site);
  const sunk = checkSinks(m, site);
  checkMisuse(m, site);
  checkCookie(m, site);
  writeOutArguments(m, site);
  if (endsProgram(site, m.file.language)) m.s.dead = true;
  else refineDemanded(m, site);
  const source = sourceUnlessHeld(m, site);
  writeThrough(m, site);
  const built =
    recordCall(m, site) ??
    m.handlers.filtered(m, site) ??
    callBuiltin(m, site, target) ??
    constructWithoutNew(m, site);
  if (source !== null) {
    if (/(?:^|\.)(?:int|float|bool|UUID)$/.test(site.named.get('type')?.sym ?? '')) return unknown;
    if (
      site.args.some(({ sym }) => /^FILTER_(?:VALIDATE_(?:INT|FLOAT|BOOL)|SANITIZE_NUMBER)/.test(sym ?? ''))
    )
      return unknown;
    const value = sourceOf(m, source, site);
    return site.name === 'valid' ? validatedInput(m, value) : value;
  }
  if (built !== null) return built;
  if (site.recv !== null && site.recv.taints.length > 0) {
    const mapped = mapElements(m, site, { ...unknown, taints: site.recv.taints });
    if (mapped !== null) return mapped;
  }
  const cleaned = applyClean(m, site);
  runCallbacks(m, site);
  // The rows that a statement gives are known by it.
  if (cleaned !== null)
    return cleaned === unknown && /^(?:execute|Execute)\w*$/.test(site.name) && typed.has(m.file.language)
      ? answerOf(site)
      : cleaned;
  if (site.name === 'partial' && m.file.language === 'Python' && site.args[0] !== undefined)
    return partialOf(m, site);
  if (isEscapedRender(site)) return unknown;
  if (isStrictMatch(m, site)) return unknown;
  if (site.name === 'promisify' && site.args[0] !== undefined) return site.args[0];
  const validator = m.handlers.validatorCall(m, site);
  if (validator !== null) return validator;
  // What fills a template is escaped; the template is not.
  if (site.name === 'render_template_string') return { ...unknown, taints: site.args[0]?.taints ?? [] };
  // `request.headers.get(…)` reads what came in, however much it looks like a client's call.
  if (isAnswer(sunk, site.name) && !/^(?:@req|<own>)/.test(site.recv?.sym ?? '')) return answerOf(site);
  return handOn(m, site, target);
}

const typed = new Set(['Java', 'C#']);

/** What a reader gives is what it was made for: a connection of somebody else's is not the console. */
function sourceUnlessHeld(m: Machine, site: CallSite): FoundSource | null {
  const source = findSource(m, site);
  return source?.exposure === 'local' && typed.has(m.file.language) && (site.recv?.taints.length ?? 0) > 0
    ? null
    : source;
}

/** `$request->attributes->get('_controller')`: such names are the framework's own, but for parts that addresses may have. */
function isSetByFramework(m: Machine, { name, args, written }: CallSite): boolean {
  const key = name === 'get' && m.file.language === 'PHP' ? args[0]?.k : undefined;
  return typeof key === 'string' && /^_(?!locale|format)/.test(key) && written.endsWith('->attributes');
}

function partialOf(m: Machine, { args, named }: CallSite): Value {
  const object = { ...newObject('list', '<partial>'), items: args.slice(1), fields: new Map(named) };
  return { ...args[0]!, objs: [m.allocate(object)] };
}

/** A fixed template of an engine that escapes, without marks that switch it off. */
function isEscapedRender({ name, recv, args }: CallSite): boolean {
  const template = args[0]?.k;
  return (
    name === 'render' &&
    /^(?:mustache|ejs|nunjucks|eta)$/i.test(recv?.sym ?? '') &&
    typeof template === 'string' &&
    !/\{\{[{&]|<%-|!\{|\|\s*safe/.test(template)
  );
}

/** Groups of a pattern that lets nothing harmful through. */
function isStrictMatch(m: Machine, { name, recv, args }: CallSite): boolean {
  if (m.file.language !== 'Python' || !/^(?:match|fullmatch)$/.test(name) || recv?.sym !== 're') return false;
  const pattern = args[0]?.k;
  if (typeof pattern !== 'string') return false;
  const body = pattern.replace(/^\^/, '').replace(/\$$/, '');
  return /\$$/.test(pattern) || name === 'fullmatch'
    ? isStrictPattern(`^${body.replace(/[()]/g, '')}$`)
    : false;
}

/** What a validator that stands before the handler has let through. */
function validatedInput(m: Machine, value: Value): Value {
  for (let { fn } = m.frame!; ; fn = fn.parent) {
    const schema = m.inputSchemas.get(fn);
    if (schema !== undefined) return m.handlers.validated(m, schema, value, 0);
    if (fn.parent === null) return value;
  }
}

function answerOf({ recv, name }: CallSite): Value {
  const sym = symbolOfCall(recv, name);
  return sym === null ? unknown : symbol(sym);
}

/** `abort_unless(condition)`, `assert(condition)`: what comes after it runs only while the condition holds. */
function refineDemanded(m: Machine, { name, recv, e }: CallSite): void {
  if (e.k !== 'call' || e.args[0] === undefined) return;
  if (recv !== null && (recv.sym ?? '') !== '' && !/^(?:node:)?assert\b/.test(recv.sym ?? '')) return;
  if (/^(?:abort_unless|throw_unless|assert|invariant|ok)$/.test(name)) refine(m, e.args[0], true);
  else if (/^(?:abort_if|throw_if)$/.test(name)) refine(m, e.args[0], false);
}

/** What comes after it does not run. */
function endsProgram({ name, recv, written }: CallSite, language: string): boolean {
  if (name === 'raise' && language === 'Ruby' && recv?.taints.length === 0) return true;
  // `ctx.throw(400)` of Koa, `request.throw` of nobody else.
  // Next's throws, wherever it leads to.
  if (/^(?:redirect|permanentRedirect)$/.test(name)) return recv?.sym === 'next/navigation';
  if (name === 'throw') return /^@ctx$/.test(recv?.sym ?? '');
  if (!ending.test(name)) return false;
  return (
    recv === null ||
    (recv.sym ?? '') === '' ||
    /^(?:process|sys|os|log|flask|System|next\/navigation)\b/.test(recv.sym ?? written)
  );
}

const ending =
  /^(?:exit|die|abort|halt|panic|Exit|Fatal|Fatalf|_exit|wp_die|wp_send_json(?:_error|_success)?|error!|notFound|unauthorized|forbidden)$/;

/** Languages without `new` call the type. */
function constructWithoutNew(m: Machine, site: CallSite): Value | null {
  if (m.file.language !== 'Python' && m.file.language !== 'Kotlin' && m.file.language !== 'Swift')
    return null;
  if (!/^(?:[A-Z]|deque$|defaultdict$)/.test(site.name)) return null;
  // The first argument makes what is missing.
  const args = site.name === 'defaultdict' ? site.args.slice(1) : site.args;
  return constructBuiltin(m, site.name, args, site.named);
}

export function sourceOf(m: Machine, source: FoundSource, site: CallSite): Value {
  const { file, fn } = m.frame!;
  const key = `${file.path}:${site.e.pos}:${site.e.end}`;
  let known = m.program.sources.get(key);
  if (known === undefined) {
    known = { kind: source.kind, exposure: source.exposure, file, pos: site.e.pos, end: site.e.end };
    m.program.sources.set(key, known);
  }
  const step = { file, pos: site.e.pos, end: site.e.end, fnId: fn.id, previous: null, depth: 0 };
  const taint = source.only
    ? { source: known, clean: allKinds & ~maskOf(...source.only), weight: 0.6, step }
    : { source: known, clean: 0, weight: 1, step };
  runCallbacks(m, site, [taint]);
  return { ...unknown, taints: [taint] };
}

const barren =
  /^(?:is|has|can|should|equals|compare|contains|includes|startsWith|endsWith|starts_with|ends_with|indexOf|lastIndexOf|search|count|length|size|hash|test|exists|some|every|any|all|strlen|strcmp|strncmp|strpos|len|isset|empty|hashCode|getTime|now|floor|round|abs|log|info|warn|error|debug|trace|print|println|printf|verify|authenticate|assert|expect|emit|on|once|close|flush)(?:$|[A-Z_])/;

const mutators =
  /^(?:Write\w*|ReadFrom|Store|append|add|push|put|insert|write|concat|prepend|enqueue|offer|unshift|push_str|<<|addAll|putAll|extend|update|merge|assign|set[A-Z]\w*|with[A-Z]\w*|load|read\w*|copy\w*|fill)$/;

/** Default for calls that no rule knows: what went in comes out. */
function handOn(m: Machine, site: CallSite, target: Expr | null): Value {
  let taints: readonly Taint[] = [];
  for (const value of isLookup(m, site) ? site.args.slice(1) : site.args)
    taints = joinTaints(taints, deepTaints(m, value));
  for (const value of site.named.values()) taints = joinTaints(taints, deepTaints(m, value));
  const recv = site.recv;
  if (taints.length > 0 && target !== null && recv !== null && mutators.test(site.name)) {
    if (target.k === 'var' || target.k === 'get' || target.k === 'this')
      assign(
        m,
        target,
        site.name === 'push_str' || site.name === '<<'
          ? concat(m, [recv, ...site.args], site.e)
          : { ...recv, k: undefined, taints: joinTaints(recv.taints, taints) },
      );
  }
  const sym = symbolOfCall(recv, site.name);
  if (barren.test(site.name)) return sym === null ? unknown : { ...symbol(sym) };
  const own = recv === null ? [] : recv.taints;
  const all = joinTaints(own, taints.length > 0 ? weaken(taints, isTransform(site.name) ? 1 : 0.75) : taints);
  return {
    ...unknown,
    taints: addStep(all, m.file, site.e.pos, site.e.end, m.frame!.fn.id),
    fns: wrappedFunctions(m, site),
    sym,
    objs: recv !== null && isFluent(site.name) ? recv.objs : [],
    type: recv !== null && building.test(site.name) ? recv.type : null,
  };
}

/** `table.get(key)`: what is found is not what it was looked for by. */
function isLookup(m: Machine, { name, recv }: CallSite): boolean {
  const finds = { Python: 'get', Ruby: 'fetch' }[m.file.language];
  return name === finds && recv !== null && recv.taints.length === 0;
}

/** A function that a function of somebody else's is made of (`asyncHandler(f)`, `memoize(f)`) runs in its place. */
function wrappedFunctions(m: Machine, { recv, args, name }: CallSite): Value['fns'] {
  if (!['JavaScript', 'TypeScript', 'TSX'].includes(m.file.language)) return [];
  const isPlain = recv === null || /^[\w@/-]*$/.test(recv.sym ?? '.');
  const given = args.filter((value) => value.fns.length > 0);
  return isPlain && given.length === 1 && args.length <= 3 && !notWrapping.test(name) ? given[0]!.fns : [];
}

const notWrapping =
  /^(?:then|on|once|forEach|map|filter|reduce|some|every|find|sort|describe|it|test|set\w+|use[A-Z]\w*)$/;

function isTransform(name: string): boolean {
  return /^(?:to|as|decode|unescape|unquote|trim|strip|concat|join|format|replace|substring|slice|split|lower|upper|normalize|resolve|String|Buffer|from|parse|get|copy|clone|valueOf|new)/i.test(
    name,
  );
}

function isFluent(name: string): boolean {
  return /^(?:set|with|add|append|put)[A-Z]?/.test(name);
}

/** A part more of what is being built: what it gives has the type of what it was asked of. */
const building =
  /^(?:Model|Table|Where|Or|Not|Order|Group|Having|Joins|Select|Preload|Limit|Offset|Debug|WithContext|Session|Scopes|Unscoped|Distinct|Omit|Clauses|Begin)$/;

function symbolOfCall(recv: Value | null, name: string): string | null {
  const owner = recv?.sym ?? recv?.type ?? null;
  if (owner === null) return `.${name}()`;
  const sym = owner === '' ? `${name}()` : `${owner}.${name}()`;
  return sym.length > 160 ? null : sym;
}
