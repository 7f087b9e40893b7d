import { commonCleans } from './common.ts';
import { javaMisuse } from './java-misuse.ts';
import { clean, type LanguageModel, sink, source } from './model.ts';

const request = /Request\b|request|\breq\b|WebRequest|ServletContext/;
const response =
  /^(?!.*System\.(?:out|err)).*(?:Response|response|\bres\b|\bresp\b|getWriter|getOutputStream|JspWriter|PrintWriter|ServletOutputStream|\bout\b)/;
const session = /ession\b|getSession|ession\(\)/;

const entryAnnotations =
  /^(?:RequestParam|PathVariable|RequestBody|RequestHeader|CookieValue|ModelAttribute|RequestPart|MatrixVariable|QueryParam|PathParam|FormParam|HeaderParam|CookieParam|BeanParam|QueryValue|Body|Payload|Argument)$/;
const mapping =
  /^(?:RequestMapping|GetMapping|PostMapping|PutMapping|DeleteMapping|PatchMapping|Path|GET|POST|PUT|DELETE|Get|Post|Put|Delete|MessageMapping|QueryMapping|MutationMapping)$/;

/** What a queue hands to a method. */
const listening = /^(?:Kafka|Rabbit|Jms|Sqs|Pulsar|Stream)Listener$|^Incoming$/;

