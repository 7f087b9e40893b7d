import type { LanguageModel } from '../../../flow/language-model.ts';
import type { ClassIr, FileIr, FunctionIr, Param } from '../../../ir/ir.ts';
import { basesOf, importsOf } from './python-classes.ts';

type ParameterVerdict = ReturnType<LanguageModel['parameter']>;

const routeDecorators =
  /^(?:route|get|post|put|delete|patch|websocket|head|options|expose|api_route|view_config)$/;
/** Decorators of views with the request as first parameter. */
const viewDecorators =
  /^(?:api_view|view_config|require_(?:http_methods|GET|POST|safe)|csrf_(?:exempt|protect)|ensure_csrf_cookie|(?:login|permission|staff_member)_required|user_passes_test|never_cache|cache_page|action)$/;
const fastApi = /^(?:get|post|put|delete|patch|api_route|websocket|route)$/;
/** Frameworks that pass the request to the function of a route. */
const handsRequest = /^(?:django|rest_framework|aiohttp|starlette|sanic|pyramid|blacksheep|robyn|muffin)\b/;
const verbs =
  /^(?:get|post|put|delete|patch|head|options|list|create|retrieve|update|partial_update|destroy|dispatch)$/;

const messages =
  /^(?:receive|receive_json|on_message|on_receive|onMessage|data_received|datagram_received|dataReceived|lineReceived)$/;

/** Parameters that a framework fills with objects of the application, unless the path has a parameter of that name. */
const injectedNames = /^(?:db|session|current_user|user|response|background_tasks|settings|service|repo)$/;
const injectedTypes =
  /^(?:(?:\w+\.)*(?:Async)?Session|Depends|BackgroundTasks|Response|\w+(?:Service|Repository|Settings|Client|Connection|Pool))$/;
const requestTypes =
  /(?:^|\.)(?:HttpRequest|Request|WSGIRequest|ASGIRequest|HTTPConnection|HTTPServerRequest|AuthenticatedHttpRequest)$/;

/** The meaning of a parameter of a view, a handler or a function behind a gateway. */
export function pythonParameter(fn: FunctionIr, parameter: Param, index: number): ParameterVerdict {
  const { type } = parameter;
  // A crawler's requests are its own.
  if (importsOf(fn.file).some((one) => /^scrapy\b/.test(one))) return null;
  if (/^(?:request|req)$/.test(parameter.name) && index <= 1) return { sym: '@req' };
  if (type !== null && requestTypes.test(type)) return { sym: '@req' };
  return (
    ofDecorated(fn, parameter, index) ??
    ofMethod(fn, parameter, index) ??
    ofPlatform(fn, parameter, index) ??
    ofCommand(fn, parameter) ??
    (index === 0 && readsAsRequest(fn, parameter) ? { sym: '@req' } : null)
  );
}

// ---- Functions of a route ----

function ofDecorated(fn: FunctionIr, parameter: Param, index: number): ParameterVerdict {
  const names = fn.annotations.map(({ name }) => name.slice(name.lastIndexOf('.') + 1));
  const isNamed = isNamedByAddress(fn, parameter.name);
  const isView = names.some((name) => viewDecorators.test(name));
  if (index === 0 && !isNamed && isView) return { sym: '@req' };
  const isRoute =
    isView ||
    names.some((name) => routeDecorators.test(name)) ||
    fn.annotations.some(({ name }) => /^strawberry\.(?:field|mutation|subscription)$/.test(name));
  if (!isRoute) return null;
  if (index === 0 && !isNamed && parameter.type === null && handsRequests(fn.file) && !isByName(fn, names))
    return { sym: '@req' };
  if (injectedNames.test(parameter.name) && parameter.type !== 'str' && !isNamed && !isBody(fn, parameter))
    return null;
  if (parameter.type !== null && (isPlain(parameter.type) || injectedTypes.test(parameter.type))) return {};
  if (isNumberInAddress(fn, parameter.name)) return { sym: '@number' };
  return dependency(fn, parameter) ?? { source: 'http_parameter' };
}

/** FastAPI fills a parameter from the body if its type is a class and it does not use `Depends`. */
function isBody(fn: FunctionIr, { name, type, init }: Param): boolean {
  return (
    init === null &&
    type !== null &&
    /^[A-Z]\w*$/.test(type) &&
    !/^(?:Current|Auth|Active|Logged|Verified|Admin|Super)|(?:Dep|Deps|Dependency|DB|Db)$/.test(type) &&
    importsOf(fn.file).some((one) => /^fastapi\b/.test(one)) &&
    !new RegExp(String.raw`\b${name}\s*:\s*Annotated\[`).test(fn.file.text.slice(fn.pos, fn.end))
  );
}

