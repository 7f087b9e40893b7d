import { clean, type LanguageModel, misuse, sink, source } from '../../../flow/language-model.ts';
import { commonCleans } from '../../shared/library/common-cleans.ts';

/** C and C++. Buffers that a call fills are in `fills`. */
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
    // Lists and stores have methods with these names.
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
    misuse(
      'weak_cipher',
      'BF_encrypt BF_ecb_encrypt BF_cbc_encrypt BF_cfb64_encrypt BF_ofb64_encrypt CAST_ecb_encrypt CAST_cbc_encrypt CAST_cfb64_encrypt CAST_ofb64_encrypt RC2_ecb_encrypt RC2_cbc_encrypt RC2_cfb64_encrypt RC2_ofb64_encrypt RC5_32_ecb_encrypt RC5_32_cbc_encrypt IDEA_ecb_encrypt IDEA_cbc_encrypt IDEA_cfb64_encrypt IDEA_ofb64_encrypt DES_encrypt1 DES_cbc_encrypt DES_ncbc_encrypt DES_xcbc_encrypt DES_cfb_encrypt DES_cfb64_encrypt DES_ofb_encrypt DES_ofb64_encrypt DES_pcbc_encrypt DES_ecb3_encrypt DES_ede3_cbc_encrypt',
      { weight: 0.9 },
    ),
    misuse(
      'weak_cipher',
      'EVP_bf_ecb EVP_bf_cfb EVP_bf_ofb EVP_cast5_ecb EVP_cast5_cbc EVP_cast5_cfb EVP_cast5_ofb EVP_desx_cbc EVP_des_cfb EVP_des_ofb EVP_des_ede EVP_des_ede3 EVP_rc2_ecb EVP_rc2_40_cbc EVP_rc2_64_cbc EVP_rc4_40 EVP_rc5_32_12_16_cbc EVP_idea_ecb EVP_idea_cbc EVP_aes_192_ecb',
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
    /\b(?:cin|system|popen|exec[lv]\w*|getenv|argv|recv|gets|fgetw?s|w?scanf|_wgetenv|_w?(?:system|popen)|_w?(?:exec|spawn)[lv]p?|CreateFile[AW]?|ldap_search\w*|sqlite3_\w+|mysql_\w+|PQexec|w?printf|_?w?fopen|MD5\w*|SHA1\w*|(?:DES|BF|CAST|RC[245]|IDEA)_\w+|EVP_\w+|rand|mktemp|tmpnam|curl_easy_setopt|url_params|getParameter|get_param_value|pqxx|sqlite3|http::request|HttpRequest\w*|httplib|evhttp_\w+|MHD_\w+|FCGX_\w+)\b/,
};
