import type { LanguageModel } from '../../../flow/language-model.ts';
import type { FunctionIr, Param } from '../../../ir/ir.ts';
import { boundsOf } from '../../shared/library/number-bounds.ts';
import { javaNumbers as numberTypes } from '../../shared/library/number-types.ts';

const entryAnnotations =
  /^(?:RequestParam|PathVariable|RequestBody|RequestHeader|CookieValue|ModelAttribute|RequestPart|MatrixVariable|QueryParam|PathParam|FormParam|HeaderParam|CookieParam|BeanParam|QueryValue|Body|Payload|Argument|QueryParameter|DataBoundConstructor)$/;
const mapping =
  /^(?:RequestMapping|GetMapping|PostMapping|PutMapping|DeleteMapping|PatchMapping|Path|GET|POST|PUT|DELETE|Get|Post|Put|Delete|PATCH|MessageMapping|SubscribeMapping|QueryMapping|MutationMapping|WebMethod)$/;

/** Data from brokers, forms and uploads. */
const handedOver: Readonly<Record<string, string>> = {
  ConsumerRecord: 'message',
  ConsumerRecords: 'message',
  SQSEvent: 'message',
  SNSEvent: 'message',
  KinesisEvent: 'message',
  Delivery: 'message',
  MultipartFile: 'http_parameter',
  'MultipartFile[]': 'http_parameter',
  FilePart: 'http_parameter',
  FileItem: 'http_parameter',
  ActionForm: 'http_parameter',
  APIGatewayProxyRequestEvent: 'http_parameter',
  APIGatewayV2HTTPEvent: 'http_parameter',
};

/** Types whose simple name is ambiguous, with text that the file must contain. */
const ofLibraries: readonly [type: string, file: RegExp, sym: string][] = [
  ['Context', /\bio\.javalin\b/, 'javalin.Context'],
  ['Request', /\bspark\.(?:\*|Request|Spark|Route)\b|\bspark\.Request\b/, 'spark.Request'],
];

/** Annotations of methods that receive messages from a queue. */
const listening = /^(?:Kafka|Rabbit|Jms|Sqs|Pulsar|Stream)Listener$|^Incoming$|^OnMessage$/;

/** Methods that a library calls with data from outside: base class, method, index of the parameter. */
const calledBack: readonly [base: RegExp, name: RegExp, index: number, source: string][] = [
  [/^ConstraintValidator$/, /^isValid$/, 0, 'http_parameter'],
  [/^(?:Simple)?Channel(?:Inbound|Duplex)Handler(?:Adapter)?$/, /^channelRead0?$/, 1, 'message'],
  [/^(?:ByteToMessage|MessageToMessage)(?:Decoder|Codec)$/, /^decode(?:Last)?$/, 1, 'message'],
  [/^(?:Abstract|Text|Binary)?WebSocketHandler$/, /^handle(?:Text|Binary)?Message$/, 1, 'message'],
  [/^(?:Default)?Consumer$/, /^handleDelivery$/, 3, 'message'],
  [
    /^ContentProvider$/,
    /^(?:query|insert|update|delete|openFile|openAssetFile|call|getType)$/,
    0,
    'argument',
  ],
];

/** The meaning of a parameter of a handler, a resource or a listener, for texts and numbers. */
export function javaParameter(fn: FunctionIr, parameter: Param): ReturnType<LanguageModel['parameter']> {
  if (parameter.type === null || !numberTypes.byName.has(parameter.type)) return textParameter(fn, parameter);
  const given = textParameter(fn, { ...parameter, type: 'String' });
  return given?.source === undefined
    ? {}
    : { number: { source: given.source, ...boundsOf(parameter.annotations) } };
}

function textParameter(fn: FunctionIr, parameter: Param): ReturnType<LanguageModel['parameter']> {
  const annotation = parameter.annotations.find((entry) => entryAnnotations.test(entry.name));
  if (annotation !== undefined)
    return isScalar(parameter.type)
      ? {}
      : {
          source: /Header/.test(annotation.name)
            ? 'http_header'
            : /Cookie/.test(annotation.name)
              ? 'cookie'
              : /Body|Payload/.test(annotation.name)
                ? 'body'
                : 'http_parameter',
        };
  const { type } = parameter;
  const handed = type !== null && Object.hasOwn(handedOver, type) ? handedOver[type] : undefined;
  if (handed !== undefined) return { source: handed };
  const known = ofLibraries.find(([type, file]) => type === parameter.type && file.test(fn.file.text));
  if (known !== undefined) return { sym: known[2] };
  const called = calledBack.find(
    ([base, name, index]) =>
      name.test(fn.name) &&
      fn.params[index]?.name === parameter.name &&
      fn.cls?.bases.some((one) => base.test(one)),
  );
  if (called !== undefined && !isScalar(type)) return { source: called[3] };
  if (isRemote(fn) && !isScalar(parameter.type) && !isFramework(parameter.type))
    return { source: 'http_parameter' };
  if (
    fn.annotations.some((entry) => mapping.test(entry.name)) &&
    !isFramework(parameter.type) &&
    !isScalar(parameter.type)
  )
    return { source: 'http_parameter' };
  if (fn.annotations.some((entry) => listening.test(entry.name)) && !isScalar(parameter.type))
    return /(?:Acknowledgment|Channel|Consumer|Headers|Session)$/.test(parameter.type ?? '')
      ? {}
      : { source: 'message' };
  if (fn.name === 'main' && /^String(?:\[\])?$/.test(parameter.type ?? '') && fn.isStatic)
    return { source: 'argument' };
  return {};
}

/** A method of a web service, or of a remote procedure that answers through an observer. */
function isRemote(fn: FunctionIr): boolean {
  if (fn.cls === null || !fn.isExported || fn.isStatic) return false;
  return (
    fn.cls.annotations.some((entry) => entry.name === 'WebService') ||
    (fn.params.length === 2 &&
      fn.params[1]?.type === 'StreamObserver' &&
      /ImplBase$/.test(fn.cls.bases[0] ?? ''))
  );
}

function isScalar(type: string | null): boolean {
  return (
    type !== null &&
    /^(?:int|long|short|byte|double|float|boolean|char|Integer|Long|Short|Byte|Double|Float|Boolean|UUID|LocalDate|LocalDateTime|Instant|BigDecimal|Int|Enum)$/.test(
      type,
    )
  );
}

function isFramework(type: string | null): boolean {
  return (
    type !== null &&
    /(?:Request|Response|Session|Model|ModelMap|BindingResult|Principal|Authentication|Locale|RedirectAttributes|UriInfo|SecurityContext|HttpHeaders|Pageable|Errors|StreamObserver|HttpExchange|Context)$/.test(
      type,
    )
  );
}