/** Whether the request is the first parameter, rather than a module variable. */
function handsRequests(file: FileIr): boolean {
  const modules = importsOf(file);
  return modules.some((one) => handsRequest.test(one));
}

/** In FastAPI and similar frameworks, parameters are matched by name. */
function isByName(fn: FunctionIr, names: readonly string[]): boolean {
  return names.includes('expose') || importsOf(fn.file).some((one) => /^(?:fastapi|ninja)\b/.test(one));
}

function isNamedByAddress(fn: FunctionIr, name: string): boolean {
  return fn.annotations.some(({ args }) => new RegExp(`[{<:]${name}[:}>]`).test(args));
}

function isNumberInAddress(fn: FunctionIr, name: string): boolean {
  return fn.annotations.some(
    (entry) =>
      fastApi.test(entry.name.slice(entry.name.lastIndexOf('.') + 1)) &&
      new RegExp(`<(?:int|float|uuid):${name}>|[{<]${name}:(?:int|float|uuid)[}>]`).test(entry.args),
  );
}

const MAX_DEPENDENCIES = 8;
const requestParameterType = /^(?:Query|Path|Header|Cookie|Form|Body|File)$/;

/** Credentials are checked, and the result is the program's own. */
const credential = /auth|token|api_?key|session|credential|password|signature/i;

/** The name of the function that a default calls: `Query` of `Query(...)`. */
const defaultOf = ({ init }: Param): string | null =>
  init?.k === 'call' && init.f.k === 'var' ? init.f.name : null;

/** `Depends(f)`: the result of `f`, if it or its dependencies use the request. A class is filled from the request. */
function dependency(fn: FunctionIr, parameter: Param, depth = 0): ParameterVerdict {
  const { init } = parameter;
  if (init?.k !== 'call' || !/^(?:Depends|Security)$/.test(defaultOf(parameter) ?? '')) return null;
  const [target] = init.args;
  if (target?.k !== 'var') return target === undefined ? null : {};
  const found = fn.file.functions.find((other) => other.name === target.name && other.cls === null);
  if (found === undefined) return fn.file.classes.some(({ name }) => name === target.name) ? null : {};
  if (depth >= MAX_DEPENDENCIES) return {};
  const takes = found.params.some((param) => {
    if (param.type !== null && (isPlain(param.type) || injectedTypes.test(param.type))) return false;
    const given = defaultOf(param);
    if (given === null) return param.init?.k !== 'call';
    return (
      (requestParameterType.test(given) && !credential.test(param.name)) ||
      (/^(?:Depends|Security)$/.test(given) && dependency(found, param, depth + 1) === null)
    );
  });
  return takes ? null : {};
}

// ---- Methods of classes that a framework calls ----

function ofMethod(fn: FunctionIr, parameter: Param, index: number): ParameterVerdict {
  if (fn.cls === null) return null;
  const bases = basesOf(fn.cls);
  const has = (pattern: RegExp): boolean => bases.some((base) => pattern.test(base));
  // Falcon has responders with these names; the request and the response come first.
  const isFalcon =
    /^on_(?:get|post|put|patch|delete|head|options|websocket)(?:_\w+)?$/.test(fn.name) &&
    fn.params.length > 1;
  if (isFalcon) return index === 0 ? { sym: '@req' } : index === 1 ? {} : { source: 'http_parameter' };
  // Messages of web sockets, and requests of remote procedures.
  if (
    (messages.test(fn.name) && has(/Consumer$|WebSocket\w*$|Protocol$|Endpoint$|LineReceiver$/)) ||
    (index === 0 && has(/Servicer$/))
  )
    return { source: 'message' };
  if (!verbs.test(fn.name) || !has(/View|Resource|Handler|Endpoint|ViewSet/)) return null;
  if (index === 0 && !has(/RequestHandler|Resource|MethodView/) && handsRequests(fn.file))
    return { sym: '@req' };
  return isPlain(parameter.type ?? '') ? {} : { source: 'http_parameter' };
}

// ---- Functions that a platform calls ----

function ofPlatform(fn: FunctionIr, parameter: Param, index: number): ParameterVerdict {
  const { params } = fn;
  if (index === 0 && fn.name === 'lambda_handler') return { source: 'body' };
  if (index === 0 && params.length === 2 && fn.cls === null) {
    if (parameter.name === 'event') return { source: 'body' };
    if (isGateway(fn)) return { source: 'http_parameter' };
  }
  // GraphQL resolvers: the parameters after `info` come from the query.
  const isResolver = /^(?:mutate|resolve_\w+|mutate_and_get_payload)$/.test(fn.name);
  const infoAt = isResolver ? params.findIndex((param) => param.name === 'info') : -1;
  return infoAt >= 0 && index > infoAt && !isPlain(parameter.type) ? { source: 'http_parameter' } : null;
}

