import type { LanguageModel } from '../../../flow/language-model.ts';
import type { FunctionIr, Param } from '../../../ir/ir.ts';
import { boundsOf } from '../../shared/library/number-bounds.ts';
import { csharpNumbers } from '../../shared/library/number-types.ts';

const actionAttributes =
  /^(?:Http(?:Get|Post|Put|Delete|Patch|Head|Options)|Route|WebMethod|ScriptMethod|OperationContract|ActionName|AcceptVerbs|Function|FunctionName|WebInvoke|WebGet)$/;
const bindAttributes = /^(?:From(?:Query|Body|Form|Route|Header|Uri)|AsParameters|QueryString|Bind)$/;
/** Attributes of parameters that the container provides, not the request. */
const serviceAttributes = /^From(?:Services|KeyedServices)$/;
const queueAttributes =
  /^(?:Queue|ServiceBus|EventHub|EventGrid|Kafka|RabbitMQ|Blob|CosmosDB|SignalR)Trigger$|^(?:Queue|ServiceBus|EventHub|Kafka|RabbitMQ)TriggerAttribute$/;

/** Types of messages from brokers and buses. */
const messages =
  /^(?:ConsumeContext|ServiceBusReceivedMessage|ProcessMessageEventArgs|BasicDeliverEventArgs|ConsumeResult|BrokeredMessage|EventData|QueueMessage|SQSEvent|SNSEvent|KinesisEvent|MqttApplicationMessage(?:ReceivedEventArgs)?|RedisValue)$/;

/** Types of collections and files that are part of a request. */
const requestParts =
  /^(?:IFormCollection|IQueryCollection|IFormFile|IFormFileCollection|IRequestCookieCollection|HttpPostedFile(?:Base)?|HttpFileCollection(?:Base)?|IBrowserFile|FormCollection|APIGatewayProxyRequest|APIGatewayHttpApiV2ProxyRequest)$/;

/** The meaning of a parameter by its type, its attributes, and those of its method and class, for texts and numbers. */
export function csharpParameter(fn: FunctionIr, parameter: Param): ReturnType<LanguageModel['parameter']> {
  if (parameter.type === null || !csharpNumbers.byName.has(parameter.type))
    return textParameter(fn, parameter);
  const given = textParameter(fn, { ...parameter, type: 'string' });
  return given?.source === undefined
    ? {}
    : { number: { source: given.source, ...boundsOf(parameter.annotations) } };
}

function textParameter(fn: FunctionIr, parameter: Param): ReturnType<LanguageModel['parameter']> {
  const { type, annotations } = parameter;
  if (annotations.some((entry) => serviceAttributes.test(entry.name))) return {};
  if (type !== null && requestParts.test(type)) return { source: 'http_parameter' };
  if (type !== null && messages.test(type)) return { source: 'message' };
  if (annotations.some((entry) => queueAttributes.test(entry.name)))
    return scalar(type) ? {} : { source: 'message' };
  if (annotations.some((entry) => bindAttributes.test(entry.name)))
    return scalar(type) ? {} : { source: 'http_parameter' };
  if (fn.name === 'Main' && fn.isStatic && type === 'string[]') return { source: 'argument' };
  // Handlers of minimal APIs: app.MapGet("/x", (string name) => …).
  if (
    /\.Map(?:Get|Post|Put|Delete|Patch|Methods)\s*\(\s*"[^"\n]*"\s*,\s*(?:async\s+)?$/.test(
      fn.file.text.slice(Math.max(0, fn.pos - 240), fn.pos),
    )
  )
    return isFromRequest(type) ? { source: 'http_parameter' } : {};
  if (isHandler(fn, type)) return { source: 'http_parameter' };
  if (isAction(fn) && !scalar(type) && !isOfPlatform(type)) return { source: 'http_parameter' };
  return {};
}

function isAction(fn: FunctionIr): boolean {
  if (fn.annotations.some((entry) => actionAttributes.test(entry.name))) return true;
  const { cls } = fn;
  return (
    cls !== null &&
    fn.isExported &&
    !fn.isStatic &&
    fn.name !== cls.name &&
    (/Controller$/.test(cls.name) ||
      cls.annotations.some((entry) => entry.name === 'ApiController') ||
      cls.bases.some((base) =>
        /^(?:Controller|ControllerBase|ApiController|ODataController|PageModel)$/.test(base),
      ))
  );
}

function isOfPlatform(type: string | null): boolean {
  return /(?:Context|Service|Repository|Logger|Manager|HttpRequest(?:Message|Base|Data)?|Token|Factory|TimerInfo)$/.test(
    type ?? '',
  );
}

/** Handlers of mediators, queues, hubs and remote calls. */
function isHandler(fn: FunctionIr, type: string | null): boolean {
  if (!isFromRequest(type) && !/Request$/.test(type ?? '')) return false;
  if (/^(?:Handle|HandleAsync|Consume|ExecuteAsync)$/.test(fn.name))
    return (
      fn.cls?.bases.some((base) =>
        /^(?:I(?:Request|Command|Query|Notification)Handler|IConsumer|IHandleMessages|Endpoint)$/.test(base),
      ) ?? false
    );
  if (fn.params.some((param) => param.type === 'ServerCallContext')) return true;
  // ServiceStack.
  if (/^(?:Any|Get|Post|Put|Patch|Delete)(?:Async)?$/.test(fn.name) && fn.cls?.bases.includes('Service'))
    return true;
  return fn.isExported && !fn.isStatic && (fn.cls?.bases.some((base) => base === 'Hub') ?? false);
}

/** Whether a minimal API binds a parameter of this type from the request as text. */
export function isFromRequest(type: string | null): boolean {
  return !scalar(type) && !isService(type);
}

function isService(type: string | null): boolean {
  return (
    type !== null &&
    (/(?:Context|Db|Service|Repository|Logger|Manager|Token|Factory|Client|Sender|Mediator|Environment|Configuration|Accessor)(?:<|$)|^Http(?:Request|Response)/.test(
      type,
    ) ||
      // The container provides interfaces, except those of files, forms and lists.
      /^I(?!FormFile|FormCollection|Enumerable|List|Collection|ReadOnly|Dictionary|QueryCollection|HeaderDictionary)[A-Z][a-z]/.test(
        type,
      ))
  );
}

function scalar(type: string | null): boolean {
  return (
    type !== null &&
    /^(?:int|long|short|byte|double|float|bool|decimal|char|Guid|DateTime|DateTimeOffset|Int32|Int64|CancellationToken|TimeSpan)$/.test(
      type,
    )
  );
}
