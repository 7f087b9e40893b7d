import { clean, type LanguageModel, misuse, sink, source } from '../../../flow/language-model.ts';
import { commonCleans } from '../../shared/library/common-cleans.ts';
import { dartParameter } from './dart-parameters.ts';

const request = /@req\b/;
const database =
  /\b_?(?:db|database|conn|connection|pool|txn|tx|batch|ctx|session|mysql|postgres|pg)\b|[dD]atabase|Connection|Sqlite|[dD]b\b/;
const files = /^\S*\s+(?:File|Directory|RandomAccessFile|Link)\b|\b(?:File|Directory)\s*\(/;
const pages = /[wW]eb[vV]iew|[cC]ontroller/;
const secrets = /token|secret|passw|session|nonce|salt|otp|\bpin\b|\bkey\b|\biv\b|reset|verification|code/i;

export const dartModel: LanguageModel = {
  calls: [
    source('body', 'readAsString read body json formData readAsBytes', request),
    source('http_parameter', 'context', /@req\.params/),
    source(
      'message',
      'getInitialLink getInitialUri getLatestLink getInitialAppLink getInitialLinkString',
      undefined,
    ),
    source('http_parameter', 'param queryParam parameter', request),
    source('body', 'formData multipart bodyAsJsonMap', request),
    source('answer', 'get post put read readBytes', /^\S*\s*\S*\s*\S*\s*(?:http|[dD]io)$/, 'local'),
    source('argument', 'readLineSync', /\bstdin\b/, 'local'),
    source('environment', 'fromEnvironment', /\bString\b/, 'local'),
  ],
  reads: [
    source(
      'http_parameter',
      'url uri requestedUri queryParameters queryParametersAll params pathParameters query',
      request,
    ),
    source('http_header', 'headers headersAll', request),
    source('cookie', 'cookies', request),
    source('message', 'uriLinkStream linkStream stringLinkStream', undefined),
    source(
      'message',
      'uri pathParameters queryParameters extra name arguments',
      /\b(?:GoRouterState|RouteSettings)\b/,
    ),
    source('message', 'data notification', /\bRemoteMessage\b/),
    { ...source('archive_entry', 'name', /\bArchiveFile\b/, 'local'), only: ['path'] },
    source('environment', 'environment', /\bPlatform\b/, 'local'),
    source('argument', 'text', /[cC]ontroller\b|TextEditingController/, 'local'),
  ],
  globals: new Map(),
  sinks: [
    sink('sql', 'rawQuery rawInsert rawUpdate rawDelete rawQueryCursor', 0, undefined, 'text'),
    sink(
      'sql',
      'unsafeQuery unsafeExecute unsafeSimpleQuery unsafeSimpleExecute unsafeQueryMappedResults',
      0,
      undefined,
      'text',
    ),
    sink('sql', 'CustomExpression', 0, undefined, 'built'),
    sink('sql', 'Sql named indexed', 0, /\bSql\b|^\s*$/, 'sql'),
    sink(
      'nosql',
      'find findOne deleteOne deleteMany updateOne updateMany count',
      0,
      /[cC]ollection|DbCollection/,
      'object',
    ),
    sink(
      'sql',
      'customSelect customStatement customUpdate customInsert customWriteReturning',
      0,
      undefined,
      'text',
    ),
    sink('sql', 'execute query select prepare queryMulti mappedResultsQuery', 0, database, 'built'),
    sink('sql', 'query delete update', ['where', 'orderBy', 'having', 'groupBy'], database, 'built'),
    sink('command', 'run start runSync', 0, /\bProcess\b/, 'argv'),
    sink('command', 'run runScript', 0, /\bShell\b|\bshell\b/, 'text'),
    sink(
      'path',
      'readAsString readAsStringSync readAsBytes readAsBytesSync readAsLines readAsLinesSync openRead openWrite open openSync writeAsString writeAsStringSync writeAsBytes writeAsBytesSync delete deleteSync rename renameSync copy copySync create createSync list listSync',
      '@',
      files,
    ),
    sink(
      'ssrf',
      'get post put patch delete head read readBytes send',
      0,
      /\bhttp\b|[cC]lient|[dD]io\b/,
      'text',
    ),
    sink(
      'ssrf',
      'getUri postUri putUri patchUri deleteUri headUri requestUri request download fetch',
      0,
      /[dD]io\b|\bDio\b/,
      'text',
    ),
    sink('ssrf', 'Request MultipartRequest StreamedRequest', 1, /\bhttp\b/),
    sink('ssrf', 'connect', 0, /\b(?:WebSocket|Socket|SecureSocket|WebSocketChannel|IOWebSocketChannel)\b/),
    sink('ssrf', 'getUrl postUrl putUrl deleteUrl openUrl headUrl patchUrl', [0, 1], /[cC]lient/),
    sink('redirect', 'found seeOther movedPermanently temporaryRedirect', 0, /\bResponse\b/, 'head'),
    sink('redirect', 'redirect', 0, /response\b|HttpResponse/, 'head'),
    sink('xss', 'ok', 0, /\bResponse\b/, 'html'),
    sink('xss', 'write writeln', 0, /response\b|HttpResponse/, 'html'),
    sink(
      'xss',
      'evaluateJavascript runJavascript runJavaScript runJavascriptReturningResult runJavaScriptReturningResult evalJavascript',
      [0, 'source'],
      pages,
    ),
    sink('xss', 'loadHtmlString loadData', [0, 'data'], pages),
    sink('xss', 'loadRequest loadUrl', [0, 'urlRequest'], pages, 'head'),
    sink('xss', 'WebView', 'initialUrl', undefined, 'head'),
    sink('xss', 'html', ['body', 0], /\bResponse\b/),
    sink('xss', 'setInnerHtml appendHtml', 0),
    sink('regex', 'RegExp', 0),
    sink('log', 'info warning severe fine finer shout config warn error debug', 0, /[lL]og(?:ger)?\b/),
    sink('header', 'set add', 1, /headers/, 'text'),
    sink('code', 'spawnUri', 0, /\bIsolate\b/),
    sink('code', 'eval callMethod', [0, 1], /\b(?:context|js|globalContext)\b/, 'built'),
  ],
  writes: [sink('xss', 'innerHtml outerHtml innerHTML outerHTML', 0)],
  cleans: [
    ...commonCleans,
    clean('all', 'parse tryParse', /\b(?:int|double|num|bool|DateTime|BigInt)\b/),
    clean('all', 'startsWith endsWith contains isEmpty isNotEmpty compareTo'),
    clean(['regex'], 'escape', /\bRegExp\b/),
    clean(['xss'], 'convert', /\bhtmlEscape\b|HtmlEscape/),
    clean(['xss'], 'escape htmlEscape sanitizeHtml', undefined),
    clean(['path'], 'basename basenameWithoutExtension', undefined),
    clean('all', 'isWithin', undefined),
    // A value to compare with; the query itself is fixed.
    clean(['nosql'], 'eq ne gt gte lt lte oneFrom match id', /\bwhere\b/),
    clean(['xss', 'log', 'header', 'redirect', 'ssrf'], 'encodeComponent encodeQueryComponent', undefined),
    clean(['path', 'xss', 'log', 'header', 'redirect'], 'base64Encode base64UrlEncode', undefined),
  ],
  misuse: [
    misuse('weak_hash', 'convert startChunkedConversion bind', {
      on: /^\s*(?:crypto\.)?(?:md5|sha1)\b|\b(?:md5|sha1)\s*$/,
    }),
    misuse('weak_hash', 'MD5Digest SHA1Digest MD4Digest MD2Digest'),
    misuse('weak_hash', 'Digest', { match: /^(?:MD[245]|SHA-?1)$/i }),
    misuse('weak_hash', 'Hmac', { match: /^md5$/ }),
    misuse('weak_cipher', 'BlockCipher PaddedBlockCipher StreamCipher', {
      match: /^(?:DESede|RC[24]|ARC4)\b|\/ECB\b/i,
    }),
    misuse('unverified_token', 'decode tryDecode', { on: /^\s*JWT\s*$|\bJWT$/ }),
    misuse('hardcoded_secret', 'SecretKey HMACKey', {
      option: 'secretKeyBytes',
      match: /^.{4,}$/,
      literal: true,
      cwe: 'CWE-321',
    }),
    misuse('weak_cipher', 'DESedeEngine RC2Engine RC4Engine DESEngine ECBBlockCipher'),
    misuse('weak_random', 'nextInt nextDouble', { on: /\bRandom\(\)/, context: secrets, weight: 0.7 }),
    misuse('hardcoded_secret', 'fromUtf8 fromBase64 fromBase16', {
      on: /\bKey\b/,
      match: /^.{4,}$/,
      literal: true,
      cwe: 'CWE-321',
    }),
    misuse('hardcoded_secret', 'SecretKey', {
      match: /^.{4,}$/,
      literal: true,
      weight: 0.85,
      cwe: 'CWE-321',
    }),
  ],
  parameter: dartParameter,
  hints:
    /\b(?:package:(?:relic|mongo_dart|process_run|archive|go_router|web_socket_channel|shelf|dart_frog|alfred|conduit|serverpod|sqflite|sqlite3|drift|postgres|mysql1|mysql_client|http|dio|crypto|encrypt|pointycastle|webview_flutter|flutter_inappwebview|uni_links|app_links|dart_jsonwebtoken)\w*|rawQuery|rawInsert|rawUpdate|rawDelete|Process|HttpServer|HttpRequest|HttpClient|TextEditingController|Platform|File|Directory|RegExp|Random|innerHtml|setInnerHtml|WebView\w*|JavaScriptMessage|MethodCall|badCertificateCallback|stdin|unsafeQuery\w*|unsafeExecute|unsafeSimple\w+|GoRouterState|RouteSettings|RemoteMessage|ArchiveFile|Isolate|innerHTML|InAppWebView\w*|Shell|Digest|BlockCipher|JWT)\b/,
};