const gateways = new WeakMap<FunctionIr, boolean>();

/** `(environ, start_response)` of WSGI under any names: the second is called with a status. */
function isGateway(fn: FunctionIr): boolean {
  let known = gateways.get(fn);
  if (known === undefined) {
    const [first, second] = fn.params.map(({ name }) => name);
    known =
      /^[A-Za-z_]\w*$/.test(second ?? '') &&
      (second === 'start_response' ||
        (/^[A-Za-z_]\w*$/.test(first ?? '') &&
          new RegExp(String.raw`\b${second}\(\s*["'f]{1,2}\d{3} `).test(fn.file.text.slice(fn.pos, fn.end))));
    gateways.set(fn, known);
  }
  return known;
}

/** Commands of click and typer get their parameters from the command line. */
function ofCommand(fn: FunctionIr, parameter: Param): ParameterVerdict {
  const isCommand = fn.annotations.some(({ name }) => /(?:^|\.)(?:argument|option|command)$/.test(name));
  if (!isCommand || !importsOf(fn.file).some((one) => /^(?:click|typer|rich_click|asyncclick)\b/.test(one)))
    return null;
  const own = fn.annotations.find(({ args }) => new RegExp(`["'](?:--?)?${parameter.name}["']`).test(args));
  if (
    isPlain(parameter.type ?? '') ||
    /type\s*=\s*(?:int|float|bool|click\.(?:INT|FLOAT|BOOL|IntRange|FloatRange|Choice|UUID))\b|is_flag|count\s*=\s*True/.test(
      own?.args ?? '',
    )
  )
    return {};
  return { source: 'argument' };
}

const reads = new WeakMap<FunctionIr, boolean>();

/** A view that is not registered in its file: it reads members of its first parameter that only a request has. */
function readsAsRequest(fn: FunctionIr, { name, type }: Param): boolean {
  if (fn.cls !== null || type !== null || fn.parent !== fn.file.top) return false;
  let known = reads.get(fn);
  if (known === undefined) {
    known =
      handsRequests(fn.file) &&
      new RegExp(
        String.raw`(?<![\w.])${name}\.(?:GET|POST|FILES|META|COOKIES|query_params|path_params|match_info|matchdict|rel_url|args|forms?|headers|cookies|query\b(?!_)|json\(|post\(|body\b)`,
      ).test(fn.file.text.slice(fn.pos, fn.end));
    reads.set(fn, known);
  }
  return known;
}

const plainType =
  /^(?:int|float|bool|None|(?:\w+\.)?UUID[1-8]?|(?:\w+\.)?(?:datetime|date|time|timedelta)|(?:\w+\.)?Decimal|con(?:int|float|decimal|date)|Strict(?:Int|Float|Bool)|(?:Positive|NonNegative|Negative|NonPositive)(?:Int|Float)|(?:Aware|Naive|Past|Future)(?:Datetime|Date)|ObjectId|ULID)$/;

/** A type of numbers, times or identifiers, possibly optional: frameworks refuse everything else. */
function isPlain(type: string | null): boolean {
  if (type === null || type === '') return false;
  const inner =
    /^(?:\w+\.)?(?:Optional|Annotated|list|List|set|Set|Sequence)\[\s*([^[\],]+?)\s*(?:,.*)?\]$/s.exec(
      type,
    )?.[1];
  if (inner !== undefined) return isPlain(inner);
  return type.split('|').every((one) => plainType.test(one.trim())) && !/^\s*None\s*$/.test(type);
}

// ---- Members of framework classes ----

/** The first match applies. */
const members: readonly [bases: RegExp, name: RegExp, given: { source?: string; sym?: string }][] = [
  [/(?:^|\.)(?:Base|Stream|Datagram)RequestHandler$/, /^request$/, { sym: 'self.request' }],
  [/View|Mixin/, /^kwargs$/, { source: 'http_parameter' }],
  [/View|Mixin|Handler$|Endpoint$/, /^request$/, { sym: '@req' }],
  [/HTTPRequestHandler$/, /^(?:path|requestline)$/, { source: 'http_parameter' }],
  [/HTTPRequestHandler$/, /^headers$/, { source: 'http_header' }],
  [/HTTPRequestHandler$|StreamRequestHandler$/, /^rfile$/, { source: 'body' }],
  [/(?:^|\.)RequestHandler$/, /^path_(?:args|kwargs)$/, { source: 'http_parameter' }],
];

/** `self.name` in a class that a framework creates and fills. */
export function pythonMember(cls: ClassIr, name: string): ParameterVerdict {
  for (const [base, member, given] of members)
    if (member.test(name) && basesOf(cls).some((one) => base.test(one))) return given;
  return null;
}
