import {
  type CleanRule,
  clean,
  type SinkRule,
  type SourceRule,
  sink,
  source,
} from '../../../flow/language-model.ts';

/** Sources and sinks of common Python packages, from their documentation, in addition to the model. */
export const libraryCalls: readonly SourceRule[] = [
  source('http_parameter', 'input', /^web(?:\s|$)/),
  source(
    'http_parameter',
    'text_input text_area chat_input file_uploader',
    /^(?:st|streamlit)(?:\s|$)|\bsidebar\b/,
  ),
  source('message', 'recv', /websocket/i),
  { ...source('archive_entry', 'infolist getmembers namelist getnames'), only: ['path'] },
];

/** The names of entries in an archive. */
export const libraryReads: readonly SourceRule[] = [
  {
    ...source('archive_entry', 'name linkname', /\btarfile\.(?:open|TarFile\.\w+)\(\)\[\]/),
    only: ['path'],
  },
];

export const librarySinks: readonly SinkRule[] = [
  // Bottle: a text with template syntax is the template itself.
  sink('template', 'template SimpleTemplate', 0, /^bottle(?:\s|$)/),
  sink('command', 'spawn', 0, /^pty(?:\s|$)/, 'argv'),
  sink('command', 'spawn spawnu run runu', 0, /^pexpect\b/),
  sink('command', 'run sudo local', 0, /^(?:fabric|invoke)\b|^.*\bConnection\(\)/),
  sink('command', 'bash sh ssh', '*', /^sh(?:\s|$)/),
  sink('deserialization', 'load', 0, /\btorch\b|numpy|\bnp\b/),
  sink('path', 'ZipFile TarFile', 0),
  sink('path', 'open', 0, /^(?:shelve|dbm|h5py|wave|fitz|lzma|tokenize|linecache)(?:\s|$)/),
  sink('deserialization', 'read_pickle', 0, /pandas|\bpd\b/),
  sink('sql', 'execute_query execute_query_dict execute_script', 0, undefined, 'built'),
  sink(
    'sql',
    'execute execute_async',
    0,
    /\b(?:cassandra|clickhouse_driver|aioch|phoenixdb|hdbcli|oracledb|cx_Oracle|pyodbc|pymssql|trino|vertica_python)\b/,
    'text',
  ),
  sink('sql', 'SQL', 0, /\b(?:sql|psycopg\d?|peewee)\b/, 'built'),
  sink(
    'sql',
    'sql query from_query',
    0,
    /\b(?:duckdb|records|bigquery|snowflake|clickhouse\w*|spark)\b/i,
    'built',
  ),
  sink(
    'nosql',
    'find_one_and_update find_one_and_delete find_one_and_replace replace_one map_reduce distinct',
    0,
    /collection|mongo|\bdb\b|\bcol\b|client/i,
    'object',
  ),
  sink('nosql', 'objects', ['__raw__']),
  sink('nosql', 'run execute_query', 0, /\bneo4j\b/, 'text'),
  sink(
    'nosql',
    'find find_one aggregate',
    ['filter', 'pipeline'],
    /collection|mongo|\bdb\b|client/i,
    'object',
  ),
  sink(
    'path',
    'walk symlink link lchown chown truncate utime replace access mkfifo mknod statvfs',
    0,
    /^os(?:\s|$)/,
  ),
  sink('path', 'glob iglob', 0, /^glob(?:\s|$)/),
  sink('path', 'unpack_archive', [0, 1], /shutil/),
  sink('path', 'make_archive', [0, 2], /shutil/),
  sink('path', 'open_file', 0, /^anyio(?:\s|$)/),
  sink('path', 'async_open AIOFile', 0),
  sink('path', 'serve_file serve_download', 0, /\bstatic\b|cherrypy|^\s*$/),
  sink('path', 'file file_stream', 0, /\bsanic\.response\b/),
  sink(
    'path',
    'mkstemp mkdtemp NamedTemporaryFile TemporaryDirectory',
    ['dir', 'prefix', 'suffix'],
    /tempfile|^\s*$/,
  ),
  sink(
    'path',
    'read_csv read_excel read_json read_parquet read_table read_feather read_hdf read_xml read_html read_fwf read_orc read_sas',
    0,
    /\b(?:pandas|pd|polars|pl)\b/,
  ),
  sink(
    'path',
    'to_csv to_excel to_json to_parquet to_pickle to_feather to_hdf to_html',
    0,
    /\bdf\b|DataFrame|pandas/,
  ),
  sink('path', 'exec_module spec_from_file_location load_source', 1, /importlib|^imp(?:\s|$)/),
  sink('command', 'send_command send_command_timing send_config_set', 0, /netmiko|ConnectHandler/),
  sink('command', 'run create_process', 0, /\basyncssh\b/),
  sink('command', 'exec_run', 0, /container/i, 'text'),
  sink(
    'code',
    'eval query',
    0,
    /\bDataFrame\b|\b(?:pandas|pd)(?:\s|$)|\bread_(?:csv|excel|json|parquet|sql)\(\)/,
    'text',
  ),
  sink('code', 'evaluate', 0, /\bnumexpr\b|^ne(?:\s|$)/),
  sink('code', 'sympify parse_expr', 0),
  sink('code', 'timeit repeat Timer', 0, /\btimeit\b/),
  sink('code', 'eval_js', 0, /js2py|^\s*$/),
  sink('code', 'eval exec_ compile', 0, /\bexecjs\b|\bMiniRacer\b/),
  sink('code', 'locate', 0, /^pydoc(?:\s|$)/),
  sink('path', 'imread imwrite', 0, /\b(?:cv2|imageio|skimage)\b/),
  sink('path', 'load save loadtxt savetxt genfromtxt fromfile', 0, /^(?:np|numpy)(?:\s|$)/),
  sink('ssrf', 'goto', 0, /page|playwright/i),
  sink('ssrf', 'get', 0, /\b(?:driver|browser|webdriver)\b/i),
  sink('ssrf', 'from_url', 0, /\b(?:pdfkit|imgkit)\b/),
  sink('ssrf', 'HTML', ['url'], /weasyprint|^\s*$/),
  sink('ssrf', 'parse', 0, /^feedparser(?:\s|$)/),
  sink('ssrf', 'ws_connect', 0),
  sink('ssrf', 'fetch', 0, /HTTPClient/),
  sink('ssrf', 'connect create_connection', 0, /\bwebsockets?\b/),
  sink('ssrf', 'clone_from', 0, /\bRepo\b/),
  sink('ssrf', 'from_url', 0, /\b(?:aioredis|redis)\b/),
  sink('ssrf', 'request', [1, 'url'], /\b(?:PoolManager|ProxyManager|Session|ClientSession|AsyncClient)\b/),
  sink(
    'ssrf',
    'FTP FTP_TLS SMTP SMTP_SSL IMAP4 IMAP4_SSL POP3 Telnet',
    0,
    /\b(?:ftplib|smtplib|imaplib|poplib|telnetlib)\b|^\s*$/,
  ),
  sink('template', 'PageTemplate SimpleTemplate MarkupTemplate TextTemplate', 0),
  sink('deserialization', 'loads load', 0, /\b(?:cloudpickle|hickle|klepto|srsly|shelve)\b/),
  sink('deserialization', 'load_model', 0, /\b(?:keras|tensorflow|tf)\b/),
  sink('deserialization', 'read_gpickle', 0),
  sink('xpath', 'xpathEval xpathEvalExpression', 0),
  sink('xpath', 'find_elements find_element', 1, /driver/i, 'built'),
];

export const libraryCleans: readonly CleanRule[] = [
  // Conditions of SQLAlchemy bind the compared values.
  clean(['sql'], 'filter_by in_ not_in notin_ like ilike not_ilike icontains is_distinct_from'),
  clean(
    ['sql'],
    'CreateTable DropTable AddConstraint DropConstraint CreateIndex DropIndex CreateSchema DropSchema',
  ),
];
