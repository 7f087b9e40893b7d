import { type SinkRule, type SourceRule, sink, source } from '../../../flow/language-model.ts';

/**
 * Sources and sinks of common Java packages, from their documentation, in addition to the model's platforms; each by
 * type.
 */
export const libraryCalls: readonly SourceRule[] = [
  source(
    'http_parameter',
    'getRequestParameterMap getRequestParameterValuesMap getRequestPathInfo getRequestCookieMap getRequestHeaderMap getRequestHeaderValuesMap',
    /\bExternalContext\b/,
  ),
  source('http_header', 'getHeaderString getHeaders getCookies', /\bContainerRequestContext\b/),
  source('body', 'getEntityStream', /\bContainerRequestContext\b/),
  source('http_header', 'getHeader getContentType', /\bPart\b/),
  source('http_parameter', 'getName getFieldName getString', /\bFileItem(?:Stream)?\b/),
  source('body', 'openStream', /\bFileItemStream\b/),
  source(
    'http_parameter',
    'getSubmittedForm getRestOfPath getReferer bindJSON bindJSONToList bindParametersToList getOriginalRequestURI getRequestURIWithQueryString',
    /\bStaplerRequest2?\b/,
  ),
  source('http_parameter', 'queryString cookie', /\bHttp\.(?:Request|RequestHeader)\b|\bRequestHeader\b/),
  source('http_parameter', 'getRedirectUrl', /\bSavedRequest\b/),
  source('http_parameter', 'getParameterMap getDescription getHeaderValues', /\bWebRequest\b/),
  source('http_parameter', 'getFile getFiles getFileMap', /\bMultipart(?:HttpServlet)?Request\b/),
  source('message', 'stringCall primitiveCall nextDelivery', /\bRpcClient\b|\bQueueingConsumer\b/),
];

const ownPrograms: readonly SinkRule[] = [
  sink('command', 'cmdAsSingleString', 0, /\bProcStarter\b/),
  sink('command', 'cmds', 0, /\bProcStarter\b/, 'argv'),
  sink('command', 'runCommand', 1, /\bExecute\b/),
  sink('code', 'me', [0, 2], /\bEval\b/),
  sink('code', 'run', 0, /\bGroovyShell\b/),
  sink(
    'code',
    'evalToBoolean evalToString executeAllExpression executeSetExpression compileSetExpression',
    0,
    /\bMVEL\b/,
  ),
  sink('template', 'eval compileTemplate', 0, /\bTemplateRuntime\b|\bTemplateCompiler\b/),
  sink('code', 'callMethod setProperties', 0, /\bOgnlUtil\b/),
  sink('code', 'findValue findString setParameter trySetValue', 0, /\b(?:Ognl)?ValueStack\b/),
  sink('code', 'translateVariables translateVariablesCollection', [0, 1], /\bTextParseUtil\b/),
  // A validation message is itself a template.
  sink('code', 'buildConstraintViolationWithTemplate', 0, undefined, 'built'),
  sink(
    'code',
    'doLookup lookup lookupLink list listBindings rename',
    0,
    /\bInitial(?:Dir|Ldap)?Context\b|javax\.naming\.Context\b|\bJndi(?:Template|LocatorDelegate)\b/,
  ),
  sink('code', 'URLClassLoader', 0),
];

const pages: readonly SinkRule[] = [
  sink('template', 'createTemplate', 0, /\b\w*TemplateEngine\b/),
  sink('template', 'render renderForResult', 0, /\bJinjava\b/),
  sink('template', 'Template', 1, /\bfreemarker\b/),
  sink('template', 'getLiteralTemplate', 0, /\bPebbleEngine\b/),
  sink('template', 'putTemplate', 1, /\bStringTemplateLoader\b/),
  sink('template', 'putStringResource', 1, /\bStringResourceRepository\b/),
  sink('template', 'parse', 0, /\bRuntime(?:Services|Singleton|Instance)\b/),
  sink('template', 'compileInline', 0, /\bHandlebars\b/),
  sink('xss', 'okWithMarkup warningWithMarkup errorWithMarkup', 0, /\bFormValidation\b/),
  sink('xss', 'html literalHtml', 0, /\bHttpResponses\b/),
  sink('redirect', 'redirect temporaryRedirect permanentRedirect seeOther', 0, /\bHttpResponse\b/, 'head'),
  sink('redirect', 'redirectTo', [0, 1], /\bHttpResponses\b/),
  sink('redirect', 'redirect', 0, /\bRoutingContext\b/, 'head'),
  sink('redirect', 'sendRedirect2', 0, /\bStaplerResponse2?\b/),
];

