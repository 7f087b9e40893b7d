import { clean, type LanguageModel, misuse, sink, source } from '../../../flow/language-model.ts';
import { commonCleans } from '../../shared/library/common-cleans.ts';
import { functionSinks } from './php-functions.ts';
import { libraryCalls, libraryReads, librarySinks } from './php-libraries.ts';

const request = /\$?request|Request\b|input|Input\b|@req/i;
/** An incoming request: neither the response of a client nor the request that it sent. */
const received = /^(?!\S*[.>]request\(\)|.*[rR]esponse(?:->|\.)getRequest\(\)).*request/i;
const database = /db|pdo|mysqli|conn|wpdb|sql|query|DB\b|database|link|connection|entityManager|\bem\b|stmt/i;

export const phpModel: LanguageModel = {
  calls: [
    source(
      'http_parameter',
      'input query get post all only request route json getParam getQueryParams getParsedBody getPost getGet getVar file getQuery get_param get_params get_json_params get_query_params get_body_params get_file_params get_url_params',
      /request|Request\b|Input\b/i,
    ),
    source('http_header', 'header getHeader getHeaderLine headers userAgent', received),
    source('cookie', 'cookie getCookie getCookieParams', /request|Request\b/i),
    { ...source('archive_entry', 'getNameIndex'), only: ['path'] },
    source('body', 'getContent getBody toArray getPayload', received),
    source('http_parameter', 'filter_input', undefined),
    source('http_header', 'getallheaders apache_request_headers', undefined),
    source('http_parameter', 'request', /^\s*\s*$/),
    source('http_parameter', 'validated validate safe getData', /\brequest\b|Request\b/),
    source('argument', 'readline fgets', /^\s*\s*(?:STDIN)?$/, 'local'),
    source('environment', 'getenv', undefined, 'local'),
    // The output of a program, or the content of a file, may be untrusted.
    {
      ...source(
        'program_output',
        'shell_exec system <shell> fread stream_get_contents',
        /^\s*\s*\s*$/,
        'local',
      ),
      only: ['sql', 'command', 'code', 'ldap', 'xpath'],
    },
    source('http_parameter', 'getClientOriginalName'),
    // Earlier input of users, read from the database.
    {
      ...source(
        'stored',
        'mysqli_fetch_assoc mysqli_fetch_array mysqli_fetch_object mysqli_fetch_all pg_fetch_assoc pg_fetch_array fetch_assoc fetch_array fetch_object fetch_all',
      ),
      only: ['xss'],
    },
    {
      ...source(
        'stored',
        'fetch fetchAll fetchObject',
        /st(?:mt|h|atement)\b|\b(?:q|res|result|query|rs|req)\b|prepare|query|pdo/i,
      ),
      only: ['xss'],
    },
    { ...source('stored', 'get_results get_row', /wpdb/), only: ['xss'] },
    ...libraryCalls,
  ],
  reads: [
    source('http_parameter', 'query request attributes cookies files headers', /^\S*\s\S*Request\b/),
    // Laravel: request data under this name.
    source('http_parameter', '*', /^\S*\s\w*Request\s/),
    ...libraryReads,
  ],
  globals: new Map([
    ['_GET', { kind: 'http_parameter' }],
    ['_POST', { kind: 'body' }],
    ['_REQUEST', { kind: 'http_parameter' }],
    ['_COOKIE', { kind: 'cookie' }],
    ['_FILES', { kind: 'body' }],
    ['_SERVER', { kind: 'http_header' }],
    ['HTTP_RAW_POST_DATA', { kind: 'body' }],
    ['argv', { kind: 'argument', exposure: 'local' }],
    ['_ENV', { kind: 'environment', exposure: 'local' }],
  ]),
  sinks: [
    sink(
      'sql',
      'mysql_query mysql_unbuffered_query pg_query sqlite_query mssql_query odbc_exec ibase_query db2_exec sqlsrv_query oci_parse',
      '*',
      undefined,
      'text',
    ),
    sink(
      'sql',
      'mysqli_query mysqli_real_query mysqli_multi_query mysqli_prepare pg_prepare pg_send_query',
      1,
    ),
    sink(
      'sql',
      'query exec prepare multi_query real_query unsafe get_results get_row get_var get_col',
      0,
      database,
      'text',
    ),
    sink(
      'sql',
      'query exec prepare execute executeQuery executeStatement fetchAll fetchAssoc fetchAllAssociative fetchAssociative fetchOne fetchAllNumeric fetchNumeric fetchFirstColumn fetchAllKeyValue iterateAssociative get_results createQuery createNativeQuery',
      0,
      undefined,
      'sql',
    ),
    sink(
      'sql',
      'raw select statement unprepared whereRaw orderByRaw havingRaw selectRaw groupByRaw',
      0,
      /DB\b|db|[qQ]uery|Model|builder|^\s*\S+\s+[A-Z]/,
      'text',
    ),
    sink('sql', 'where andWhere orWhere having andHaving orHaving', 0, /\$?qb\b|[qQ]ueryBuilder/, 'built'),
    sink('sql', 'createCommand', 0),
    // Laravel inserts both into the statement.
    sink('sql', 'ignore', [0, 1], /\bunique\b/),
    sink('nosql', 'find findOne deleteOne updateOne', 0, /collection|mongo/i, 'object'),
    sink('command', 'exec system passthru shell_exec popen <shell>', 0, /^\s*\s*\s*$/),
    // With a list, the program starts without a shell.
    sink('command', 'proc_open pcntl_exec', 0, /^\s*\s*\s*$/, 'argv'),
    sink('command', 'fromShellCommandline', 0),
    sink('code', 'eval assert create_function', '*', /^\s*\s*\s*$/),
    sink(
      'code',
      'call_user_func call_user_func_array array_map register_shutdown_function',
      0,
      /^\s*\s*\s*$/,
    ),
    sink(
      'code',
      'usort uasort uksort array_filter array_walk array_reduce preg_replace_callback',
      1,
      /^\s*\s*\s*$/,
      'text',
    ),
    sink('code', 'preg_replace', 0, /^\s*\s*\s*$/),
    sink('code', 'include', 0, undefined, 'head'),
    sink('path', 'include', 0),
    sink('xss', 'echo print', 0, /^\s*\s*\s*$/),
    sink('xss', 'printf vprintf print_r die exit', '*', /^\s*\s*\s*$/),
    sink('xss', 'write setContent setBody', 0, /response/i, 'html'),
    sink('xss', 'Response', 0, undefined, 'html'),
    sink(
      'path',
      'fopen file_get_contents readfile file unlink file_put_contents copy rename mkdir rmdir opendir scandir parse_ini_file show_source highlight_file is_file file_exists glob touch simplexml_load_file md5_file sha1_file getimagesize',
      0,
      /^\s*\s*\s*$/,
    ),
    sink('path', 'copy rename move_uploaded_file', 1, /^\s*\s*\s*$/),
    sink('path', 'hash_file', 1, /^\s*\s*\s*$/),
    sink('path', 'download file response', 0, /[rR]esponse/),
    sink('path', 'BinaryFileResponse SplFileObject', 0),
    sink('path', 'file', 0, /AbstractController\b|\$this$/, 'text'),
    sink('path', 'storeAs storePubliclyAs', 1),
    sink('path', 'move', 1, /[fF]ile|upload/i),
    sink('path', 'putFileAs', 2),
    sink(
      'path',
      'put get delete append prepend readStream writeStream download path',
      0,
      /\bStorage\b|[dD]isk\(/,
    ),
    sink('path', 'extractTo', '@'),
    sink('ssrf', 'curl_init', 0),
    sink(
      'ssrf',
      'file_get_contents fopen file readfile copy getimagesize md5_file sha1_file simplexml_load_file get_headers',
      0,
      /^\s*\s*\s*$/,
      'head',
    ),
    sink('ssrf', 'curl_setopt', 2),
    sink('ssrf', 'get post put patch delete head', 0, /[hH]ttp|[cC]lient|guzzle/i),
    sink('ssrf', 'request', [0, 1], /[hH]ttp|[cC]lient|guzzle/i),
    sink('ssrf', 'fsockopen SoapClient', 0),
    sink(
      'redirect',
      'redirect away to RedirectResponse redirectTo wp_redirect http_redirect',
      0,
      /^\s*\s*\s*$|[rR]edirect|new|this/,
      'head',
    ),
    sink('redirect', 'header', 0, /^\s*\s*\s*$/, 'location'),
    sink('redirect', 'withHeader withAddedHeader', 1, undefined, 'head'),
    sink('header', 'setrawcookie', '*', /^\s*\s*\s*$/, 'text'),
    sink('header', 'mail', [0, 1, 3], /^\s*\s*\s*$/, 'text'),
    sink('command', 'mail', 4, /^\s*\s*\s*$/),
    sink('xxe', 'simplexml_load_string loadXML', 0),
    sink('xxe', 'load', 0, /DOMDocument|\bdom\b|\bxml\b/i),
    sink('xxe', 'xml_parse SimpleXMLElement', [0, 1]),
    sink('deserialization', 'unserialize', 0, /^\s*\s*\s*$/),
    sink('deserialization', 'yaml_parse', 0),
    sink('template', 'createTemplate renderString', 0),
    sink('template', 'render', 0, /twig/i, 'head'),
    sink('path', 'render', 0, /twig/i, 'head'),
    sink('ldap', 'ldap_search ldap_list ldap_read', [1, 2]),
    sink('ldap', 'ldap_bind', 1),
    sink('xpath', 'xpath query evaluate', 0, /xpath|simplexml|xml/i),
    sink('regex', 'preg_match preg_match_all preg_replace preg_split', 0, /^\s*\s*\s*$/),
    sink('log', 'error_log syslog', '*', /^\s*\s*\s*$/),
    ...functionSinks,
    ...librarySinks,
  ],
  writes: [],
  cleans: [
    ...commonCleans,
    clean(
      'all',
      'intval floatval boolval is_numeric ctype_digit count strlen md5 sha1 hash crc32 bin2hex filesize abs number_format date time uniqid password_hash password_verify strcmp settype',
      /^\s*\s*\s*$/,
    ),
    clean('all', 'mysqli_num_rows mysql_fetch_assoc fetch fetchAll fetchColumn rowCount fetch_row', /.*/),
    // The result of a file of the program is the program's own, whichever file it is.
    clean('all', 'include', /^\s*\s*\s*$/),
    clean(['tags'], 'strip_tags'),
    clean(
      ['xss', 'text_escaped'],
      'htmlspecialchars htmlentities esc_html esc_attr wp_kses e h filter_var_html purify filter_var',
    ),
    clean(['xss'], 'esc_js'),
    clean(
      ['xss', 'redirect', 'header', 'path', 'ssrf'],
      'urlencode rawurlencode http_build_query base64_encode',
    ),
    clean(['sql'], 'pg_escape_literal pg_escape_identifier quote prepare'),
    clean(
      ['quoted_sql'],
      'mysql_real_escape_string mysqli_real_escape_string mysql_escape_string mysqli_escape_string pg_escape_string real_escape_string escape_string esc_sql addslashes sqlite_escape_string escapeString',
    ),
    clean(['xss'], 'render renderView renderBlock', /twig|template|engine|this/i),
    // `escapeshellcmd` keeps spaces, so the value may add options.
    clean(['command'], 'escapeshellarg'),
    clean(['path', 'ssrf'], 'basename'),
    // PHP itself chooses the path of an upload until it is moved.
    clean(['path', 'ssrf'], 'getRealPath getPathname hashName', /file|upload|image|photo|avatar|attachment/i),
    // Flysystem refuses paths that leave its root.
    clean(['path'], 'normalizePath', /PathNormalizer/),
    clean(['xss'], 'sanitize_text_field'),
    clean('all', 'absint getSize getMetadata getProtocolVersion'),
    clean('all', 'integer boolean float date enum', request),
    clean(['ldap'], 'ldap_escape'),
    clean(['regex'], 'preg_quote'),
    clean(['nosql'], 'strval'),
    clean('all', 'validated', request),
    // A request that the program creates. Data of incoming requests is tracked where it is read.
    clean('all', 'create duplicate', /(?:^|[\s\\.])Request(?:\s|$)/),
  ],
  misuse: [
    misuse('weak_hash', 'md5 sha1 md5_file sha1_file', { on: /^\s*\s*\s*$/, weight: 0.7 }),
    misuse('weak_hash', 'hash hash_hmac hash_init', {
      match: /^(?:md[245]|sha1|crc32b?|adler32)$/i,
      weight: 0.8,
    }),
    misuse('weak_cipher', 'openssl_encrypt openssl_decrypt', { at: 1, match: /des|rc[24]|bf-|-ecb/i }),
    misuse('weak_cipher', 'openssl_encrypt', { at: 4, match: /^.{4,}$/s, literal: true, cwe: 'CWE-329' }),
    misuse('weak_cipher', 'mcrypt_encrypt mcrypt_decrypt'),
    misuse('hardcoded_secret', 'openssl_encrypt openssl_decrypt hash_hmac', {
      at: 2,
      match: /^(?=.*\S).{6,}$/,
      literal: true,
      cwe: 'CWE-321',
    }),
    misuse('weak_random', 'rand mt_rand srand mt_srand lcg_value uniqid shuffle array_rand str_shuffle', {
      on: /^\s*\s*\s*$/,
      weight: 0.6,
    }),
    misuse('insecure_tls', 'curl_setopt', { at: 1, match: /never/ }),
    misuse('unsafe_xml', 'libxml_disable_entity_loader', { match: /^false$/ }),
    misuse('unsafe_permissions', 'chmod', { at: 1, match: /^(?:511|0777|777|438)$/ }),
  ],
  parameter(fn, parameter, index) {
    // Slim and similar frameworks: (request, response, path parameters).
    if (index === 2 && /Request/.test(fn.params[0]?.type ?? '') && /Response/.test(fn.params[1]?.type ?? ''))
      return { source: 'http_parameter' };
    // Objects that the framework fills from the body or the query.
    if (parameter.annotations.some((entry) => /^(?:MapRequestPayload|MapQueryString)$/.test(entry.name)))
      return { source: 'body' };
    // Path parameters are text if an attribute declares the route.
    if (
      (parameter.type === null || parameter.type === 'string') &&
      (parameter.annotations.some((entry) => /^MapQueryParameter$/.test(entry.name)) ||
        fn.annotations.some(
          (entry) =>
            /^(?:Route|Get|Post|Put|Delete|Patch)$/.test(entry.name) &&
            entry.args.includes(`{${parameter.name.replace('$', '')}`),
        ))
    )
      return { source: 'http_parameter' };
    if (parameter.type !== null && /^(?:Request|ServerRequestInterface|\w+Request)$/.test(parameter.type))
      return {};
    if (
      fn.cls !== null &&
      /Controller$/.test(fn.cls.name) &&
      fn.isExported &&
      (parameter.type === null || parameter.type === 'string') &&
      !/^__/.test(fn.name)
    )
      return { source: 'http_parameter' };
    return {};
  },
  hints:
    /\$_(?:GET|POST|REQUEST|COOKIE|FILES|SERVER)\b|\b(?:request|Request|filter_input|query|exec|system|passthru|shell_exec|popen|eval|unserialize|include|require|mysqli?(?:_\w+)?|PDO|curl_init|file_get_contents|md5|sha1|rand|mt_rand|simplexml|DOMDocument|ldap_search|header|setcookie|argv|openssl_encrypt|mcrypt|fetch_assoc|fetchAll|wpdb|WP_REST_Request|ZipArchive|Route|DB)\b/,
};
