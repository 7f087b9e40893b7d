import { type SourceRule, source } from '../../../flow/language-model.ts';

export const javaRequest = /Request(?:Wrapper)?\b|request|\breq\b|WebRequest|ServletContext/;

/** Stored data and files may be untrusted. */
const kept = ['sql', 'command', 'path', 'ldap', 'xpath', 'redirect'] as const;

/** The answer of another server, or a record, is not chosen by this program. */
const foreign = [...kept, 'code', 'xss', 'header', 'format'] as const;

/** Java calls that are sources. */
export const javaSources: readonly SourceRule[] = [
  source(
    'http_parameter',
    'getParam getParameter getParameterValues getParameterMap getParameterNames getQueryString getPathInfo getPathTranslated getRemoteUser getPart getParts getFileItem',
    javaRequest,
  ),
  source(
    'http_header',
    'getHeader getHeaders getHeaderNames getRequestURI getRequestURL getServletPath getRemoteHost getServerName',
    javaRequest,
  ),
  source('cookie', 'getCookies getRequestedSessionId', javaRequest),
  source('cookie', 'getCookie', /WebUtils|CookieUtils?|ServletUtils?|^\s*$/),
  source(
    'body',
    'getReader getInputStream',
    /Request(?:Wrapper)?\b|request|\breq\b|Part\b|MultipartFile|FileItem/,
  ),
  source('body', 'getBytes getResource get', /\b(?:MultipartFile|FilePart|FileItem)\b/),
  source('http_parameter', 'param params cookies headers pathVariables', /\bServerRequest\b/),
  source('http_parameter', 'params headers cookies getFormAttribute', /\bHttpServerRequest\b|spark\.Request/),
  source('message', 'getInputStream', /\bSocket\b|[sS]ocket\b|accept\(\)/),
  source('body', 'readEntity bodyToMono bodyToFlux'),
  source(
    'http_parameter',
    'queryParam queryParams queryParamsValues pathParam pathVariable formParam formParams queryParamMap formParamMap getFormAttribute getUploadedFiles getSubmittedFileName getOriginalFilename',
  ),
  source('http_parameter', 'receive receiveText receiveParameters', /\bcall\b/),
  source(
    'http_parameter',
    'getQueryParameters getPathParameters getPathSegments',
    /UriInfo|[uU]riInfo|^\s*info\b/,
  ),
  source('http_header', 'getHeaderString getRequestHeader getRequestHeaders', /\bHttpHeaders\b/),
  source(
    'http_parameter',
    'getQueryParams getURI getPath getCookies getHeaders getBody',
    /\bServerHttpRequest\b/,
  ),
  source(
    'http_parameter',
    'getParameters getBody getPath getUri getCookies',
    /\bHttpRequest\b(?!\.newBuilder)/,
  ),
  source('http_header', 'getRequestURI getRequestHeaders getRequestBody', /HttpExchange|[eE]xchange/),
  source(
    'body',
    'body bodyAsString getBodyAsString getBodyAsJson getBodyAsJsonArray getBody',
    /RoutingContext|\bctx\b/,
  ),
  source(
    'body',
    'body bodyAsClass bodyAsBytes bodyInputStream bodyStreamAsClass headerMap cookieMap queryString queryMap url fullUrl userAgent splat',
    /javalin\.Context|spark\.Request/,
  ),
  { ...source('http_header', 'header cookie', /javalin\.Context/), when: 'asked' },
  {
    ...source(
      'archive_entry',
      'getName',
      /\b(?:Zip|Jar|Tar|Archive|SevenZ)\w*Entry\b|\b(?:zip|jar|tar|archive)?_?[eE]ntry\b/,
    ),
    only: ['path'],
  },
  source('message', 'getPayload', /TextMessage|WebSocketMessage|\bMessage\b|\bmessage\b/),
  source(
    'message',
    'getText getObject getStringProperty getObjectProperty getBody getBytes getString',
    /\b(?:Text|Object|Map|Bytes|Stream)Message\b|\bJMSConsumer\b/,
  ),
  source('message', 'value key headers', /\bConsumerRecord\b/),
  source('message', 'getBody', /\bDelivery\b|\bAmqpMessage\b|\bSQSMessage\b/),
  source('argument', 'readLine readPassword', /\bConsole\b|console\(\)/, 'local'),
  source('environment', 'getenv', undefined, 'local'),
  { ...source('secret', 'getPassword', /\bPasswordAuthentication\b/, 'local'), only: [] },
  // Types in a setting are the operator's choice.
  {
    ...source(
      'record',
      'getString getNString getObject',
      /ResultSet|[rR]esultSet|\brs\b|\brset\b|executeQuery\(\)|SqlRowSet/,
      'local',
    ),
    only: foreign,
  },
  {
    ...source('setting', 'getProperty', /\bSystem\b/, 'local'),
    only: ['sql', 'command', 'ldap', 'xpath', 'redirect', 'xss'],
  },
  {
    ...source(
      'file',
      'readString readAllLines readAllBytes lines newBufferedReader newInputStream',
      /\bFiles\b/,
      'local',
    ),
    only: kept,
  },
  {
    ...source('file', 'readFileToString readLines', /\bFileUtils\b/, 'local'),
    only: kept,
  },
  { ...source('file', 'FileReader FileInputStream RandomAccessFile', undefined, 'local'), only: kept },
  {
    ...source('answer', 'getInputStream openStream', /URLConnection\b|openConnection\(|\bURL\b/, 'local'),
    only: foreign,
  },
];
