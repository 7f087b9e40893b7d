import type { CallSite } from '../../../flow/call-site.ts';
import { deepTaints } from '../../../flow/elements.ts';
import { assignRolesTo, flat, type Role, type Roles } from '../../../flow/handler-roles.ts';
import { invoke } from '../../../flow/invoke.ts';
import type { Machine } from '../../../flow/machine.ts';
import type { Value } from '../../../flow/value.ts';
import type { FunctionIr } from '../../../ir/ir.ts';
import { routeVerbs } from '../../shared/library/route-verbs.ts';
import { inputSchema } from './schema-builtins.ts';

const request: Role = { sym: '@req' };
const response: Role = { sym: '@res' };
const context: Role = { sym: '@ctx' };
const message: Role = { source: 'message' };
/** Messages from the renderer process: the event and its arguments. */
const sent: Roles = [null, message, message, message, message];
const pair: Roles = [request, response, null, { source: 'http_parameter' }];
const failing: Roles = [null, request, response];

/** Routers and servers by library. */
const contextual = /\bkoa\b|@koa|koa-|\bKoa\b|\bhono\b|\bHono\b|\belysia\b|\bElysia\b/;
const paired =
  /\bexpress\b|\brestify\b|\bpolka\b|\bfastify\b|\bFastify\b|\bhapi\b|find-my-way|router\b|\bRouter\b|connect\(\)|next-connect/;
const client =
  /\baxios\b|\bhttps?\b|\brequest\b|superagent|supertest|\bchai\b|\bnock\b|\bcy\b|\bgot\b|\bcache\b|redis/i;
const closing = /^(?:error|close|end|disconnect|disconnecting|drain|finish|timeout)$/;

/** Gives functions in a call's arguments the roles of their parameters. */
export function assignRoles(m: Machine, site: CallSite): void {
  markRootResolver(m, site);
  const { name } = site;
  if (name === 'emit') callListeners(m, site);
  if (routeVerbs.test(name)) markRoutes(m, site);
  else if (name === 'route') markRouteObjects(m, site);
  else if (name === 'createServer' || name === 'Server') markServerHandler(m, site);
  else if (/\bipcMain\b/.test(describe(site))) assignRolesTo(m, site.args, () => sent);
  else if (/^(?:on|once|addListener|addEventListener)$/.test(name)) markListener(m, site);
  else if (name === 'run' || name === 'consume') markConsumer(m, site);
  else if (
    (name === 'query' || name === 'mutation' || name === 'subscription') &&
    /[pP]rocedure/.test(describe(site))
  )
    markProcedure(m, site);
}

function markProcedure(m: Machine, site: CallSite): void {
  assignRolesTo(m, site.args, () => [{ sym: '@call' }]);
  const schema = inputSchema(m, site.recv);
  if (schema !== null)
    for (const value of site.args) for (const { fn } of value.fns) m.shared.setSchema(fn, schema);
}

/** The functions of a root object answer queries by name. */
function markRootResolver(m: Machine, site: CallSite): void {
  for (const value of site.args)
    for (const id of value.objs)
      for (const inner of m.s.object(id)?.fields.get('rootValue')?.objs ?? [])
        assignRolesTo(m, [...(m.s.object(inner)?.fields.values() ?? [])], () => [
          { source: 'http_parameter' },
        ]);
}

/** The resolvers of a schema are in an object, under the name of the operation. */
export function assignResolvers(m: Machine, key: string, value: Value): void {
  if (!/^(?:Query|Mutation|Subscription)$/.test(key)) return;
  for (const id of value.objs)
    for (const field of m.s.object(id)?.fields.values() ?? [])
      assignRolesTo(m, [field], () => [null, { source: 'http_parameter' }]);
}

function markRoutes(m: Machine, site: CallSite): void {
  const text = describe(site);
  const [first] = site.args;
  const hasPath = first !== undefined && isPath(m, first);
  const isContextual = contextual.test(text);
  const isKnown = isContextual || paired.test(text);
  if (!isKnown && (!hasPath || client.test(text)) && site.name !== 'use') return;
  if (
    isKnown &&
    !hasPath &&
    !/^(?:use|param)$/.test(site.name) &&
    !/route\(\)/.test(text) &&
    site.args.length > 1
  )
    return;
  markValidators(m, site);
  assignRolesTo(m, site.args, (fn) => {
    const [param] = fn.params;
    const count = fn.params.length;
    // Koa: the parameter comes first, then the context.
    if (site.name === 'param' && count === 3 && /^(?:ctx|context|c)$/.test(fn.params[1]?.name ?? ''))
      return [{ source: 'http_parameter' }, context];
    if (isContextual) return [context];
    if (count === 4 && site.name !== 'param') return failing;
    if (isKnown) return count === 2 && readsAsContext(fn) ? [context] : pair;
    if (site.name === 'use' && !hasPath && count !== 3) return null;
    if (param === undefined || isErrorName(param.name) || (count === 1 && !readsAsRequest(fn))) return null;
    return readsAsContext(fn) ? [context] : pair;
  });
}

/** A schema among the arguments applies to the handlers after it. */
function markValidators(m: Machine, site: CallSite): void {
  for (const value of site.args) {
    const schema = inputSchema(m, value);
    if (schema === null) continue;
    for (const handler of site.args) for (const { fn } of handler.fns) m.shared.setSchema(fn, schema);
  }
}

