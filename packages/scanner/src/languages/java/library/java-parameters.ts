import type { LanguageModel } from '../../../flow/language-model.ts';
import type { FunctionIr, Param } from '../../../ir/ir.ts';

const entryAnnotations =
  /^(?:RequestParam|PathVariable|RequestBody|RequestHeader|CookieValue|ModelAttribute|RequestPart|MatrixVariable|QueryParam|PathParam|FormParam|HeaderParam|CookieParam|BeanParam|QueryValue|Body|Payload|Argument)$/;
const mapping =
  /^(?:RequestMapping|GetMapping|PostMapping|PutMapping|DeleteMapping|PatchMapping|Path|GET|POST|PUT|DELETE|Get|Post|Put|Delete|MessageMapping|QueryMapping|MutationMapping)$/;

/** What a queue hands to a method. */
const listening = /^(?:Kafka|Rabbit|Jms|Sqs|Pulsar|Stream)Listener$|^Incoming$|^OnMessage$/;

/** What a parameter of a handler, a resource or a listener is. */
export function javaParameter(fn: FunctionIr, parameter: Param): ReturnType<LanguageModel['parameter']> {
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
  if (
    fn.annotations.some((entry) => mapping.test(entry.name)) &&
    !isFramework(parameter.type) &&
    !isScalar(parameter.type)
  )
    return { source: 'http_parameter' };
  if (fn.annotations.some((entry) => listening.test(entry.name)) && !isScalar(parameter.type))
    return /(?:Acknowledgment|Channel|Consumer|Headers)$/.test(parameter.type ?? '')
      ? {}
      : { source: 'message' };
  if (fn.name === 'main' && parameter.type === 'String[]') return null;
  return {};
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
    /(?:Request|Response|Session|Model|ModelMap|BindingResult|Principal|Authentication|Locale|RedirectAttributes|UriInfo|SecurityContext|HttpHeaders|Pageable|Errors)$/.test(
      type,
    )
  );
}
