import { clean, type LanguageModel, sink, source } from '../../../flow/language-model.ts';
import { commonCleans } from '../../shared/library/common-cleans.ts';
import { swiftMisuse } from './swift-misuse.ts';
import { swiftParameter } from './swift-parameters.ts';

const request = /@req\b/;
const fields = /[tT]ext(?:[fF]ield|[vV]iew)|UITextField|UITextView|[sS]earch(?:Bar|Field)|NSTextField/;
const files = /\bFileManager\b|[fF]ileManager|defaultManager/;
const database =
  /\b(?:db|database|sqlite|connection|conn|dbConnection|dbQueue|dbPool|fmdb|queue)\b|Connection|Database|FMDatabase|FMResultSet|SQLite|\bsql\b/i;
const pages = /[wW]eb[vV]iew|WKWebView|UIWebView|\bweb\b/;

export const swiftModel: LanguageModel = {
  calls: [
    source('argument', 'readLine', /^\s*$/, 'local'),
    source('environment', 'getenv', undefined, 'local'),
    source('answer', 'data bytes', /\bURLSession\b/, 'local'),
    source('environment', 'get', /\bEnvironment\b/, 'local'),
    source('http_parameter', 'param params queryParams urlVariables postParams parameter', request),
    source('http_parameter', 'get require getCatchAll', /@ctx\.parameters|@req\.parameters/),
    source('body', 'decode collect', /@req(?:\.\w+)*$/),
    source('body', 'decode', /URLEncodedFormDecoder|@req\b/),
    source('message', 'receiveMessage', /\b(?:connection|NWConnection)\b/),
  ],
  reads: [
    source(
      'http_parameter',
      'query parameters queryParameters queryParams content uri url path urlVariables pathParameters rawPath queryStringParameters params',
      request,
    ),
    source('http_header', 'headers', request),
    source('cookie', 'cookies', request),
    source('body', 'body bodyData bodyString postBodyString postParams formParams', request),
    source('http_parameter', 'parameters', /@ctx\b/),
    source('http_parameter', 'pathVariables routeParameters', request),
    // Data from a nearby device.
    source('message', 'value', /\bCBCharacteristic\b|[cC]haracteristic$/),
    { ...source('archive_entry', 'path', /\bEntry\b/, 'local'), only: ['path'] },
    source('argument', 'arguments', /\bCommandLine\b|[pP]rocessInfo/, 'local'),
    source('environment', 'environment', /[pP]rocessInfo/, 'local'),
    source('argument', 'string strings url urls', /[pP]asteboard/, 'local'),
    source('argument', 'text stringValue attributedText', fields, 'local'),
  ],
  globals: new Map(),
  sinks: [
    ...databaseSinks(),
    ...systemSinks(),
    ...fileSinks(),
    ...networkSinks(),
    ...outputSinks(),
    sink('code', 'evaluateScript', [0, 'withSourceURL'], /JSContext|[cC]ontext|JSVirtualMachine/),
    sink('code', 'NSExpression', 'format', undefined, 'text'),
    sink('code', 'NSAppleScript', 'source'),
    sink('code', 'dlopen', 0, /^\s*$/),
    sink('nosql', 'filter', 0, /\bobjects\b|\bResults\b|[rR]ealm/, 'built'),
    sink('ldap', 'search ldap_search_ext_s', ['filter', 3], /ldap/i),
    sink(
      'xpath',
      'nodes xpath css firstChild',
      ['forXPath', 'xpath', 0],
      /XML|xml|Kanna|[dD]oc(?:ument)?\b|Fuzi/,
      'built',
    ),
    sink('nosql', 'NSPredicate', ['format', 'fromMetadataQueryString'], undefined, 'text'),
    sink(
      'deserialization',
      'unarchiveObject unarchiveTopLevelObjectWithData',
      [0, 'with'],
      /NSKeyedUnarchiver|NSUnarchiver/,
    ),
    sink('deserialization', 'propertyList', 'from', /NSUnarchiver/),
    sink('regex', 'NSRegularExpression', 'pattern'),
    sink('regex', 'Regex', 0),
    sink('template', 'renderTemplate', 'string', /[eE]nvironment|Stencil/),
    sink('template', 'Template', 'templateString'),
  ],
  writes: [
    sink('command', 'launchPath executableURL', 0, /Process|[tT]ask|NSTask|proc/),
    sink('command', 'arguments', 0, undefined, 'shell'),
    sink('xss', 'body', 0, /Response/, 'html'),
  ],
  cleans: [
    ...commonCleans,
    clean(
      'all',
      'Int UInt Int8 Int16 Int32 Int64 UInt8 UInt16 UInt32 UInt64 Double Float Bool CGFloat Decimal UUID Date hash hashValue',
      /^\s*$|SHA|HMAC/,
    ),
    clean('all', 'authenticationCode hasPrefix hasSuffix contains isEmpty'),
    clean(['sql'], '\\bind \\literal \\ident', undefined),
    clean(['path', 'xss', 'log', 'header', 'redirect'], 'base64EncodedString hexEncodedString', undefined),
    clean(['xss', 'log', 'header', 'redirect'], 'addingPercentEncoding', undefined),
    clean(['xss'], 'htmlEscaped escapeHTML addingUnicodeEntities htmlEscape', undefined),
    clean(['regex'], 'escapedPattern', /NSRegularExpression/),
    clean(['sql'], 'quotedDatabaseIdentifier sqlite3_mprintf', undefined),
    clean(['command'], 'shellEscaped shellQuoted', undefined),
  ],
  misuse: swiftMisuse,
  parameter: swiftParameter,
  hints:
    /\b(?:Vapor|Fluent\w*|Hummingbird|Kitura|Swifter|PerfectHTTP|AWSLambdaRuntime|sqlite3_\w+|SQLite|GRDB|FMDB|FMDatabase\w*|executeQuery|executeUpdate|Process|NSTask|system|popen|WKWebView|UIWebView|WKScriptMessage|evaluateJavaScript|loadHTMLString|evaluateScript|NSPredicate|NSExpression|NSKeyedUnarchiver|NSRegularExpression|FileManager|contentsOfFile|contentsOf|toFile|URLSession|URLRequest|Alamofire|AF|CommandLine|ProcessInfo|UIPasteboard|NSUserActivity|openURL|onOpenURL|openURLContexts|Insecure|CC_MD\w+|CC_SHA1|CCCrypt|kCCAlgorithm\w+|CryptoSwift|CryptoKit|Crypto|AES|Blowfish|SymmetricKey|XMLParser|XMLDocument|NSLog|os_log|URLCredential|ServerTrustPolicy|DisabledTrustEvaluator|certificateVerification|TLSConfiguration|arc4random|rand|random|drand48|JWT\w*|setAttributes|NIOSSL|RNCryptor|IDZSwiftCommonCrypto|Cryptor|CBCharacteristic|CBPeripheral|WCSession|MCSession|NWConnection|ZIPFoundation|Archive|Realm|RealmSwift|NSAppleScript|dlopen|shellOut|ShellOut|SwiftShell|AsyncHTTPClient|HTTPClient\w*|PostgresNIO|MySQLNIO|GKMersenneTwister\w*|srand48|JWTDecode|FlyingFox)\b/,
};