/** `{ method, path, handler }`, alone or in a list. */
function markRouteObjects(m: Machine, site: CallSite): void {
  for (const value of flat(m, site.args))
    for (const id of value.objs) {
      const fields = m.s.object(id)?.fields;
      for (const name of ['handler', 'preHandler', 'onRequest']) {
        const handler = fields?.get(name);
        if (handler !== undefined) assignRolesTo(m, [handler], () => pair);
      }
      for (const inner of fields?.get('options')?.objs ?? fields?.get('config')?.objs ?? []) {
        const handler = m.s.object(inner)?.fields.get('handler');
        if (handler !== undefined) assignRolesTo(m, [handler], () => pair);
      }
    }
}

function markServerHandler(m: Machine, site: CallSite): void {
  const isRaw = /\b(?:net|tls)\b/.test(describe(site));
  assignRolesTo(m, site.args, (fn) => (isRaw ? [{ sym: '@socket' }] : fn.params.length >= 1 ? pair : null));
}

function markListener(m: Machine, site: CallSite): void {
  const event = site.args[0]?.k;
  if (typeof event !== 'string') return;
  const owner = site.recv?.sym ?? '';
  for (const value of site.args) if (value.fns.length > 0) m.shared.addListeners(event, value.fns);
  if (event === 'message' && site.name === 'addEventListener')
    assignRolesTo(m, site.args, () => [{ sym: '@message' }]);
  else if (/^process\.stdin\b|createInterface\(\)$/.test(owner) && /^(?:data|line)$/.test(event))
    assignRolesTo(m, site.args, () => [{ source: 'argument' }]);
  else if (event === 'connection') assignRolesTo(m, site.args, () => [{ sym: '@socket' }, request]);
  else if (event === 'request') assignRolesTo(m, site.args, (fn) => (fn.params.length >= 2 ? pair : null));
  else if (/^@socket\b/.test(owner) && !closing.test(event))
    assignRolesTo(m, site.args, (fn) => fn.params.map(() => message));
  else if (event === 'entry') assignRolesTo(m, site.args, () => [{ sym: '@entry' }, { sym: '@entry' }]);
  else if (owner === '@req' && event === 'data') assignRolesTo(m, site.args, () => [{ source: 'body' }]);
}

/** Consumers of a queue get messages from anybody who can reach the broker. */
function markConsumer(m: Machine, site: CallSite): void {
  if (site.name === 'consume') assignRolesTo(m, site.args.slice(1), () => [message]);
  for (const value of site.args)
    for (const id of value.objs)
      for (const name of ['eachMessage', 'eachBatch']) {
        const taker = m.s.object(id)?.fields.get(name);
        if (taker !== undefined) assignRolesTo(m, [taker], () => [message]);
      }
}

/** An emitted event is passed to all its listeners. */
function callListeners(m: Machine, site: CallSite): void {
  const event = site.args[0]?.k;
  const given = site.args.slice(1);
  if (typeof event !== 'string' || given.every((value) => deepTaints(m, value).length === 0)) return;
  for (const { fn, self } of m.shared.listenersOf(event))
    m.branch([() => undefined, () => void invoke(m, fn, self, given, new Map(), site.e)]);
}

function isPath(m: Machine, value: Value): boolean {
  if (typeof value.k === 'string') return value.type === 'RegExp' || /^[/*(]/.test(value.k);
  if (value.text !== null) return value.text.includes('/');
  return value.objs.some((id) =>
    (m.s.object(id)?.items ?? []).some((item) => typeof item.k === 'string' && item.k.startsWith('/')),
  );
}

/** Whether request and response are one object, by the members that are read. */
function readsAsContext(fn: FunctionIr): boolean {
  const name = fn.params[0]?.name;
  if (!name || !/^[\w$]+$/.test(name)) return false;
  const text = fn.file.text.slice(fn.pos, Math.min(fn.end, fn.pos + 4_000));
  const escaped = name.replace(/\$/g, '\\$&');
  return new RegExp(
    String.raw`(?<![\w.$])${escaped}\s*\.\s*(?:request\b|body\s*=(?!=)|response\b|throw\s*\(|req\.(?:query|param)\s*\(|html\s*\()`,
  ).test(text);
}

function readsAsRequest(fn: FunctionIr): boolean {
  const [first] = fn.params;
  if (first?.pattern)
    return /^[^)]{0,120}\b(?:body|query|params|headers|request)\b/.test(
      fn.file.text.slice(fn.pos, fn.pos + 160),
    );
  if (!first || !/^[\w$]+$/.test(first.name)) return false;
  const text = fn.file.text.slice(fn.pos, Math.min(fn.end, fn.pos + 4_000));
  return new RegExp(
    String.raw`(?<![\w.$])${first.name.replace(/\$/g, '\\$&')}\s*\??\.\s*(?:body|query|params|headers|cookies|request|req)\b`,
  ).test(text);
}

function describe({ recv, written }: CallSite): string {
  return `${recv?.sym ?? ''} ${recv?.type ?? ''} ${written}`;
}

function isErrorName(name: string): boolean {
  return /^_?(?:e|err|error|ex|exception)$/i.test(name);
}