const files: readonly SinkRule[] = [
  sink(
    'path',
    'asByteSink asCharSink asByteSource asCharSource newWriter newReader toByteArray readLines touch createParentDirs createTempDirectory',
    0,
    /\bFiles(?:\s|$)/,
  ),
  sink(
    'path',
    'readFileToByteArray writeLines touch copyInputStreamToFile copyToFile copyURLToFile copyDirectory moveDirectory moveFileToDirectory copyFileToDirectory forceMkdir forceMkdirParent forceDeleteOnExit deleteQuietly cleanDirectory listFiles iterateFiles lineIterator sizeOf',
    0,
    /\bFileUtils\b/,
  ),
  sink(
    'path',
    'copyInputStreamToFile copyToFile copyURLToFile copyFile moveFile copyDirectory moveDirectory copyFileToDirectory',
    1,
    /\bFileUtils\b/,
  ),
  sink('path', 'copyRecursively deleteRecursively', '*', /\bFileSystemUtils\b/),
  sink('path', 'getFile getURL', 0, /\bResourceUtils\b/),
  sink('path', 'createRelative', 0, /\b\w*Resource\b/),
  sink('path', 'ClassPathResource FileUrlResource', 0),
  sink('path', 'resourceToString resourceToByteArray', 0, /\bIOUtils\b/),
  sink('path', 'open', 0, /\b(?:Asynchronous)?FileChannel\b/),
  sink('path', 'newFileSystem', 0, /\bFileSystems\b/),
  sink(
    'path',
    'PrintStream FileHandler FileDataSource FileImageOutputStream ChunkedFile',
    0,
    undefined,
    'text',
  ),
  sink('path', 'copyTo copyRecursiveTo unzipFrom renameTo', 0, /\bFilePath\b/),
  sink('path', 'child getChild', 0, /\bFilePath\b|\bVirtualFile\b/),
  sink('path', 'serveFile', 1, /\bStaplerResponse2?\b/),
];

const methods = 'create get post put delete patch head options trace';
const builders =
  /\b(?:Simple|Basic|Classic|Async|Abstract)?RequestBuilder\b|\b(?:Classic|Basic|Simple)HttpRequests?\b|\bfluent\.Request\b/;

const addresses: readonly SinkRule[] = [
  sink('ssrf', 'getAbs postAbs putAbs patchAbs deleteAbs headAbs', 0),
  sink('ssrf', 'requestAbs', 1),
  sink('ssrf', methods, [0, 1], builders),
  sink('ssrf', 'setUri setURI', 0, /\bHttp\w*Request\w*\b|\bRequestBuilder\b|\bHttpRequestBase\b/),
  sink('ssrf', 'HttpOptions HttpTrace', 0),
  sink('ssrf', 'HttpUriRequestBase BasicHttpRequest BasicClassicHttpRequest SimpleHttpRequest', 1),
  sink('ssrf', 'GET POST newRequest', 0, /\bHttpClient\b/),
  sink('ssrf', 'get post put patch delete head options method', [0, 1], /\bRequestEntity\b/, 'address'),
  sink('ssrf', 'optionsForAllow postForLocation', 0, /\bRestTemplate\b|\bRestOperations\b/),
  sink('ssrf', 'getResource', 0, /\bResourceLoader\b|\bResourcePatternResolver\b/),
  sink('ssrf', 'url', 0, /\bWSClient\b|\bStandaloneWSClient\b|\bDataSourceBuilder\b/),
  sink('ssrf', 'baseUrl', 0, /\bRetrofit(?:\.Builder)?\b/),
  sink('ssrf', 'newWebSocket', 0, /\bOkHttpClient\b/),
  sink('ssrf', 'URLDataSource', 0),
  sink('ssrf', 'setJdbcUrl', 0, /\bHikari(?:Config|DataSource)\b/),
  sink('ssrf', 'setUrl', 0, /\b(?:Driver\w*|Basic|Pooled?)DataSource\b|\bDriverManagerDataSource\b/),
  sink('ssrf', 'DriverManagerDataSource', 0),
  sink('ssrf', 'open create', 0, /\bJdbi\b/, 'text'),
  sink('ssrf', 'connect', 0, /\bInfluxDBFactory\b|\bJMXConnectorFactory\b|\bDriver\b/),
  sink('ssrf', 'getSession', 1, /\bJSch\b/),
  sink('ssrf', 'load', 0, /\bWebEngine\b/),
];

