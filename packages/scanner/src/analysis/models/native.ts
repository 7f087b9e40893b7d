import { isScalar } from '../flow/scalar-types.ts';
import type { FunctionIr } from '../ir/ir.ts';
import { commonCleans } from './common.ts';
import { clean, type LanguageModel, misuse, sink, source } from './model.ts';

/** C and C++. Buffers that a call fills are written by `fills`. */
export const nativeModel: LanguageModel = {
  calls: [
    source('environment', 'getenv secure_getenv _wgetenv', undefined, 'local'),
    source(
      'argument',
      'gets fgets fgetws getws getline scanf fscanf wscanf fwscanf readline',
      undefined,
      'local',
    ),
    source('body', 'recv recvfrom recvmsg SSL_read', undefined),
    // Crow, Drogon, cpp-httplib, Pistache, Poco, Beast, cgicc; libmicrohttpd, libevent, FastCGI.
    source('http_parameter', 'get get_list pop', /url_params|body_params|\bquery\(\)/),
    source(
      'http_parameter',
      'getParameter getOptionalParameter getRoutingParameters get_param_value getJsonObject getQuery',
      /\b(?:req|request)\b/i,
    ),
    source('http_header', 'getHeader get_header_value getCookie', /\b(?:req|request)\b/i),
    source('body', 'readAll readLine', /[sS]ocket|QNetworkReply/),
    source('http_parameter', 'target body getBody resource getURI param uri', /\b(?:req|request)\w*$/i),
    source(
      'http_parameter',
      'MHD_lookup_connection_value evhttp_request_get_uri evhttp_find_header FCGX_GetParam',
    ),
  ],
  reads: [source('http_parameter', 'body path target raw_url matches', /^\s*\S*\s*\S*\s*(?:req|request)$/)],
  globals: new Map([['argv', { kind: 'argument', exposure: 'local' }]]),
  sinks: [
    sink(
      'command',
      'system _wsystem popen _popen _wpopen ShellExecute ShellExecuteA ShellExecuteW WinExec CreateProcess CreateProcessA CreateProcessW',
      '*',
    ),
    sink('command', 'execl execlp execle execv execvp execve execvpe posix_spawn', 0, undefined, 'argv'),
    sink('command', '_execl _execlp _execv _execvp _wexecl _wexeclp _wexecv _wexecvp', 0, undefined, 'argv'),
    sink(
      'command',
      '_spawnl _spawnlp _spawnv _spawnvp _wspawnl _wspawnlp _wspawnv _wspawnvp',
      1,
      undefined,
      'argv',
    ),
    sink('command', 'start startDetached execute', 0, /\bQProcess\b/, 'argv'),
    sink('format', 'printf vprintf wprintf vwprintf', 0),
    sink('format', 'fprintf sprintf syslog vfprintf dprintf fwprintf vfwprintf', 1),
    sink('format', 'snprintf vsnprintf swprintf vswprintf _snprintf _vsnprintf _snwprintf _vsnwprintf', 2),
    sink('sql', 'mysql_query mysql_real_query PQexec sqlite3_exec sqlite3_prepare sqlite3_prepare_v2', 1),
    sink(
      'sql',
      'exec exec0 exec1 exec_n query_value prepare executeQuery executeUpdate execute execSqlSync execSqlAsync execSqlCoro execSqlAsyncFuture sql',
      0,
      /query|stmt|statement|pqxx|\bwork\b|\bt(?:x|xn|ransaction)\b|\bW\b|\bdb\b|database|client|session|conn/i,
      'text',
    ),
    sink('sql', 'Statement', 1, undefined, 'text'),
    sink('xss', 'write end setBody', 0, /\bres(?:p|ponse)?\b|\br\b/, 'markup'),
    sink('xss', 'set_content', 0, /\bres/, 'markup'),
    sink('xss', 'response', [0, 1], /crow/, 'markup'),
    sink('redirect', 'redirect set_redirect newRedirectionResponse', 0, undefined, 'head'),
    sink('path', 'newFileResponse set_static_file_info', 0),
    sink('ssrf', 'Client SSLClient', 0, /httplib/),
    sink('ssrf', 'Url', 0, /cpr/),
    sink(
      'path',
      'fopen _wfopen open _open _wopen CreateFile CreateFileA CreateFileW freopen unlink opendir ifstream ofstream fstream chmod mkdir rmdir',
      0,
    ),
    // Lists and stores have methods of these names.
    sink('path', 'remove rename access', 0, /^\s*$|\b(?:std|fs|filesystem)\b/),
    sink('ssrf', 'curl_easy_setopt', 2),
    sink(
      'ldap',
      'ldap_search_s ldap_search_sA ldap_search_sW ldap_search_ext_s ldap_search_ext_sA ldap_search_ext_sW',
      3,
    ),
    sink('xpath', 'xmlXPathEvalExpression xmlXPathEval', 0),
    sink('code', 'dlopen LoadLibrary LoadLibraryA LoadLibraryW luaL_dostring PyRun_SimpleString', 0),
  ],
  writes: [],
  cleans: [
    ...commonCleans,
    clean(['xss'], 'html_escape htmlEscape escapeHtml html_encode htmlspecialchars escape_html', undefined),
    clean(['path'], 'filename', undefined),
    clean(['sql'], 'quote esc escape', /\bt(?:x|xn)\b|\bwork\b|conn/i),
    clean('all', 'atoi atol atof strtol strtoul strtod stoi stol strlen sizeof strcmp strncmp', undefined),
  ],
  misuse: [
    misuse('weak_hash', 'MD5 MD5_Init MD5_Update SHA1 SHA1_Init EVP_md5 EVP_sha1 MD4', { weight: 0.8 }),
    misuse(
      'weak_cipher',
      'DES_ecb_encrypt DES_set_key EVP_des_ecb EVP_des_cbc EVP_des_ede_cbc EVP_des_ede3_cbc EVP_des_ede3_ecb EVP_bf_cbc EVP_rc2_cbc EVP_rc4 RC4 EVP_aes_128_ecb EVP_aes_256_ecb',
      { weight: 0.9 },
    ),
    misuse('weak_random', 'rand random srand drand48', {
      context: /token|secret|passw|session|nonce|salt|otp|key|\biv\b/i,
      weight: 0.7,
    }),
    misuse('unsafe_temp_file', 'mktemp tmpnam tempnam'),
    misuse('insecure_tls', 'curl_easy_setopt', { at: 1, match: /never/ }),
    misuse('unsafe_permissions', 'chmod', { at: 1, match: /^(?:511|0777|438)$/ }),
  ],
  parameter(fn, parameter) {
    if (fn.name === 'main' && parameter.name === 'argv') return { source: 'argument' };
    return {};
  },
  hints:
    /\b(?:cin|system|popen|exec[lv]\w*|getenv|argv|recv|gets|fgetw?s|w?scanf|_wgetenv|_w?(?:system|popen)|_w?(?:exec|spawn)[lv]p?|CreateFile[AW]?|ldap_search\w*|sqlite3_\w+|mysql_\w+|PQexec|w?printf|_?w?fopen|MD5\w*|SHA1\w*|DES_\w+|EVP_\w+|rand|mktemp|tmpnam|curl_easy_setopt|url_params|getParameter|get_param_value|pqxx|sqlite3|http::request|HttpRequest\w*|httplib|evhttp_\w+|MHD_\w+|FCGX_\w+)\b/,
};