/** Java, and Kotlin on its libraries. */
export const javaModel: LanguageModel = {
  calls: [
    source(
      'http_parameter',
      'getParam getParameter getParameterValues getParameterMap getParameterNames getQueryString getPathInfo getPathTranslated getRemoteUser getPart getParts getFileItem',
      request,
    ),
    source(
      'http_header',
      'getHeader getHeaders getHeaderNames getRequestURI getRequestURL getServletPath getRemoteHost getServerName',
      request,
    ),
    source('cookie', 'getCookies getRequestedSessionId', request),
    source('cookie', 'getCookie', /WebUtils|CookieUtils?|ServletUtils?|^\s*$/),
    source('body', 'getReader getInputStream', /Request\b|request|\breq\b|Part\b/),
    source('message', 'getInputStream', /\bSocket\b|[sS]ocket\b|accept\(\)/),
    source('body', 'readEntity bodyToMono bodyToFlux'),
    source(
      'http_parameter',
      'queryParam queryParams pathParam pathVariable formParam getFormAttribute getUploadedFiles getSubmittedFileName getOriginalFilename',
    ),
    source('http_parameter', 'receive receiveText receiveParameters', /\bcall\b/),
    source(
      'archive_entry',
      'getName',
      /\b(?:Zip|Jar|Tar|Archive|SevenZ)\w*Entry\b|\b(?:zip|jar|tar|archive)?_?[eE]ntry\b/,
    ),
    source('message', 'getPayload', /TextMessage|WebSocketMessage|\bMessage\b|\bmessage\b/),
    source('argument', 'nextLine readLine', /Scanner|System\.in|BufferedReader|Console/, 'local'),
    source('environment', 'getenv', undefined, 'local'),
  ],
  reads: [
    source('http_parameter', 'parameters queryParameters', /\bcall\b/),
    source('http_header', 'headers', /\bcall\.request/),
  ],
  globals: {},
  sinks: [
    sink('sql', 'executeQuery executeUpdate executeLargeUpdate addBatch prepareStatement prepareCall', 0),
    sink('sql', 'execute', 0, /[Ss]tatement|\bstmt\b|[Jj]dbc|createStatement|DSLContext|[Cc]onn/),
    sink(
      'sql',
      'queryForObject queryForList queryForMap queryForRowSet queryForInt queryForLong batchUpdate queryForStream',
      0,
      /jdbc|JDBC|[Tt]emplate|[Oo]perations|\bdb\b/,
    ),
    sink('sql', 'query update', 0, /jdbc|JDBC|JdbcTemplate|JdbcOperations/),
    sink('sql', 'createQuery createNativeQuery createSQLQuery createStoredProcedureCall', 0),
    sink('sql', 'rawQuery execSQL compileStatement', 0),
    sink('sql', 'nativeSQL', 0),
    sink('sql', 'sql', 0, /[cC]lient\b|Handle\b/),
    sink('sql', 'createUpdate createBatch prepareBatch select', 0, /Handle\b|\bhandle\b|[jJ]dbi/),
    sink('sql', 'where having orderBy fetch resultQuery', 0, /DSL|Criteria|Restrictions/, 'sql'),
    sink('sql', 'sqlRestriction', 0),
    sink('sql', 'condition resultQuery sql', 0, /DSL|^\s*$|dsl|ctx|jooq/i, 'built'),
    sink('sql', 'find list count delete update', 0, /^[A-Z]\w*Repository|Panache/, 'sql'),
    sink('nosql', 'parse', 0, /BasicDBObject|Document\b|BasicQuery/),
    sink('nosql', 'BasicQuery', 0),
    sink(
      'nosql',
      'find findOne updateOne updateMany deleteOne deleteMany countDocuments aggregate',
      0,
      /[cC]ollection\b|\bcol\b/,
      'built',
    ),
    sink('command', 'exec', 0, /[Rr]untime|getRuntime|\br\b|\brt\b/, 'argv'),
    sink('command', 'exec', 1, /[Rr]untime|getRuntime|\br\b|\brt\b/),
    sink('command', 'ProcessBuilder', 0, undefined, 'argv'),
    sink('command', 'command', 0, /ProcessBuilder|\bpb\b|[Bb]uilder/, 'argv'),
    sink('command', 'CommandLine parse addArgument', 0, /CommandLine/),
    sink(
      'code',
      'eval compile',
      0,
      /[Ss]cript[Ee]ngine|[Ee]ngine|GroovyShell|[Ss]hell|JexlEngine|Interpreter/,
    ),
    sink('code', 'getValue setValue parseExpression', 0, /Ognl/),
    sink(
      'code',
      'eval compileExpression executeExpression createExpression createScript',
      0,
      /MVEL|Jexl|ELProcessor|Ognl|Groovy/,
    ),
    sink('code', 'execute compile eval', 0, /ExpressRunner|Aviator|\bBsh|QLExpress/),
    sink('code', 'evaluate parse parseClass', 0, /GroovyShell|GroovyClassLoader|MVEL|Jexl|ELProcessor/),
    sink(
      'code',
      'parseExpression createValueExpression createMethodExpression',
      '*',
      /[Ss]pel|ExpressionParser|[Pp]arser|ExpressionFactory/,
    ),
    sink('code', 'forName loadClass', 0, /\bClass\b|ClassLoader/),
    sink('code', 'getMethod getDeclaredMethod', 0, /class\b|Class/),
    sink('ldap', 'search', [0, 1], /[Cc]tx|[Cc]ontext|[Ll]dap/),
    sink('ldap', 'search', 2, /L[Dd][Aa][Pp]/),
    sink('ldap', 'lookup', 0, /Ldap|ldap/),
    sink('code', 'lookup', 0, /InitialContext|[Jj]ndi/),
    sink(
      'xpath',
      'evaluate compile selectNodes selectSingleNode createXPath',
      0,
      /[Xx][Pp]ath|\bxp\b|XPathExpression|Document\b|DocumentHelper/,
    ),
    sink('xss', 'println print write append', 0, response),
    sink('xss', 'printf format', '*', response),
    sink('xss', 'sendError', 1, response),
    sink('xss', 'ok body entity', 0, /ResponseEntity|Response\b/, 'markup'),
    sink('xss', 'ResponseEntity', 0, undefined, 'markup'),
    sink('xss', 'respondText respondHtml', 0, /\bcall\b/),
    sink('xss', 'html', 0, /\bctx\b|[cC]ontext\b/),
    sink(
      'path',
      'File FileInputStream FileOutputStream FileReader FileWriter RandomAccessFile PrintWriter FileSystemResource PathResource ZipFile JarFile',
      '*',
    ),
    sink('path', 'get of', '*', /\bPaths\b|\bPath\b/),
    sink('path', 'resolve resolveSibling', 0, /[Pp]ath|[Dd]ir|[Rr]oot|[Ff]older/),
    sink(
      'path',
      'newInputStream newOutputStream newBufferedReader newBufferedWriter readAllBytes readAllLines readString writeString write delete deleteIfExists createFile createDirectory createDirectories lines newByteChannel',
      0,
      /\bFiles\b/,
    ),
    sink('path', 'copy move createLink createSymbolicLink', [0, 1], /\bFiles\b/),
    sink('path', 'getResourceAsStream getResource getRequestDispatcher getRealPath', 0),
    sink('path', 'transferTo', 0, /[Ff]ile|[Pp]art/),
    sink('path', 'createTempFile', '*', /\bFile\b/),
    sink('path', 'readFileToString writeStringToFile copyFile openInputStream', 0, /FileUtils/),
    sink('path', 'extractAll extractFile', 0),
    sink('path', 'sendFile', 0, /[rR]esponse|\bctx\b/),
    sink('path', 'write', 0, /\bPart\b|\bpart\b/),
    sink('ssrf', 'openConnection openStream getContent', '@', /\bURL\b|[Uu]rl/),
    sink(
      'ssrf',
      'getForObject getForEntity postForObject postForEntity exchange put delete postForLocation headForHeaders',
      0,
      /[Rr]est[Tt]emplate|[Rr]est/,
    ),
    sink('ssrf', 'HttpGet HttpPost HttpPut HttpDelete HttpHead HttpPatch', 0),
    sink(
      'ssrf',
      'uri url newBuilder baseUrl',
      0,
      /HttpRequest|[Ww]ebClient|Request\.Builder|Request\.|RestClient|OkHttp|\b_?(?:http)?[cC]lient\.(?:get|post|put|patch|delete|method)\(/,
    ),
    sink('ssrf', 'connect', 0, /Jsoup/),
    // What a library reads from an address that it is given.
    sink(
      'ssrf',
      'read readTree readValue toString toByteArray toURI copyURLToFile',
      0,
      /ImageIO|[mM]apper|IOUtils|Resources\b|FileUtils/,
      'address',
    ),
    sink('ssrf', 'UrlResource', 0),
    // Parameters in the address of a database load classes and read files.
    sink('ssrf', 'getConnection', 0, /\bDriverManager\b/),
    sink('ssrf', 'Socket InetSocketAddress', 0),
    sink('redirect', 'sendRedirect', 0),
    sink('redirect', 'RedirectView setLocation', 0),
    sink('redirect', 'ModelAndView setViewName', 0, undefined, 'view'),
    sink('redirect', 'seeOther temporaryRedirect location', 0, /Response\b|ResponseEntity/),
    sink('redirect', 'respondRedirect', 0),
    sink('header', 'addHeader setHeader addCookie setContentType', '*', response, 'text'),
    sink('header', 'Cookie', 1),
    sink('header', 'addHeader setHeader', [0, 1], /Mime|[mM]essage|[mM]ail/, 'text'),
    sink(
      'xxe',
      'parse',
      0,
      /^(?!.*(?:Jwt|JWT|Json|JSON|Date|Number|Csv|CSV|Expression|Option|CommandLine)).*(?:DocumentBuilder|SAXParser|XMLReader|SAXReader|SAXBuilder|[Bb]uilder|[Pp]arser|[Rr]eader|Digester)/,
    ),
    sink('xxe', 'build', 0, /\bSAXBuilder\b/),
    sink('xxe', 'read', 0, /\bSAXReader\b/),
    sink('xxe', 'unmarshal', 0, /[Uu]nmarshaller/),
    sink('xxe', 'createXMLStreamReader createXMLEventReader', 0),
    sink('deserialization', 'ObjectInputStream', 0),
    sink(
      'deserialization',
      'readObject readUnshared',
      '@',
      /ObjectInput|[Xx]ml[Dd]ecoder|XMLDecoder|Hessian|Kryo/,
    ),
    sink('deserialization', 'XMLDecoder', 0),
    sink('deserialization', 'readClassAndObject', 0, /[kK]ryo/),
    sink('deserialization', 'fromXML', 0),
    sink('deserialization', 'load loadAll loadAs', 0, /\b[Yy]aml\b/),
    sink('deserialization', 'deserialize', '*', /SerializationUtils|[Ss]erializ/),
    sink('deserialization', 'parseObject parse', 0, /\bJSON\b/),
    sink('template', 'process mergeTemplate', 0, /[Tt]emplate[Ee]ngine|Velocity|Freemarker/),
    sink('template', 'evaluate', [2, 3], /[Tt]emplate[Ee]ngine|Velocity/),
    sink('template', 'Template', 1),
    sink('log', 'info warn error debug trace fatal severe log', '*', /\blog\b|[Ll]ogger|\bLOG\b/),
    sink('trust_boundary', 'setAttribute putValue', [0, 1], session),
    sink('regex', 'compile matches', 0, /\bPattern\b/),
    sink('format', 'format printf', 0, /\bString\b|System\.out|response|getWriter|\bout\b/),
  ],
  writes: [],
  cleans: [
    ...commonCleans,
    clean(
      ['xss'],
      'encodeForHTML encodeForHTMLAttribute encodeForJavaScript encodeForCSS encodeForXML encodeForXMLAttribute htmlEscape escapeHtml escapeHtml3 escapeHtml4 escapeXml escapeXml10 escapeXml11 forHtml forHtmlContent forHtmlAttribute forJavaScript forJavaScriptAttribute forCssString forXml javaScriptEscape escapeEcmaScript escapeJava',
    ),
    clean(
      ['ldap'],
      'encodeForLDAP encodeForDN filterEncode nameEncode encodeFilterValue escapeLDAPSearchFilter',
    ),
    clean(['sql'], 'encodeForSQL escapeSql'),
    clean(
      ['sql'],
      'equal notEqual like notLike greaterThan greaterThanOrEqualTo lessThan lessThanOrEqualTo between in literal value',
      /[cC]riteria|\bcb\b|[bB]uilder|Root\b|Path\b/,
    ),
    clean(['command'], 'encodeForOS'),
    clean(['regex'], 'quote', /Pattern/),
    clean(['xpath'], 'encodeForXPath'),
    clean(['redirect', 'ssrf', 'header', 'xss', 'path'], 'encodeForURL'),
    clean(['path'], 'getName', /\bFile\b|FilenameUtils|\bPaths?\b|getFileName/),
    clean(['path'], 'getFileName toRealPath'),
    clean('all', 'getBytes$', /never/),
    clean(
      'all',
      'parseInt parseLong parseDouble parseFloat parseShort parseBoolean parseByte valueOf',
      /Integer|Long|Double|Float|Short|Boolean|Byte|BigDecimal|BigInteger|UUID|Enum|LocalDate/,
    ),
    clean('all', 'fromString', /UUID/),
    clean('all', 'digest hashpw getTime nextInt nextLong nextDouble doFinal hash encodePassword'),
    clean(
      'all',
      'getUserPrincipal getAuthType isUserInRole getSession getMethod getContentLength getServerPort getLocale getContextPath getServletContext getAttribute getDispatcherType getScheme getProtocol',
      request,
    ),
    clean(
      'all',
      'executeQuery executeUpdate execute queryForObject queryForList queryForMap getResultSet prepareStatement prepareCall createStatement getConnection',
      /.*/,
    ),
  ],
  misuse: javaMisuse,
  parameter(fn, parameter) {
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
  },
  hints:
    /\b(?:HttpServlet|RequestParam|RequestBody|PathVariable|RequestHeader|CookieValue|ModelAttribute|RequestMapping|GetMapping|PostMapping|PutMapping|DeleteMapping|PatchMapping|vertx|QueryParam|PathParam|FormParam|HeaderParam|BeanParam|QueryValue|DatabaseClient|JdbcClient|Jdbi|RestClient|getParameter|getHeader|getCookies|ServerRequest|RoutingContext|Javalin|executeQuery|executeUpdate|createQuery|createNativeQuery|prepareStatement|createStatement|jdbcTemplate|JdbcTemplate|Runtime|ProcessBuilder|MessageDigest|Cipher|KeyPairGenerator|Random|ObjectInputStream|DocumentBuilder|SAXParser|XMLInputFactory|SAXReader|ScriptEngine|GroovyShell|SpelExpressionParser|InitialDirContext|DirContext|LdapTemplate|XPath|addCookie|SSLContext|HostnameVerifier|X509TrustManager|sendRedirect|XStream|ExpressRunner|AviatorEvaluator|DriverManager|Yaml|Jwts|Zip(?:Input|Output)Stream|ZipFile|ZipEntry|TarArchiveInputStream|DSLContext|RestTemplate|WebClient|MultipartFile|RestController|HttpURLConnection|URLConnection|FileOutputStream|FileInputStream|PosixFilePermissions|HttpGet|OkHttpClient|Ognl|Velocity|freemarker|call\.(?:receive|parameters|respond))\b/,
};

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
