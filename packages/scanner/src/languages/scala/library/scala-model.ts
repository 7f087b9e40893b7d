import { clean, type LanguageModel, misuse, sink, source } from '../../../flow/language-model.ts';
import { javaModel } from '../../java/library/java-model.ts';
import { scalaParameter } from './scala-parameters.ts';

const request = /@req\b/;
const plain = /^\s*$/;
const secrets = /token|secret|passw|session|nonce|salt|otp|\bpin\b|\bkey\b|\biv\b|reset|verification/i;

/** Scala: Java's libraries, Scala's calls on them, Play, Akka HTTP, http4s and database libraries. */
export const scalaModel: LanguageModel = {
  ...javaModel,
  calls: [
    ...javaModel.calls,
    source('http_parameter', 'getQueryString param params multiParams getParam', request),
    source('body', 'as bodyText attemptAs', request),
    // Directives pass what they extract from a request to the block after them.
    source(
      'http_parameter',
      'parameter parameters parameterMap parameterSeq formField formFields formFieldMap pathSuffix extractUri extractUnmatchedPath extractRequest extractMatchedPath anyParam anyParams',
      plain,
    ),
    source(
      'http_header',
      'headerValueByName headerValueByType optionalHeaderValueByName headerValuePF',
      plain,
    ),
    source('cookie', 'cookie optionalCookie', plain),
    source('body', 'entity fileUpload uploadedFile storeUploadedFile extractStrictEntity', plain),
    source('body', 'bindFromRequest', undefined),
    source('http_parameter', 'queryParam queryParamOrElse queryParams queryParamTo param', request),
    source('http_header', 'header headerOrFail rawHeader', request),
    source('body', 'asString asText asMultipartForm attemptAs json bodyAsText', request),
    // Endpoints of sttp describe their input; their logic receives it.
    source('message', 'receive', /\bwebSocket\b|WebSocketFrame/),
    source('answer', 'fromURL', /\bSource\b/, 'local'),
    source('argument', 'readLine', /\bStdIn\b|^\s*$/, 'local'),
    source('environment', 'env', /\bsys\b/, 'local'),
  ],
  reads: [
    ...javaModel.reads,
    source(
      'http_parameter',
      'queryString rawQueryString uri path params multiParams query getQuery',
      request,
    ),
    source('http_header', 'headers', request),
    source('cookie', 'cookies', request),
    source('body', 'body bodyText entity', request),
    source('http_parameter', 'url path pathInfo remoteUser', request),
    source('http_parameter', 'filename fileName', /\bFilePart\b|FileInfo|[mM]etadata|BodyPart/),
  ],
  sinks: [
    // Creating a File has no effect yet; only reading or writing does.
    ...javaModel.sinks.flatMap((rule) =>
      rule.kind === 'path' && /^File /.test(rule.name) ? [{ ...rule, name: rule.name.slice(5) }] : [rule],
    ),
    sink('command', '\\run', 0, undefined, 'argv'),
    sink('command', 'Process stringToProcess', 0, plain, 'text'),
    // `#$x` in a statement, and statements without a type of their own.
    sink('sql', '\\statement', 0),
    sink('sql', 'SQL', 0, plain, 'built'),
    sink('sql', 'const const0 createUnsafely', 0, /\bFragment\b|\bSQLSyntax\b/),
    sink('sql', 'sql', 0, /\b[sS]park\w*\b|sqlContext|SQLContext|SparkSession/, 'text'),
    sink('sql', 'expr selectExpr', '*', /\b(?:functions|df|DataFrame|Dataset|dataset)\b|^\s*$/, 'built'),
    sink('sql', 'executeQuery executeAction', 0, /\bctx\b|Context/, 'built'),
    sink('nosql', 'where', 0, /\bFilters\b/, 'built'),
    sink('sql', 'Query0 Update0 Query Update overrideSql', 0, undefined, 'built'),
    sink(
      'redirect',
      'Redirect Found SeeOther TemporaryRedirect MovedPermanently PermanentRedirect',
      0,
      plain,
      'head',
    ),
    sink('redirect', 'Location', 0, plain, 'head'),
    sink('redirect', 'redirect seeOther', 0, /\bResponse\b/, 'head'),
    sink('xss', 'html', 0, /\bResponse\b/),
    sink('redirect', 'redirect', 0, plain, 'head'),
    sink('xss', 'Html raw', 0, plain),
    sink('xss', 'Html', 0, /twirl/),
    sink('xss', 'Ok', 0, plain, 'markup'),
    sink('xss', 'apply', 0, /\bHtml\b/),
    sink('xss', 'asHtml', '@', undefined, 'html'),
    sink('xss', 'HttpEntity', 1, plain, 'html'),
    sink('ssrf', 'url', 0, /\b_?ws\b|WSClient|wsClient|\bhttp\b|dispatch/i),
    sink('ssrf', 'url host', 0, plain, 'text'),
    sink('ssrf', 'Http', 0, plain, 'text'),
    sink('ssrf', 'HttpRequest', ['uri', 1], plain),
    sink('ssrf', 'fromURL fromURI', 0, /\bSource\b/),
    sink('ssrf', 'unsafeFromString', 0, /\bUri\b/, 'head'),
    sink('ssrf', 'batched request streaming', 0, /\b(?:Client|ZClient)\b/),
    sink('ssrf', 'get post put patch delete head', 0, /\bbasicRequest\b|quickRequest/),
    sink('header', 'withHeaders', '*', undefined, 'text'),
    sink('ssrf', 'expect get post put', 0, /[cC]lient|requests\b/, 'text'),
    sink('path', 'fromFile', 0, /\bSource\b/),
    sink('path', 'fromPath fromString fromFile', 0, /\bStaticFile\b/),
    sink(
      'path',
      'readAll writeAll readUtf8 readUtf8Lines delete deleteRecursively createDirectory createFile walk tail',
      0,
      /\bFiles\b/,
    ),
    sink('path', 'fromPath toPath', 0, /\bFileIO\b/),
    sink('path', 'fromFile fromPath', 0, /\bZStream\b|\bBody\b/),
    sink('command', 'proc', 0, /\bos\b/, 'argv'),
    sink('command', 'apply', 0, /\bProcess\b/, 'text'),
    sink('path', 'getFromFile getFromDirectory getFromBrowseableDirectory', 0, plain),
    sink('path', 'sendFile', [0, 'content'], undefined),
    sink('path', 'read write list remove copy move makeDir', 0, /\bos\b/),
    sink('code', 'eval', 0, /\bjs\b|[tT]ool[bB]ox|[eE]ngine|Eval\b/),
    sink('regex', 'r', '@', undefined, 'whole'),
    sink('log', 'trace debug info warn error', 0, /[lL]og(?:ger)?\b/),
  ],
  cleans: [
    ...javaModel.cleans,
    clean(
      'all',
      'toInt toLong toDouble toFloat toBoolean toShort toByte toIntOption toLongOption toDoubleOption',
    ),
    clean(['sql'], '\\bind'),
    clean(['xss'], 'escape htmlEscape escapeHtml4', undefined),
    clean(['regex'], 'quote quoteReplacement', undefined),
    clean(['xss'], 'escapeHtml htmlEncode', undefined),
    clean(['path'], 'fileName', /\bPath\b/),
    // The content of a resource is not its name.
    clean('all', 'getResourceAsStream'),
    // json4s converts it to JSON.
    clean(['xss', 'log', 'header'], 'write writePretty', plain),
  ],
  misuse: [
    ...javaModel.misuse,
    misuse('weak_random', 'nextInt nextLong nextBytes nextString nextDouble alphanumeric', {
      on: /\bRandom\b/,
      context: secrets,
      weight: 0.7,
    }),
    misuse('hardcoded_secret', 'encode decode decodeRaw', {
      on: /\bJwt(?:\w+)?\b/,
      at: 1,
      match: /^.{4,}$/,
      literal: true,
      cwe: 'CWE-321',
    }),
  ],
  parameter: scalaParameter,
  hints: new RegExp(
    `${javaModel.hints.source}|\\b(?:play\\.api|akka\\.http|pekko\\.http|http4s|scalatra|doobie|slick|anorm|scalikejdbc|sys\\.process|scalajs|dispatch|scalaj|scala\\.io\\.Source|Source|StdIn|cask|finagle|zio\\.http|sttp\\.tapir|sttp\\.client\\w*|org\\.apache\\.spark|scala\\.reflect|fs2\\.io|better\\.files|os\\.proc|skunk|getquill|scala\\.util\\.Random|Jwt\\w*)\\b`,
  ),
};
