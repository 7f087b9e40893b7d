import type { LanguageModel } from '../../../flow/language-model.ts';
import type { FunctionIr, Param } from '../../../ir/ir.ts';
import { javaModel } from '../../java/library/java-model.ts';

const requests = /^(?:Request|RequestHeader|WSRequestHeader|HttpRequest|ContextRequest|AuthedRequest)$/;
const servers =
  /\b(?:play\.api\.mvc|akka\.http|org\.apache\.pekko\.http|pekko\.http|org\.http4s|org\.scalatra|cask|com\.twitter\.finagle\.http|io\.finch)\b/;

export function scalaParameter(fn: FunctionIr, parameter: Param): ReturnType<LanguageModel['parameter']> {
  const { type, name } = parameter;
  const java = javaModel.parameter(fn, parameter, 0);
  if (java?.source !== undefined || java?.sym !== undefined || java?.number !== undefined) return java;
  const { text } = fn.file;
  if (!servers.test(text)) return {};
  // The client of http4s asks by the same type.
  if (/\borg\.http4s\b/.test(text) && !/\bHttp(?:Routes|App|Service)\b|\bHttp4sDsl\b/.test(text)) return {};
  if (type !== null && requests.test(type)) return { sym: '@req' };
  // A closure of an action, which may say no type.
  if (type === null && fn.isArrow && /^(?:req|request|r)$/.test(name)) return { sym: '@req' };
  // What http4s matches its routes with.
  if (name === '<case>' && /->\s*Root\b/.test(text.slice(fn.pos, fn.end)))
    return { source: 'http_parameter' };
  if (type === 'String' && !fn.isArrow && givesAction(fn)) return { source: 'http_parameter' };
  return {};
}

/** A method of a controller that is an action: its parameters come from the address. */
function givesAction({ file, pos, cls, name }: FunctionIr): boolean {
  if (cls === null || name === '<init>') return false;
  const head = file.text.slice(pos, pos + 400);
  return /^[^{}]*?\)\s*(?::\s*(?:Action|EssentialAction|Handler)\b[^=]*)?=\s*(?:\w*Action\w*)\b/.test(head);
}
