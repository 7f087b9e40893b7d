import type { LanguageModel } from '../../../flow/language-model.ts';
import type { ClassIr, FunctionIr, Param } from '../../../ir/ir.ts';
import { javaModel } from '../../java/library/java-model.ts';

const requests = /^(?:Request|RequestHeader|WSRequestHeader|HttpRequest|ContextRequest|AuthedRequest)$/;
const servers =
  /\b(?:zio\.http|sttp\.tapir|play\.api\.mvc|akka\.http|org\.apache\.pekko\.http|pekko\.http|org\.http4s|org\.scalatra|cask|com\.twitter\.finagle\.http|io\.finch)\b/;

export function scalaParameter(fn: FunctionIr, parameter: Param): ReturnType<LanguageModel['parameter']> {
  const { type, name } = parameter;
  const java = javaModel.parameter(fn, parameter, 0);
  if (java?.source !== undefined || java?.sym !== undefined || java?.number !== undefined) return java;
  const { text } = fn.file;
  if (!servers.test(text)) return {};
  // The client of http4s has the same request type.
  if (/\borg\.http4s\b/.test(text) && !/\bHttp(?:Routes|App|Service)\b|\bHttp4sDsl\b/.test(text)) return {};
  if (type !== null && requests.test(type)) return { sym: '@req' };
  // A closure of an action, which may omit the type.
  if (type === null && fn.isArrow && fn.params[0] === parameter && (isAction(fn) || asksByName.test(name)))
    return { sym: '@req' };
  if (fn.isArrow && (isLogic(fn) || followsPathDirective(fn))) return { source: 'http_parameter' };
  if (fn.annotations.some((one) => routes.test(one.name)) && /\bcask\b/.test(text))
    return { source: 'http_parameter' };
  // Path parameters come beside the request.
  if (type === 'String' && fn.isArrow && /\bzio\.http\b/.test(text)) return { source: 'http_parameter' };
  // http4s matches routes with patterns.
  if (name === '<case>' && /->\s*Root\b/.test(text.slice(fn.pos, fn.end)))
    return { source: 'http_parameter' };
  if (type === 'String' && !fn.isArrow && returnsAction(fn)) return { source: 'http_parameter' };
  return {};
}

const asksByName = /^(?:req|request|r)$/;
const routes = /^(?:get|post|put|delete|patch|postForm|postJson|getJson|route)$/;

/**
 * Whether the closure belongs to an action of Play: `Action { request => … }`, `Action.async(parse.json) { r => … }`.
 */
function isAction({ file, pos }: FunctionIr): boolean {
  const before = file.text.slice(Math.max(0, pos - 200), pos);
  return /\b\w*Action\w*(?:\.async)?(?:\s*(?:\[[^\][]{0,80}\]|\([^(){}]{0,120}\)|andThen\s+\w+))*\s*\{\s*(?:implicit\s+)?$/.test(
    before,
  );
}

/** The logic of a tapir endpoint. */
function isLogic({ file, pos }: FunctionIr): boolean {
  return /\.serverLogic\w*(?:\[[^\][]{0,40}\])?\s*[({]\s*\{?\s*$/.test(
    file.text.slice(Math.max(0, pos - 80), pos),
  );
}

/** The block of an Akka HTTP directive that extracts part of the path. */
function followsPathDirective({ file, pos }: FunctionIr): boolean {
  return /\b(?:raw)?[pP]ath(?:Prefix|Suffix)?\s*\([^{}\n]{0,120}\b(?:Segments?|Remaining(?:Path)?|Rest)\b[^{}\n]{0,60}\)\s*\{?\s*$/.test(
    file.text.slice(Math.max(0, pos - 240), pos),
  );
}

const filled: Readonly<Record<string, string>> = {
  params: 'http_parameter',
  multiParams: 'http_parameter',
  parsedBody: 'body',
  fileParams: 'body',
  fileMultiParams: 'body',
};

/** Members of each Scalatra servlet and filter. */
export function scalaMember(cls: ClassIr, name: string): { source?: string; sym?: string } | null {
  if (!cls.bases.some((base) => /^Scalatra(?:Servlet|Filter)$/.test(base))) return null;
  if (name === 'request') return { sym: '@req' };
  const source = filled[name];
  return source === undefined ? null : { source };
}

/** A controller method that is an action. Its parameters come from the URL. */
function returnsAction({ file, pos, cls, name }: FunctionIr): boolean {
  if (cls === null || name === '<init>') return false;
  const head = file.text.slice(pos, pos + 400);
  return /^[^{}]*?\)\s*(?::\s*(?:Action|EssentialAction|Handler)\b[^=]*)?=\s*(?:\w*Action\w*)\b/.test(head);
}
