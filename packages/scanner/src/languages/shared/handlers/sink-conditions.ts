import { deepTaints } from '../../../flow/elements.ts';
import type { Machine } from '../../../flow/machine.ts';
import { hole, joinTaints, type Taint, type Value } from '../../../flow/value.ts';
import type { Expr } from '../../../ir/ir.ts';
import type { TaintKind } from '../../../types/flow-findings.ts';

/** Shows that an answer is a page, or text without a declared type. */
export const pageType = /["'`](?:text\/)?html["'`]|text\/html|TEXT_HTML|ResponseEntity\s*<\s*String\s*>/;

/** Lookups by name, where the caller of a library decides what is loaded. */
export const loading =
  /(?:^|\.)(?:getattr|getMethod|getDeclaredMethod|import_module|__import__|require|forName|loadClass)$/;

/**
 * Whether data from a library's callers counts as untrusted in a sink. A library may pass its arguments on. It is at
 * fault if it builds a command, a query or the like from them, or decodes them in a way that runs code.
 */
export function countsInLibrary(kind: TaintKind, value: Value, { isPublic }: Taint['source']): boolean {
  switch (kind) {
    case 'sql':
    case 'command':
    case 'ldap':
    case 'xpath':
    case 'template':
      return value.text !== null || value.objs.length > 0;
    case 'nosql':
      return value.text !== null;
    case 'code':
    case 'deserialization':
    case 'xxe':
    case 'prototype_pollution':
      return true;
    // Data that is inserted below the library's own path, or between its own tags.
    case 'path':
      return isPublic === true && value.text !== null && !value.text.startsWith(hole);
    case 'xss':
      return isPublic === true && value.text !== null && /<\w/.test(value.text);
    default:
      return false;
  }
}

export function functionText(m: Machine): string {
  const { fn, file } = m.frame;
  return file.text.slice(fn.pos, fn.end);
}

/** The program's own check of the path, called once it is built. */
const guardsPath =
  /\b_?(?:check|ensure|validate|assert|verify|guard|reject|prevent)(?!\w*[eE]xist)\w*(?:[tT]ravers|[pP]ath|[wW]ithin|[iI]nside|[sS]lip|[cC]ontained|[eE]scap)\w*\s*\(/i;

/** The same as a condition that leaves the function if the path is outside. */
const asksPath =
  /\bif\s*\(\s*!\s*(?:\w+\.)?_?(?:is|stays)?_?(?:inside|within|under|below|contained)\w*\s*\([^;{]{0,120}\)\s*\)\s*\{?\s*(?:throw|return)\b/i;

/** A path is built, made absolute and then compared with the folder that it must be in. */
export function isCheckedLater(m: Machine, name: string, e: Expr): boolean {
  if (!/(?:^|\.)(?:File|get|of|resolve|Combine|GetFullPath)$/.test(name)) return false;
  const { fn, file } = m.frame;
  const rest = file.text.slice(e.pos, fn.end);
  if (
    asksPath.test(rest) ||
    guardsPath.test(rest) ||
    guardsPath.test(file.text.slice(file.text.lastIndexOf('\n', e.pos), e.pos))
  )
    return true;
  return /canonical|normalize\(|toRealPath|GetFullPath/i.test(rest) && /startsWith\s*\(/i.test(rest);
}

/** Whether some data is outside quotes, where escaping quotes has no effect. */
export function isUnquoted({ text, taints }: Value): boolean {
  if (text === null || text.length > 290) return false;
  let quote = '';
  let holes = 0;
  let inside = 0;
  for (const sign of text) {
    if (sign === hole) {
      if (quote === '') holes++;
      else inside++;
    } else if (quote === sign) quote = '';
    else if (quote === '' && (sign === "'" || sign === '"')) quote = sign;
  }
  if (inside === 0) return holes > 0;
  // There are more untrusted values than quoted places, so one of them is not quoted.
  return holes > 0 && new Set(taints.map(({ source }) => `${source.file.path}:${source.pos}`)).size > inside;
}

/** The unknown part is inside a tag, where an attribute does harm without a new tag. */
export function isInsideTag({ text }: Value): boolean {
  if (text === null || text.length > 290) return false;
  const at = text.indexOf(hole);
  const head = at < 0 ? '' : text.slice(0, at);
  return at >= 0 && at < text.length - 1 && head.lastIndexOf('<') > head.lastIndexOf('>');
}

/** The body of a request as a stream is not a file name. */
export function isStream({ source, step }: Taint): boolean {
  return (
    /^(?:body|answer|message|file)$/.test(source.kind) &&
    step?.depth === 0 &&
    /(?:\.Body|InputStream(?:\([^()]*\))?|(?:[oO]pen|Get|OpenRead|GetResponse)Stream\(\)|OpenRead\(.*\)|BodyReader)$/.test(
      source.file.text.slice(source.pos, source.end),
    )
  );
}

/** Calls that take either a file name or an open file. */
const acceptsOpenFile =
  /(?:^|\.)(?:Image\.open|FileResponse|ZipFile|TarFile|send_file|imread|(?:np|numpy)\.load|read_(?:csv|excel|json|parquet|table))$/;

/** The argument is not a concatenated text, and is named like an open file. */
function namesOpened(m: Machine, { text }: Value, argument: Expr | undefined): boolean {
  return (
    text === null &&
    argument !== undefined &&
    /(?:^|[._])(?:file|stream|fp|fh|buf|buffer|image|upload|attachment|document|data|content)(?:_?(?:obj|object|stream))?$|^(?:io\.)?(?:Bytes|String)IO\(/i.test(
      m.file.text.slice(argument.pos, argument.end),
    )
  );
}

/** The argument is already open: `new StreamReader(section.Body)`. */
export function isOpened(m: Machine, value: Value, e: Expr): boolean {
  if (
    /(?:getInputStream|openStream|OpenReadStream)\(\)$|\.inputStream$|\b(?:files|FILES)\b.*\.(?:stream|file)$/.test(
      value.sym ?? '',
    )
  )
    return true;
  if (/(?:Stream|Reader|Writer|Channel)$/.test(value.type ?? '')) return true;
  if (e.k === 'call' && e.args[0] !== undefined && isContent(m, e.args[0])) return true;
  if (
    e.k === 'call' &&
    acceptsOpenFile.test(m.file.text.slice(e.f.pos, e.f.end)) &&
    namesOpened(m, value, e.args[0])
  )
    return true;
  if (e.k !== 'new' || !/^Stream(?:Reader|Writer)$/.test(e.type) || e.args[0] === undefined) return false;
  const { pos, end } = e.args[0];
  return /(?:\.Body|[sS]tream(?:\(\))?)$/.test(m.file.text.slice(pos, end));
}

/** The content of a file as bytes, not its name. */
const isContent = (m: Machine, { pos, end }: Expr): boolean =>
  /^(?:await\s+)?(?:[\w.]+\.)?File\.(?:ReadAllBytes(?:Async)?|OpenRead)\(/.test(m.file.text.slice(pos, end));

/** Whether expressions are evaluated in a context without types and constructors. */
export function readsPropertiesAlone(m: Machine): boolean {
  const text = functionText(m);
  return text.includes('SimpleEvaluationContext') && !text.includes('StandardEvaluationContext');
}

const otherType =
  /(?:content[-_]?type|\.type\(|\.type\s*=|media_?type|mimetype|produces|Produces\()[^\n]{0,40}?["'`](?:text\/(?:plain|csv|css|event-stream|xml|markdown|calendar)|text["'`]|txt|csv|json|application\/(?!xhtml)|image\/(?!svg)|video\/|audio\/|font\/)|MediaType\.(?:TEXT_PLAIN|APPLICATION_)/i;

/** Whether the enclosing function answers with a content type that browsers do not treat as a page. */
export function isNoPage(m: Machine): boolean {
  const { fn, file } = m.frame;
  const text = file.text.slice(fn.pos, fn.end);
  return (
    (otherType.test(text) || /\bContent\s*\([^;]*,\s*"(?:text\/plain|application\/)/.test(text)) &&
    !/text\/html|TEXT_HTML|["']html["']/i.test(text)
  );
}

/** A function this short only answers: `func Text(w, r, body)`. */
const MAX_SHORT_ANSWER_LENGTH = 600;

/** Whether the data went through a short function that answers with such a type and is still running. */
export function cameToNoPage(m: Machine, { step }: Taint): boolean {
  const passed = new Set<number>();
  for (let at = step; at !== null; at = at.previous) passed.add(at.fnId);
  for (let frame = m.frame.caller; frame !== null; frame = frame.caller) {
    const { fn, file } = frame;
    if (!passed.has(fn.id) || fn.end - fn.pos > MAX_SHORT_ANSWER_LENGTH) continue;
    const text = file.text.slice(fn.pos, fn.end);
    if (otherType.test(text) && !/html/i.test(text)) return true;
  }
  return false;
}

/** Data that a page reads from its own address. The browser makes the request, not a server. */
export function isOfBrowser({ source }: Taint): boolean {
  return /^(?:window\.)?(?:document\.)?(?:location|document|window)\b/.test(
    source.file.text.slice(source.pos, source.end),
  );
}

/** The address of the request itself: a redirect there leads to the same site. */
export function isOwnAddress(taint: Taint): boolean {
  const { source } = taint;
  // A part that a pattern extracts may be any other address.
  if (went(taint, /\.(?:exec|match|matchAll)\s*\(|^\S*\(.*\)\s*\[\d\]$/)) return false;
  return (
    /(?:^|\.)location(?:\.(?:href|pathname|origin))?$/.test(source.file.text.slice(source.pos, source.end)) ||
    isCheckedAddress(source)
  );
}

function isCheckedAddress(source: Taint['source']): boolean {
  return (
    source.kind === 'http_header' &&
    /\.(?:url|path|originalUrl|baseUrl|href|pathname|full_path|get_full_path\(\)|RequestURI|Path)$/.test(
      source.file.text.slice(source.pos, source.end),
    )
  );
}

/** Taints that may bring operators into a query. Concatenated text brings none, unless it runs as a script. */
export function operatorTaints(m: Machine, value: Value, depth = 0): readonly Taint[] {
  if (value.text !== null && depth > 0) return [];
  // A field declared as a string holds no object.
  if (value.type === 'string' && m.file.semantics.structuralInterfaces) return [];
  let { taints } = value;
  for (const id of depth > 4 ? [] : value.objs) {
    const object = m.s.object(id);
    if (object === undefined) continue;
    // A value in `$eq` is never treated as an operator.
    for (const [name, field] of object.fields)
      if (name !== '$eq')
        taints = joinTaints(
          taints,
          /^\$(?:where|expr|function)$/.test(name)
            ? deepTaints(m, field)
            : operatorTaints(m, field, depth + 1),
        );
    for (const item of object.items ?? []) taints = joinTaints(taints, operatorTaints(m, item, depth + 1));
    if (object.rest !== null) taints = joinTaints(taints, operatorTaints(m, object.rest, depth + 1));
  }
  return taints;
}

export function isOptions(m: Machine, value: Value): boolean {
  return value.objs.some((id) => m.s.object(id)?.fields.has('where') ?? false);
}

/** Calls that parse a text into objects. */
const reading =
  /^(?:await\s+)?(?:JSON\.parse|(?:simple|u|or)?json\.loads?|loads|yaml\.\w+|ast\.literal_eval|qs\.parse|json_decode|EJSON\.parse)\s*\(/;

/** Calls that return a text, whatever they are given. */
const writing = /^(?:fmt\.Sprint\w*|String\.valueOf|Objects\.toString)\s*\(/;

/** Whether the data passed through a call with such a text. */
export function went(taint: Taint, call: RegExp): boolean {
  for (let { step } = taint; step !== null; step = step.previous)
    if (call.test(step.file.text.slice(step.pos, Math.min(step.end, step.pos + 400)))) return true;
  return false;
}

/** Path parameters, headers and cookies are always text, unless they are parsed. */
export function isAlwaysText(m: Machine, taint: Taint): boolean {
  const { source } = taint;
  if (went(taint, writing)) return true;
  if (went(taint, reading)) return false;
  if (source.isText === true || source.kind === 'http_header' || source.kind === 'cookie') return true;
  const { isAlwaysText: isText } = m.program.modelOf(source.file.language).hooks;
  return isText?.(source) ?? /\bparams\b/.test(source.file.text.slice(source.pos, source.end));
}

/** `$where` and similar operators run text as code. */
export function hasScript(m: Machine, value: Value): boolean {
  if (value.text !== null) return true;
  return value.objs.some((id) => {
    const fields = m.s.object(id)?.fields;
    return fields !== undefined && (fields.has('$where') || fields.has('$expr') || fields.has('$function'));
  });
}

export const closedEntities =
  /disallow-doctype-decl|FEATURE_SECURE_PROCESSING|setExpandEntityReferences\(false|ACCESS_EXTERNAL_DTD|SUPPORT_DTD|IS_SUPPORTING_EXTERNAL_ENTITIES|external-general-entities["'],\s*false|resolve_entities\s*=\s*False|DtdProcessing\.(?:Prohibit|Ignore)|XmlResolver\s*=\s*null|libxml_disable_entity_loader\(true|defusedxml/;

/**
 * Whether the parser may expand entities, by its settings in the enclosing function, or in its class if another
 * function creates the parser.
 */
export function mayExpandEntities(m: Machine, name: string, e: Expr): boolean {
  if (closedEntities.test(functionText(m))) return false;
  return m.model.hooks.mayExpandEntities?.(m, name, e) ?? true;
}

/** Whether the enclosing function checks the beginning of an address before it is linked. */
export function asksScheme(m: Machine): boolean {
  return /\^(?:\(\?:)?https?\??:|startsWith\(\s*["'`](?:https?:|\/)|\.(?:protocol|scheme)\b|\.getScheme\(|isSafeUrl|sanitizeUrl/i.test(
    functionText(m),
  );
}

/** Whether only columns with numbers, dates or a few fixed words are read. */
export function readsPlainColumns(m: Machine, e: Expr): boolean {
  const columns = [...m.file.text.slice(e.pos, e.end).matchAll(/(?:\[\s*["']|->)(\w+)/g)].map(
    ([, name = '']) => name,
  );
  return columns.length > 0 && columns.every((name) => plainColumn.test(name));
}

const plainColumn =
  /^(?:\w*_)?(?:id|uuid|count|total|price|amount|qty|quantity|number|num|age|year|month|day|date|time|status|level|score|rank|position|active|enabled|size|width|height|fetch\w*)$|^(?:is|has|created|updated|deleted|num)_?\w*$/i;
