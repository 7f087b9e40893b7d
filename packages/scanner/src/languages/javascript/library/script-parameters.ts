import type { LanguageModel } from '../../../flow/language-model.ts';
import type { FileIr, FunctionIr, Param } from '../../../ir/ir.ts';

const handlerDecorators =
  /^(?:Get|Post|Put|Delete|Patch|All|Options|Head|Query|Mutation|MessagePattern|SubscribeMessage)$/;
const parameterDecorators =
  /^(?:Arg|Body|Query|Param|Headers|UploadedFile|UploadedFiles|Cookies|Args|Payload|MessageBody|RawBody|BodyParam|QueryParam|QueryParams|Params)$/;

const verb = /^(?:GET|POST|PUT|PATCH|DELETE)$/;

type ParameterVerdict = ReturnType<LanguageModel['parameter']>;

interface Place {
  fn: FunctionIr;
  parameter: Param;
  index: number;
}

/** Each returns the meaning of the parameter, or undefined if others may know it. Called in this order. */
const readings: readonly ((place: Place) => ParameterVerdict | undefined)[] = [
  byDecorator,
  ofRoute,
  ofPlatform,
  ofAction,
  byMark,
  byType,
  byPattern,
  ofPageLoader,
  ofResolver,
  byUse,
  byName,
];

/** The meaning of a parameter of a handler, resolver, loader or server action. */
export function scriptParameter(fn: FunctionIr, parameter: Param, index: number): ParameterVerdict {
  for (const reading of readings) {
    const given = reading({ fn, parameter, index });
    if (given !== undefined) return given;
  }
  return null;
}

function byDecorator({ parameter }: Place): ParameterVerdict | undefined {
  const decorator = parameter.annotations.find((entry) => parameterDecorators.test(entry.name));
  if (decorator === undefined) return undefined;
  return /\bParse(?:Int|Float|Bool|UUID|Enum|Date)Pipe\b|ParseObjectIdPipe/.test(decorator.args)
    ? {}
    : { source: 'http_parameter' };
}

/** `export function POST(request, { params })`: the path parameters come after the request. */
function ofRoute({ fn, parameter, index }: Place): ParameterVerdict | undefined {
  if (!verb.test(fn.name) || !fn.isExported) return undefined;
  return index === 0 || (index === 1 && isDestructured(parameter, /^params$/)) ? { sym: '@req' } : undefined;
}

function ofPlatform({ fn, index }: Place): ParameterVerdict | undefined {
  if (index !== 0) return undefined;
  if (isInvoked(fn)) return { source: 'body', sym: '@event' };
  return isLambda(fn) ? { sym: '@event' } : undefined;
}

/** Functions on the server that pages call, with the data of a form or a caller. */
function ofAction({ fn, parameter: { type } }: Place): ParameterVerdict | undefined {
  if (type !== 'FormData' && (!fn.isExported || fn.cls !== null || !isServerAction(fn))) return undefined;
  return /^(?:number|boolean)$/.test(type ?? '') ? {} : { source: 'body' };
}

function byMark({ parameter: { annotations } }: Place): ParameterVerdict | undefined {
  if (annotations.some((entry) => /^(?:Req|Request)$/.test(entry.name))) return { sym: '@req' };
  if (annotations.some((entry) => /^(?:Res|Response)$/.test(entry.name))) return { sym: '@res' };
  return undefined;
}

function byType({ parameter: { name, type } }: Place): ParameterVerdict | undefined {
  if (
    type !== null &&
    /^(?:Express)?(?:FastifyRequest|NextRequest|NextApiRequest|IncomingMessage)$|^Request$/.test(type)
  )
    return { sym: '@req' };
  if (type !== null && /^(?:FastifyReply|NextApiResponse|ServerResponse)$|^Response$/.test(type))
    return { sym: '@res' };
  if (type !== null && /^(?:Context|KoaContext|ParameterizedContext|HonoContext)$/.test(type))
    return { sym: '@ctx' };
  if (/^_?(?:req|request)$/.test(name) && (type === null || /[rR]eq/.test(type))) return { sym: '@req' };
  return undefined;
}

