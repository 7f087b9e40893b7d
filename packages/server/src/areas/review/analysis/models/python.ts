import { commonCleans } from './common.ts';
import { clean, type LanguageModel, sink, source } from './model.ts';
import { pythonMisuse } from './python-misuse.ts';

const request =
  /(?:^|\.)(?:flask\.request|request|@req|bottle\.request|quart\.request|self\.request|sanic\.request|cherrypy\.request)(?:\s|$)/;
const cursor =
  /curs|\bcur\b|\bc\b|conn|\bdb\b|database|session|engine|execute|connect|sqlite|psycopg|mysql|transaction|connection/i;
const clients =
  /^(?!.*\bobjects\b)(?:(?:requests|httpx|urllib|urllib3|aiohttp|http|session|client|self\.session|requests_html|pycurl|treq)\b|.*(?:Session|ClientSession|PoolManager|HTTPConnection))/i;

const routeDecorators =
  /^(?:route|get|post|put|delete|patch|api_view|websocket|head|options|expose|api_route|view_config|require_http_methods|require_GET|require_POST|csrf_exempt|login_required)$/;
const fastApi = /^(?:get|post|put|delete|patch|api_route|websocket|route)$/;

/** Parameters that a framework fills with something of the application, unless the address names them. */
const injectedNames = /^(?:db|session|current_user|user|response|background_tasks|settings|service|repo)$/;