function databaseSinks(): LanguageModel['sinks'] {
  return [
    sink('sql', 'sqlite3_exec sqlite3_prepare sqlite3_prepare_v2 sqlite3_prepare_v3 sqlite3_prepare16_v2', 1),
    sink('sql', 'raw', 0, undefined, 'built'),
    sink('sql', '\\raw \\unsafeRaw \\unescaped', 0),
    sink('sql', 'executeQuery executeUpdate executeStatements', 0, undefined, 'text'),
    // In GRDB, a label says that the text is a statement.
    sink(
      'sql',
      'execute fetchAll fetchOne fetchCursor fetchSet SQLRequest makeStatement cachedStatement',
      'sql',
      undefined,
      'text',
    ),
    sink('sql', 'SQL', 'sql', undefined, 'text'),
    sink('sql', 'execute prepare run scalar query simpleQuery', 0, database, 'built'),
    sink(
      'sql',
      'allStatements internalCachedStatement column check constraint addColumn defaults generatedAs append CommonTableExpression SQLStatementCursor',
      'sql',
      undefined,
      'text',
    ),
    sink('sql', 'SQLRequest SQL', 'stringLiteral', undefined, 'text'),
    sink('sql', 'filter order having select group joining literal', 'sql', undefined, 'text'),
    // SQLite.swift, MySQLNIO and the simple queries of PostgresNIO take plain text.
    sink('sql', 'Expression', 'literal', undefined, 'built'),
    sink('sql', 'simpleQuery query', 0, /MySQL|Postgres|@req\.(?:mysql|postgres)/, 'built'),
    sink('sql', 'SQLQueryString', 'unsafeRaw', undefined, 'text'),
    sink('sql', 'PostgresQuery', 'unsafeSQL', undefined, 'text'),
    sink('sql', 'executeUpdate executeQuery', 'withFormat', undefined, 'text'),
  ];
}

/** Programs that are started. */
function systemSinks(): LanguageModel['sinks'] {
  return [
    sink('command', 'system popen shell', [0, 'to']),
    // Its arguments are appended to the command unchanged.
    sink('command', 'shellOut', [0, 'to', 'arguments']),
    sink('command', 'bash', ['command', 0], /\b(?:SwiftShell|main|context)\b|^\s*$/, 'built'),
    sink('path', 'extract unzipItem unzipFile', ['to', 'destination'], /[aA]rchive|[zZ]ip|[fF]ile[mM]anager/),
    sink('command', 'NSUserScriptTask NSUserUnixTask NSUserAppleScriptTask', 'url'),
    sink('command', 'execl execv execve execvp posix_spawn', '*'),
    sink('command', 'run launchedProcess', [0, 'launchPath'], /\bProcess\b/),
    sink('command', 'run launchedProcess', 'arguments', /\bProcess\b/, 'shell'),
  ];
}

