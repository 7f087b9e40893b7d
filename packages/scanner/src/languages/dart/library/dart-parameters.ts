import type { LanguageModel } from '../../../flow/language-model.ts';
import type { FunctionIr, Param } from '../../../ir/ir.ts';

/** Types of server requests: in shelf, dart:io, and frameworks based on them. */
const requests = /^(?:Request|HttpRequest|RequestContext|ServerRequest|Session|AngelRequest)$/;
const servers =
  /^(?:package:(?:shelf|shelf_router|shelf_plus|dart_frog|conduit|conduit_core|alfred|get_server|serverpod|angel3?_framework|functions_framework|relic)\b|dart:io$)/;

/** The route or message that opened an application, as its router passes it. */
const routed = /^(?:GoRouterState|RouteSettings|RemoteMessage)$/;
const bound = /^(?:query|path|header|body)$/;

export function dartParameter(fn: FunctionIr, parameter: Param): ReturnType<LanguageModel['parameter']> {
  const { type, name } = parameter;
  const isServer = fn.file.imports.some(({ module }) => servers.test(module));
  if (isServer && type !== null && requests.test(type)) return { sym: '@req' };
  if (isServer && type === null && fn.isArrow && fn.params[0] === parameter && isHandler(fn))
    return { sym: '@req' };
  if (type !== null && routed.test(type)) return { sym: type };
  // conduit binds parameters with annotations.
  if (isServer && parameter.annotations.some((one) => bound.test(one.name)))
    return { source: 'http_parameter' };
  // dart_frog passes the path parameters in a file's name.
  if (isServer && type === 'String' && fn.name === 'onRequest') return { source: 'http_parameter' };
  if (type === 'MethodCall' && fn.params.length === 1) return { source: 'message' };
  if (type === 'JavaScriptMessage' || type === 'JavascriptMessage') return { source: 'message' };
  // shelf_router passes the path parameters in order.
  if (isServer && type === 'String' && hasRequest(fn) && isRouted(fn, name))
    return { source: 'http_parameter' };
  return {};
}

const routing =
  /\.(?:get|post|put|patch|delete|head|all|any|addRoute|mount|addHandler)\s*\(\s*(?:'[^'\n]*'|"[^"\n]*"|\w+)\s*,\s*$|\b(?:listen|serve|addMiddleware)\s*\(\s*$|\bhandler\s*:\s*$/;

/** A function for a route, a server or a handler. Its parameter may have any name. */
function isHandler(fn: FunctionIr): boolean {
  const { file, pos } = fn;
  const before = file.text.slice(Math.max(0, pos - 200), pos);
  return routing.test(before) || /^(?:req|request)$/.test(fn.params[0]?.name ?? '');
}

function hasRequest(fn: FunctionIr): boolean {
  const [first] = fn.params;
  return first !== undefined && (requests.test(first.type ?? '') || /^req(?:uest)?$/.test(first.name));
}

/** The route of the function names the parameter: `@Route.get('/a/<name>')`, `router.get('/a/<name>', f)`. */
function isRouted(fn: FunctionIr, name: string): boolean {
  if (fn.annotations.some(({ args }) => args.includes('<'))) return true;
  const { text } = fn.file;
  return fn.isArrow
    ? text.slice(Math.max(0, fn.pos - 120), fn.pos).includes(`<${name}`)
    : new RegExp(
        String.raw`<\w+(?:\|[^>\n]{0,60})?>[^\n]{0,80},\s*(?:\w+\.)?_?${fn.name.replace(/\W/g, '')}\b`,
      ).test(text);
}
