import type { LanguageModel } from '../../../flow/language-model.ts';
import type { FunctionIr, Param } from '../../../ir/ir.ts';

const routeDecorators =
  /^(?:route|get|post|put|delete|patch|api_view|websocket|head|options|expose|api_route|view_config|require_http_methods|require_GET|require_POST|csrf_exempt|login_required)$/;
const fastApi = /^(?:get|post|put|delete|patch|api_route|websocket|route)$/;

/** Parameters that a framework fills with something of the application, unless the address names them. */
const injectedNames = /^(?:db|session|current_user|user|response|background_tasks|settings|service|repo)$/;

/** What a parameter of a view, a handler or a function behind a gateway is. */
export function pythonParameter(
  fn: FunctionIr,
  parameter: Param,
  index: number,
): ReturnType<LanguageModel['parameter']> {
  const isRoute = fn.annotations.some(
    (entry) =>
      routeDecorators.test(entry.name.slice(entry.name.lastIndexOf('.') + 1)) ||
      /^strawberry\.(?:field|mutation|subscription)$/.test(entry.name),
  );
  if (/^(?:request|req)$/.test(parameter.name) && index <= 1) return { sym: '@req' };
  if (parameter.type !== null && /^(?:HttpRequest|Request|WSGIRequest)$/.test(parameter.type))
    return { sym: '@req' };
  if (
    isRoute &&
    (!injectedNames.test(parameter.name) ||
      parameter.type === 'str' ||
      fn.annotations.some(({ args }) => new RegExp(`[{<:]${parameter.name}[:}>]`).test(args)))
  ) {
    if (
      parameter.type !== null &&
      /^(?:int|float|bool|UUID|uuid\.UUID|datetime|date|Session|Depends)$/.test(parameter.type)
    )
      return {};
    if (
      fn.annotations.some(
        (entry) =>
          fastApi.test(entry.name.slice(entry.name.lastIndexOf('.') + 1)) &&
          /<int:|<float:|<uuid:/.test(entry.args) &&
          entry.args.includes(`:${parameter.name}>`) &&
          !entry.args.includes(`<path:${parameter.name}>`) &&
          !entry.args.includes(`<string:${parameter.name}>`),
      )
    )
      return { sym: '@number' };
    return { source: 'http_parameter' };
  }
  if (
    fn.cls !== null &&
    /^(?:get|post|put|delete|patch)$/.test(fn.name) &&
    fn.cls.bases.some((base) => /View|Resource|Handler|Endpoint/.test(base)) &&
    parameter.name !== 'self'
  )
    return { source: 'http_parameter' };
  // Messages of web sockets, requests of remote procedures.
  if (
    fn.cls !== null &&
    ((/^receive(?:_json)?$/.test(fn.name) &&
      index > 0 &&
      fn.cls.bases.some((base) => /Consumer$/.test(base))) ||
      (index === 1 && fn.cls.bases.some((base) => /Servicer$/.test(base))))
  )
    return { source: 'message' };
  if (
    index === 0 &&
    (fn.name === 'lambda_handler' ||
      (fn.params.length === 2 && parameter.name === 'event' && fn.cls === null))
  )
    return { source: 'body' };
  // Resolvers of GraphQL: what follows `info` is what the query gave.
  const isResolver = /^(?:mutate|resolve_\w+|mutate_and_get_payload)$/.test(fn.name);
  const infoAt = isResolver ? fn.params.findIndex((param) => param.name === 'info') : -1;
  if (infoAt >= 0 && index > infoAt && !isPlainNumber(parameter.type)) return { source: 'http_parameter' };
  return null;
}

function isPlainNumber(type: string | null): boolean {
  return type !== null && /^(?:int|float|bool|UUID|datetime|date)$/.test(type);
}