export const pythonModel: LanguageModel = {
  calls: [
    source(
      'http_parameter',
      'get getlist get_json get_data to_dict getall getfirst get_argument get_arguments get_query_argument get_body_argument get_query_arguments',
      /request|@req|FieldStorage|\bform\b/,
    ),
    source(
      'http_parameter',
      'get_argument get_arguments get_query_argument get_body_argument get_query_arguments',
      /\bself$/,
    ),
    source(
      'body',
      'json body form data text stream read post',
      /^(?:flask\.request|@req|request|self\.request)(?:\s|$)/,
    ),
    source('cookie', 'get_cookie get_secure_cookie', /request|self\b/),
    source('http_parameter', 'getvalue', /FieldStorage|form/),
    source('http_header', 'get_host build_absolute_uri get_full_path'),
    source('argument', 'input raw_input', undefined, 'local'),
    source('argument', 'parse_args', undefined, 'local'),
    { ...source('archive_entry', 'infolist getmembers'), only: ['path'] },
    source('environment', 'getenv', /\bos\b/, 'local'),
    // What users wrote before comes back from the database.
    {
      ...source(
        'stored',
        'all first one get get_or_404 first_or_404 scalars filter filter_by order_by limit',
        /\.query\b|\.objects\b|\bdb\.session\b|scalars\(|\bquery\(/,
      ),
      only: ['xss'],
    },
    { ...source('stored', 'fetchall fetchone fetchmany', cursor), only: ['xss'] },
    source('body', 'recv recvfrom', /sock|conn|client|self\.request/i),
  ],
  reads: [
    source(
      'http_parameter',
      'args form values GET POST REQUEST view_args query_params match_info query_string url_rule path_params params query forms',
      request,
    ),
    source('body', 'json data body files FILES stream content', request),
    source('cookie', 'cookies COOKIES', request),
    source(
      'http_header',
      'headers META url full_path base_url remote_addr user_agent host referrer',
      request,
    ),
    source('http_parameter', 'cleaned_data'),
    source(
      'http_parameter',
      'data',
      /(?:String|TextArea|Text|Password|Hidden|Search|Email|URL|MultipleFile|File)Field\b/,
    ),
    source('argument', 'argv', /^sys(?:\s|$)/, 'local'),
    source('environment', 'environ', /^os(?:\s|$)/, 'local'),
  ],
  globals: {},
  sinks: [
    sink('sql', 'execute executemany executescript execute_fetchall execute_insert', 0, cursor),
    sink('sql', 'execute executemany executescript raw query', 0, undefined, 'sql'),
    sink('sql', 'text', 0, /sqlalchemy|^\s*$/, 'sql'),
    sink('sql', 'raw', 0, /objects|Manager|models?\b/),
    sink('sql', 'RawSQL extra', '*', /^(?!.*logg)/i, 'sql'),
    sink('sql', 'RawSQL', 0, undefined, 'built'),
    sink(
      'sql',
      'extra',
      ['where', 'select', 'tables', 'order_by', 0],
      /objects|[qQ]uery|filter|\bqs\b|Manager/,
    ),
    sink('sql', 'fetch fetchrow fetchval fetch_all fetch_one fetch_val iterate', 0, undefined, 'sql'),
    sink('sql', 'text', 0, /\bdb(?:\s|$)|sqlalchemy/, 'built'),
    sink('sql', 'read_sql read_sql_query', 0),
    sink(
      'nosql',
      'find find_one update_one update_many delete_one delete_many insert_one aggregate count_documents',
      0,
      /^(?!.*(?:soup|re\b|str)).*(?:collection|mongo|\bdb\b|\bcol\b|users|client)/i,
      'object',
    ),
    sink(
      'nosql',
      'scan query get_item update_item delete_item put_item',
      ['FilterExpression', 'KeyConditionExpression', 'ConditionExpression', 'UpdateExpression'],
      undefined,
      'built',
    ),
    sink('command', 'system popen popen2 popen3 popen4', 0, /\bos\b|commands|posix/),
    sink(
      'command',
      'call run Popen check_output check_call getoutput getstatusoutput',
      0,
      /subprocess|^\s*$|commands/,
      'argv',
    ),
    sink(
      'command',
      'execl execle execlp execv execve execvp execvpe spawnl spawnle spawnlp spawnv spawnvp',
      '*',
      /\bos\b/,
    ),
    sink('command', 'create_subprocess_shell', 0),
    sink('command', 'exec_command', 0),
    sink('code', 'eval exec compile execfile', 0, /^(?!.*\bre\b)/),
    sink('code', '__import__ import_module', 0),
    sink('code', 'getattr', 1),
    sink('code', 'runsource runcode push', 0, /Interpreter|Console/),
    sink('xss', 'Markup mark_safe HttpResponse format_html SafeString', 0),
    sink(
      'xss',
      'make_response Response HTMLResponse',
      [0, 'text', 'body', 'content', 'response'],
      undefined,
      'html',
    ),
    sink('xss', 'html', 0, /sanic|blacksheep/, 'html'),
    sink('xss', 'write', 0, /self\b|response|resp\b|wfile/i, 'html'),
    sink('xss', '<response>', 0, undefined, 'html'),
    sink('template', 'render_template_string Template from_string', 0),
    sink('template', 'Template', 0, /jinja|mako|django|^\s*$/),
    sink('path', 'open', 0, /^(?:io|codecs|os|gzip|bz2|\s)*\s*$|^\s|aiofiles|PIL|Image|tarfile|zipfile/),
    sink(
      'path',
      'remove unlink rmdir removedirs mkdir makedirs listdir rename stat chmod scandir',
      0,
      /\bos\b/,
    ),
    sink('path', 'exists isfile isdir getsize', 0, /^os\.path/),
    sink('path', 'rmtree copy copyfile copytree move', '*', /shutil/),
    sink('path', 'send_file FileResponse', '*'),
    sink('path', 'send_from_directory', 0),
    sink('path', 'static_file', 'root'),
    sink('path', 'Path PurePath', 0, /pathlib|^\s*$/),
    sink(
      'path',
      'read_text read_bytes write_text write_bytes open exists is_file is_dir unlink mkdir iterdir rmdir stat touch',
      '@',
      /\bPath\b/,
    ),
    sink('path', 'save', 0, /^(?!.*default_storage).*(?:file|upload|image)/i),
    sink('path', 'extractall extract', '@', /tar|zip/i),
    sink('path', 'ZipFile TarFile', 0),
    sink('ssrf', 'get post put delete patch head request options', '*', clients),
    sink('ssrf', 'stream', 1, clients),
    sink('ssrf', 'urlopen urlretrieve Request', 0),
    sink('ssrf', 'HTTPConnection HTTPSConnection create_connection', 0),
    sink(
      'redirect',
      'redirect HttpResponseRedirect HttpResponsePermanentRedirect RedirectResponse HTTPFound HTTPSeeOther HTTPMovedPermanently HTTPTemporaryRedirect HTTPPermanentRedirect',
      [0, 'url', 'location', 'redirect_to'],
      undefined,
      'head',
    ),
    sink('header', 'add_header set_header send_header', '*', /headers|response|resp|self/i, 'text'),
    sink('header', 'add', '*', /headers/i, 'text'),
    sink(
      'xxe',
      'parse fromstring XML iterparse parseString',
      0,
      /lxml|etree|\bET\b|ElementTree|minidom|sax|pulldom|expat|xmltodict|objectify/,
    ),
    sink(
      'deserialization',
      'loads load',
      0,
      /pickle|cPickle|dill|shelve|marshal|jsonpickle|joblib|\b_pickle\b/,
    ),
    sink('deserialization', 'Unpickler decode', 0, /pickle/),
    sink('deserialization', 'load load_all unsafe_load full_load', 0, /yaml/),
    sink('deserialization', 'load', 0, /\btorch\b|numpy|\bnp\b/),
    sink('ldap', 'search search_s search_st search_ext search_ext_s', '*', /ldap|conn|\bl\b/i),
    sink(
      'xpath',
      'xpath XPath find findall findtext iterfind ETXPath',
      0,
      /lxml|etree|tree|root|parse|doc|ElementTree|xml/i,
    ),
    sink('xpath', 'select iter_select Selector', 1, /elementpath/),
    sink('regex', 'compile match search findall sub fullmatch split finditer', 0, /^re(?:gex)?(?:\s|$)/),
    sink('log', 'info warning error debug critical exception warn log', '*', /log/i),
    sink('format', 'format', '@', /^(?!.*(?:logging|str\b))/, 'text'),
    sink('trust_boundary', '<session>', 0),
  ],
  writes: [sink('header', 'headers', 0, undefined, 'text')],
  cleans: [
    ...commonCleans,
    clean(['xss'], 'escape', /html|cgi|markupsafe|flask|django|bleach|xml\.sax|^\s*$/),
    clean(
      ['xss'],
      'format_html clean linkify conditional_escape escapejs urlize strip_tags render_template render jsonify',
    ),
    clean(['xss'], 'make_response Response HTMLResponse HttpResponse redirect send_file send_from_directory'),
    clean(['command'], 'quote', /shlex|pipes/),
    clean(
      ['redirect', 'header', 'xss', 'ssrf', 'path', 'log'],
      'quote quote_plus urlencode',
      /urllib|parse|^\s*$/,
    ),
    clean(['path'], 'secure_filename basename safe_join'),
    clean(['sql'], 'escape_string mogrify quote_ident Identifier Literal'),
    clean(['ldap'], 'escape_filter_chars escape_dn_chars escape_rdn'),
    clean(['regex'], 'escape', /^re(?:\s|$)/),
    clean(['nosql'], 'str ObjectId'),
    clean(['redirect'], 'url_for reverse'),
    clean(
      'all',
      'isdigit isalnum isalpha UUID hexdigest digest check_password_hash hashpw fromisoformat',
      /.*/,
    ),
    clean(
      'all',
      'execute fetchone fetchall fetchmany find_one commit first all filter_by filter',
      /curs|\bcur\b|conn|session|query|objects|collection|\bdb\b/i,
    ),
  ],
  misuse: pythonMisuse,
  parameter(fn, parameter, index) {
    const isRoute = fn.annotations.some(
      (entry) =>
        routeDecorators.test(entry.name.slice(entry.name.lastIndexOf('.') + 1)) ||
        /^strawberry\.(?:field|mutation|subscription)$/.test(entry.name),
    );
    if (/^(?:request|req)$/.test(parameter.name) && index <= 1) return { sym: '@req' };
    if (parameter.type !== null && /^(?:HttpRequest|Request|WSGIRequest)$/.test(parameter.type))
      return { sym: '@req' };
    if (
      isRoute &&
      (!injectedNames.test(parameter.name) ||
        parameter.type === 'str' ||
        fn.annotations.some(({ args }) => new RegExp(`[{<:]${parameter.name}[:}>]`).test(args)))
    ) {
      if (
        parameter.type !== null &&
        /^(?:int|float|bool|UUID|uuid\.UUID|datetime|date|Session|Depends)$/.test(parameter.type)
      )
        return {};
      if (
        fn.annotations.some(
          (entry) =>
            fastApi.test(entry.name.slice(entry.name.lastIndexOf('.') + 1)) &&
            /<int:|<float:|<uuid:/.test(entry.args) &&
            entry.args.includes(`:${parameter.name}>`) &&
            !entry.args.includes(`<path:${parameter.name}>`) &&
            !entry.args.includes(`<string:${parameter.name}>`),
        )
      )
        return { sym: '@number' };
      return { source: 'http_parameter' };
    }
    if (
      fn.cls !== null &&
      /^(?:get|post|put|delete|patch)$/.test(fn.name) &&
      fn.cls.bases.some((base) => /View|Resource|Handler|Endpoint/.test(base)) &&
      parameter.name !== 'self'
    )
      return { source: 'http_parameter' };
    if (
      index === 0 &&
      (fn.name === 'lambda_handler' ||
        (fn.params.length === 2 && parameter.name === 'event' && fn.cls === null))
    )
      return { source: 'body' };
    // Resolvers of GraphQL: what follows `info` is what the query gave.
    const isResolver = /^(?:mutate|resolve_\w+|mutate_and_get_payload)$/.test(fn.name);
    const infoAt = isResolver ? fn.params.findIndex((param) => param.name === 'info') : -1;
    if (infoAt >= 0 && index > infoAt && !isPlainNumber(parameter.type)) return { source: 'http_parameter' };
    return null;
  },
  hints:
    /\b(?:request|flask|django|fastapi|aiohttp|bottle|tornado|subprocess|os\.|eval|exec|pickle|yaml|hashlib|Crypto|cryptography|random|sqlite3|psycopg2|MySQLdb|pymysql|sqlalchemy|execute|urllib|requests|httpx|lxml|etree|xml|ldap|jinja2|tarfile|zipfile|tempfile|ssl|jwt|open|input|argv|paramiko|pymongo|sanic|pyramid|socket|logging|graphene|strawberry|ariadne|boto3|lambda_handler)\b/,
};

function isPlainNumber(type: string | null): boolean {
  return type !== null && /^(?:int|float|bool|UUID|datetime|date)$/.test(type);
}
