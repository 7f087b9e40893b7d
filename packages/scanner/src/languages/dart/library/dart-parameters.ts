import type { LanguageModel } from '../../../flow/language-model.ts';
import type { FunctionIr, Param } from '../../../ir/ir.ts';

/** Types of what a server is asked: of shelf, dart:io, and frameworks on them. */
const requests = /^(?:Request|HttpRequest|RequestContext|ServerRequest|Session|AngelRequest)$/;
const servers =
  /^(?:package:(?:shelf|shelf_router|shelf_plus|dart_frog|conduit|conduit_core|alfred|get_server|serverpod|angel3?_framework|functions_framework|relic)\b|dart:io$)/;

export function dartParameter(fn: FunctionIr, parameter: Param): ReturnType<LanguageModel['parameter']> {
  const { type, name } = parameter;
  const isServer = fn.file.imports.some(({ module }) => servers.test(module));
  if (isServer && type !== null && requests.test(type)) return { sym: '@req' };
  if (isServer && type === null && fn.isArrow && /^(?:req|request)$/.test(name)) return { sym: '@req' };
  if (type === 'MethodCall' && fn.params.length === 1) return { source: 'message' };
  if (type === 'JavaScriptMessage' || type === 'JavascriptMessage') return { source: 'message' };
  // shelf_router hands on what stands in the address, by the order of its names.
  if (isServer && type === 'String' && hasRequest(fn) && isRouted(fn, name))
    return { source: 'http_parameter' };
  return {};
}

function hasRequest(fn: FunctionIr): boolean {
  const [first] = fn.params;
  return first !== undefined && (requests.test(first.type ?? '') || /^req(?:uest)?$/.test(first.name));
}

/** The function stands behind a route that names the parameter: `@Route.get('/a/<name>')`, `router.get('/a/<name>', f)`. */
function isRouted(fn: FunctionIr, name: string): boolean {
  if (fn.annotations.some(({ args }) => args.includes('<'))) return true;
  const { text } = fn.file;
  return fn.isArrow
    ? text.slice(Math.max(0, fn.pos - 120), fn.pos).includes(`<${name}`)
    : new RegExp(
        String.raw`<\w+(?:\|[^>\n]{0,60})?>[^\n]{0,80},\s*(?:\w+\.)?_?${fn.name.replace(/\W/g, '')}\b`,
      ).test(text);
}