export const rustModel: LanguageModel = {
  calls: [
    source('argument', 'args args_os', /\benv\b/, 'local'),
    source('environment', 'var var_os', /\benv\b/, 'local'),
    source('argument', 'read_line', /stdin/, 'local'),
    source('http_parameter', 'query_string match_info uri param query', /req/i),
    source('http_header', 'headers', /req/i),
    source('body', 'file_name text bytes', /field|multipart|part\b/i),
    source('archive_entry', 'name mangled_name', /by_index|by_name|ZipFile/),
  ],
  reads: [],
  globals: new Map(),
  sinks: [
    sink('command', 'new', 0, /Command/),
    sink(
      'command',
      'arg args',
      0,
      /\bCommand(?::|::new\(\s*")(?:\/\w+\/)*(?:(?:ba|da|z)?sh|cmd|powershell)(?:\.exe)?\b/,
    ),
    sink('sql', 'prepare query_row query_map execute_batch', 0, /\bself\b/, 'text'),
    sink(
      'sql',
      'query query_as execute query_scalar sql_query prepare fetch_one fetch_all query_row query_map batch_execute',
      '*',
      /sqlx|diesel|conn|\bdb\b|client|pool|\btx\b|Pool|Connection|Transaction|^\s*\s*\s*$/,
      'text',
    ),
    sink(
      'path',
      'open create read read_to_string write remove_file remove_dir_all copy rename create_dir_all',
      0,
      /\bFile\b|\bfs\b/,
    ),
    sink('path', 'open', 0, /NamedFile|OpenOptions/),
    sink('ssrf', 'get post put delete head', 0, /reqwest|[cC]lient|ureq|surf/),
    sink('xss', 'Html', 0),
    sink('xss', 'body', 0, /HttpResponse|Response/, 'html'),
    sink('redirect', 'to temporary permanent', 0, /Redirect/, 'head'),
    sink('redirect', 'append_header insert_header', 0, undefined, 'entry'),
    sink('deserialization', 'deserialize', 0, /bincode/),
    sink('regex', 'new', 0, /Regex/),
    sink('log', 'info! warn! error! debug! trace!', '*'),
    sink('ldap', 'search', [0, 2], /[lL]dap/),
    sink('template', 'render_str', 0, /[tT]era/),
    sink('header', 'insert_header append_header header', 1, /Response/),
  ],
  writes: [],
  cleans: [
    ...commonCleans,
    clean('all', 'parse', /^(?!.*\bUr[li]\b)/),
    clean('all', 'len is_empty', undefined),
    clean(['path'], 'file_name enclosed_name', undefined),
    clean(['log', 'header'], 'escape_debug escape_default', undefined),
    clean(['xss'], 'encode_text escape_html encode_safe', undefined),
  ],
  misuse: [
    misuse('weak_hash', 'compute new digest', { on: /md5|Md5|Sha1|sha1/ }),
    misuse('weak_hash', 'md5 sha1', { on: /MessageDigest/ }),
    misuse('weak_cipher', 'des_cbc des_ecb des_ede3_cbc des_ede3 rc4 aes_128_ecb aes_256_ecb bf_cbc', {
      on: /\bCipher\b/,
    }),
    misuse('weak_cipher', 'new new_from_slice new_from_slices', {
      on: /\b(?:Des|TdesEde[23]|Rc4|Rc2|Blowfish|Cast5|Idea)\b|[eE]cb\b/,
    }),
    misuse('unsafe_permissions', 'from_mode mode set_mode', { match: /^(?:511|438|0?o?0?777|0?o?0?666)$/ }),
    misuse('unsafe_temp_file', 'create write', {
      on: /\bFile\b|\bfs\b/,
      match: /^\/(?:var\/)?tmp\/[^%*]+$/,
      literal: true,
      weight: 0.6,
    }),
    misuse('hardcoded_secret', 'from_secret', {
      match: /^.{4,}$/,
      literal: true,
      weight: 0.85,
      cwe: 'CWE-321',
    }),
    misuse('insecure_tls', 'danger_accept_invalid_certs danger_accept_invalid_hostnames', {
      match: /^true$/,
    }),
  ],
  parameter(fn, parameter) {
    if (parameter.annotations.some(({ name }) => /^(?:Query|Path|Json|Form|TypedHeader)$/.test(name)))
      return isScalar(parameter.type) ? {} : { source: 'http_parameter' };
    if (
      parameter.type !== null &&
      /^(?:Bytes|Multipart|TypedHeader|HeaderMap|RawQuery|CookieJar)$/.test(parameter.type)
    )
      return { source: 'http_parameter' };
    // Warp hands on what its filters took from the address.
    if (/^&?(?:String|HashMap)/.test(parameter.type ?? '') && isWarpHandler(fn))
      return { source: 'http_parameter' };
    // Rocket names what it takes from the address and the body.
    const route = fn.annotations.find(({ name }) => /^(?:get|post|put|patch|delete|head|route)$/.test(name));
    if (route !== undefined && new RegExp(`[<"]${parameter.name}(?:\\.\\.)?>`).test(route.args))
      return isScalar(parameter.type) ? {} : { source: 'http_parameter' };
    return {};
  },
  hints:
    /\b(?:Command|sqlx|diesel|rusqlite|reqwest|actix_web|axum|rocket|warp|std::env|md5|sha1|NamedFile|Redirect|danger_accept_invalid_certs|File|fs|des|ecb|rc4|rc2|blowfish|cast5|openssl|MessageDigest|jsonwebtoken|ureq|hyper|tide|poem|salvo|ldap3|tera)\b/,
};

function isWarpHandler(fn: FunctionIr): boolean {
  if (/->[^{;]*\b(?:Reply|Rejection)\b/.test(fn.file.text.slice(fn.pos, fn.pos + 300))) return true;
  return (
    fn.file.text.includes('warp::') &&
    new RegExp(String.raw`\.(?:and_then|map|then)\(\s*(?:\w+::)*${fn.name}\s*\)`).test(fn.file.text)
  );
}