/** A request destructured in the parameter list. */
function byPattern({ parameter, index }: Place): ParameterVerdict | undefined {
  if (!isDestructured(parameter, /^(?:body|query|params|headers|cookies|searchParams)$/)) return undefined;
  const { type } = parameter;
  return index === 0 && (type === null || /^\{|[rR]eq|Context|Ctx|Event|Input|Args/.test(type))
    ? { sym: '@req' }
    : null;
}

/** Loaders and actions of pages get an object that contains the request. */
function ofPageLoader({ fn, parameter, index }: Place): ParameterVerdict | undefined {
  return index === 0 &&
    (verb.test(fn.name) || /^(?:loader|action|load|clientLoader|handle)$/.test(fn.name)) &&
    isDestructured(parameter, /^request$/)
    ? { sym: '@ctx' }
    : undefined;
}

/** GraphQL resolvers: (parent, args, context), with whole or destructured arguments. */
function ofResolver({ fn, parameter, index }: Place): ParameterVerdict | undefined {
  const first = fn.params[0];
  if (index !== 1 || first === undefined) return undefined;
  const isWhole = parameter.name === 'args' && /^(?:_\w*|parent|root|obj|source)$/.test(first.name);
  const isApart =
    parameter.pattern?.k === 'map' &&
    /^(?:_|_parent|_root|_obj|__|parent|root)$/.test(first.name) &&
    fn.params.length > 2;
  return isWhole || isApart ? { source: 'http_parameter' } : undefined;
}

function byUse({ fn, parameter: { name }, index }: Place): ParameterVerdict | undefined {
  if (/^_?(?:res|response|reply)$/.test(name) && index > 0) return { sym: '@res' };
  return index < 2 && answersRequest(fn) ? { sym: index === 0 ? '@req' : '@res' } : undefined;
}

function byName({ fn, parameter: { name }, index }: Place): ParameterVerdict | undefined {
  if (/^(?:ctx|context|c)$/.test(name) && index === 0) return { sym: '@ctx' };
  if (name === 'event' && index === 0 && /^(?:handler|lambdaHandler|default|main)$/.test(fn.name))
    return { sym: '@event' };
  return handlerDecorators.test(fn.annotations[0]?.name ?? '') && name === 'dto'
    ? { source: 'body' }
    : undefined;
}

/** Whether the parameter is destructured, with a field of this name. */
function isDestructured({ pattern }: Param, names: RegExp): boolean {
  return (
    pattern?.k === 'map' && pattern.entries.some(({ key }) => key?.k === 'lit' && names.test(String(key.v)))
  );
}

const handlers = new WeakMap<FunctionIr, boolean>();

/** A handler that is not registered in its file: it reads a request and answers through the other parameter. */
function answersRequest(fn: FunctionIr): boolean {
  let known = handlers.get(fn);
  if (known === undefined) {
    const [first, second] = fn.params.map(({ name }) => (/^\w+$/.test(name) ? name : null));
    const text = fn.file.text.slice(fn.pos, Math.min(fn.end, fn.pos + 6_000));
    known =
      fn.params.length < 5 &&
      first != null &&
      second != null &&
      new RegExp(String.raw`(?<![\w.$])${first}\s*\??\.\s*(?:query|body|params|headers|cookies)\b`).test(
        text,
      ) &&
      new RegExp(
        String.raw`(?<![\w.$])${second}\s*\.\s*(?:send|json|status|end|redirect|render|sendFile|sendStatus|setHeader|writeHead|cookie|download|type|code)\s*\(`,
      ).test(text);
    handlers.set(fn, known);
  }
  return known;
}

/**
 * Whether files are handlers behind a gateway, by their text. Cached, because it is needed for each parameter, and
 * files may be large.
 */
const gatewayFiles = new WeakMap<FileIr, boolean>();

function isGatewayFile(file: FileIr): boolean {
  let known = gatewayFiles.get(file);
  if (known === undefined) {
    known = /queryStringParameters|pathParameters|multiValueHeaders|statusCode\s*:/.test(file.text);
    gatewayFiles.set(file, known);
  }
  return known;
}

/** The file, or the function itself, says that pages may call it. */
function isServerAction(fn: FunctionIr): boolean {
  const { text } = fn.file;
  return (
    /^(?:\s|\/\/[^\n]*\n|\/\*[^*]{0,2000}\*\/)*["']use server["']/.test(text.slice(0, 3_000)) ||
    /^[^{]{0,300}\{\s*["']use server["']/.test(text.slice(fn.pos, fn.pos + 400))
  );
}

/**
 * A function that a platform calls with events. Whoever may send messages, put files or call the URL chooses their
 * content. Events of a page have a target.
 */
function isInvoked(fn: FunctionIr): boolean {
  const [first, second] = fn.params;
  if (first !== undefined && isTypedHandler(fn)) return true;
  if (!fn.isExported || first === undefined || !/^_?(?:event|evt|e)$/.test(first.name)) return false;
  if (
    !/^(?:\w*[hH]andler|default|main)$/.test(fn.name) &&
    !/^_?(?:context|ctx|callback|cb)$/.test(second?.name ?? '')
  )
    return false;
  return !/\b(?:event|evt|e)\s*\??\.\s*(?:target|currentTarget|preventDefault|stopPropagation|keyCode|clientX|origin|sender|node|waitUntil|respondWith)\b/.test(
    fn.file.text.slice(fn.pos, Math.min(fn.end, fn.pos + 6_000)),
  );
}

/** A function that a gateway calls: only its first parameter has these fields. */
function isLambda(fn: FunctionIr): boolean {
  if (!isGatewayFile(fn.file)) return false;
  const { text } = fn.file;
  const [first] = fn.params;
  const own = text.slice(fn.pos, Math.min(fn.end, fn.pos + 6_000));
  if (first?.pattern)
    return /^[^)]{0,200}\b(?:queryStringParameters|pathParameters|multiValueHeaders)\b/.test(own);
  if (!first || !/^[\w$]+$/.test(first.name)) return false;
  const name = first.name.replace(/\$/g, '\\$&');
  return new RegExp(
    String.raw`(?<![\w.$])${name}\s*\??\.\s*(?:queryStringParameters|pathParameters|requestContext|multiValue\w+)\b|JSON\.parse\(\s*${name}\s*\.\s*body`,
  ).test(own);
}

/** `const work: SQSHandler = async (event) => …`, `(event: S3Event) => …`: recognized by a type of the platform. */
function isTypedHandler(fn: FunctionIr): boolean {
  const { text } = fn.file;
  return (
    text.includes('aws-lambda') &&
    (/^(?:S3|SQS|SNS|Kinesis(?:Stream)?|DynamoDBStream|EventBridge|CloudWatchLogs|SES|APIGateway\w*|ALB|CodePipeline|MSK)Event\w*$/.test(
      fn.params[0]?.type ?? '',
    ) ||
      /:\s*\w*Handler(?:<[^=;]{0,80}>)?\s*=\s*(?:async\s*)?$/.test(
        text.slice(Math.max(0, fn.pos - 160), fn.pos),
      ))
  );
}