const statements: readonly SinkRule[] = [
  sink('sql', 'createNativeMutationQuery', 0),
  sink('sql', 'RawSqlStatement', 0),
  sink('sql', 'selectOne selectAll run insert delete', 0, /\bSqlRunner\b/),
  sink('sql', 'BatchSqlUpdate MappingSqlQuery SqlCall SqlFunction SqlQuery SqlUpdate', 1, undefined, 'text'),
  sink('sql', 'setSql', 0, /\b\w*(?:Sql\w+|RdbmsOperation|ItemReader|ItemWriter)\w*\b/),
  sink('sql', 'query analyticsQuery', 0, /\bCluster\b|\bScope\b/, 'built'),
  sink('sql', 'rawQueryWithFactory queryWithFactory', [1, 2, 3, 4], /\bSQLiteDatabase\b/),
  sink('sql', 'delete update', [1, 2], /\bSQLiteDatabase\b/, 'built'),
  sink('sql', 'execPerConnectionSQL', 0),
  sink('sql', 'where having', 0, /\bDSLContext\b|\bdsl\.(?:select|update|delete)\w*\(/, 'built'),
  sink('sql', 'field table', 0, /\bDSL\b/, 'built'),
  sink('sql', 'execute', 0, /\bHandle\b/, 'built'),
  sink('sql', 'unsafe', [0, 1], /\bJpaSort\b/),
  sink('sql', 'sqlQuery sqlUpdate', 0, /\b(?:DB|Database|Ebean)\b/, 'built'),
  sink('sql', 'raw', 0, /\bDB\.find\(|\bExpressionList\b/, 'built'),
  sink('sql', 'longForQuery stringForQuery queryNumEntries', 1, /\bDatabaseUtils\b/),
  sink(
    'sql',
    'last apply inSql notInSql exists notExists having orderBySql',
    0,
    /\b\w*(?:Query|Update)Wrapper\b/,
    'built',
  ),
  sink(
    'ldap',
    'find findOne searchForObject searchForContext authenticate searchForEntry asyncSearch',
    [0, 1],
    /\bLdapTemplate\b|\bLdapOperations\b|\bLDAPConnection\b/,
    'built',
  ),
  sink(
    'xpath',
    'valueOf numberValueOf matches selectObject createXPathFilter createPattern evaluateExpression',
    0,
    /\bdom4j\b|\bDocument(?:Factory|Helper)\b|\bXPathUtils?\b|\bXPath(?:\s|$)/,
  ),
  sink('deserialization', 'read', '@', /\bYamlReader\b/),
  sink('deserialization', 'loadType loadStream fromJSON', 0, /\bYaml(?:Config)?\b|\bJSONSerializer\b/),
  sink('deserialization', 'readObject', '@', /\bBurlapInput\b|\bHessian2?Input\b|\bJsonReader\b/),
  sink(
    'regex',
    'removeAll removeFirst removePattern replaceAll replaceFirst replacePattern',
    1,
    /\bRegExUtils\b/,
  ),
  sink('regex', 'onPattern', 0, /\bSplitter\b/),
];

export const librarySinks: readonly SinkRule[] = [
  ...ownPrograms,
  ...pages,
  ...files,
  ...addresses,
  ...statements,
];