/** Files and folders. */
function fileSinks(): LanguageModel['sinks'] {
  return [
    sink(
      'path',
      'contents createFile createDirectory fileExists isReadableFile contentsOfDirectory attributesOfItem subpaths enumerator',
      ['atPath', 'at'],
      files,
    ),
    sink(
      'path',
      'removeItem trashItem copyItem moveItem replaceItem linkItem createSymbolicLink',
      ['atPath', 'at', 'toPath', 'to'],
      files,
    ),
    sink('path', 'String NSString Data NSData NSDictionary NSArray UIImage Bundle NSImage', [
      'contentsOfFile',
      'path',
    ]),
    sink('path', 'Data NSData String NSString', 'contentsOf', undefined, 'file'),
    sink('path', 'FileHandle InputStream OutputStream FilePath', [
      'forReadingAtPath',
      'forWritingAtPath',
      'forUpdatingAtPath',
      'fileAtPath',
      'toFileAtPath',
      'forReadingFrom',
      'forWritingTo',
    ]),
    sink('path', 'write', ['toFile', 'to'], /^(?!.*(?:[sS]tream|[hH]andle|socket|channel))/),
    sink('path', 'fopen open unlink remove rename mkdir rmdir', 0, /^\s*$/),
    sink(
      'path',
      'changeCurrentDirectoryPath setAttributes unmountVolume url replaceItemAtURL',
      [0, 'at', 'ofItemAtPath', 'originalItemURL', 'withItemAtURL'],
      files,
    ),
    sink('path', 'fileStream withFileStream readOnlyFile', 'path', /ByteStream|FileDescriptor|Archive/),
    sink(
      'path',
      'streamFile collectFile asyncStreamFile readFile writeFile openFile',
      ['at', 0],
      /fileio|[fF]ile[iI][oO]/,
    ),
  ];
}

/** Requests to servers, and redirects. */
function networkSinks(): LanguageModel['sinks'] {
  const client = /@req\.client|\bclient\b|[hH][tT][tT][pP]Client|\bAF\b|Alamofire|[sS]ession/;
  return [
    sink(
      'ssrf',
      'dataTask downloadTask uploadTask data download upload bytes webSocketTask',
      ['with', 'from', 'for'],
      /URLSession|[sS]ession/,
    ),
    sink('ssrf', 'get post put patch delete send execute', [0, 'url'], client, 'text'),
    sink('ssrf', 'Data NSData String NSString', 'contentsOf', undefined, 'address'),
    sink('ssrf', 'request download upload', 0, /\bAF\b|Alamofire|[sS]ession/),
    sink('redirect', 'redirect', 'to', undefined, 'head'),
    sink('header', 'add replaceOrAdd', ['value'], /headers/, 'text'),
    sink('ssrf', 'HTTPClientRequest', 'url'),
    sink('ssrf', 'Request', 'url', /\bHTTPClient\b/),
    sink('ssrf', 'connect', 'host', /ClientBootstrap|[bB]ootstrap/),
  ];
}

/** Pages, logs and format strings. */
function outputSinks(): LanguageModel['sinks'] {
  return [
    sink('xss', 'evaluateJavaScript stringByEvaluatingJavaScript callAsyncJavaScript', [
      0,
      'from',
      'javaScriptString',
    ]),
    sink('xss', 'loadHTMLString', 0),
    sink('xss', 'loadSimulatedRequest', 'responseHTML'),
    sink('xss', 'load', ['0', 0], pages, 'head'),
    sink('xss', 'WKUserScript', 'source'),
    sink('xss', 'html', 0, /\bResponse\b|^\s*\.?$/),
    sink('xss', 'raw unsafeHTML', 0, /\b(?:Node|HTML\w*|Leaf\w*|Component)\b|^\s*\.?$/, 'markup'),
    sink('xss', 'loadFileURL', 0, pages),
    sink('log', 'trace debug info notice warning error critical fault log', [0], /[lL]og(?:ger)?\b/),
    sink('log', 'NSLog os_log', [0, 1]),
    sink('format', 'NSLog', 0, undefined, 'whole'),
    sink('format', 'String NSString', 'format'),
    sink('format', 'appendFormat appendingFormat stringWithFormat localizedStringWithFormat', 0),
    sink('format', 'NSLogv vprintf printf', 0, /^\s*$/),
    sink('format', 'dprintf fprintf vfprintf asprintf vasprintf sprintf', 1, /^\s*$/),
    sink('format', 'raise', 'format', /\bNSException\b/),
  ];
}
