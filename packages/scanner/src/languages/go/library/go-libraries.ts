import { type SinkRule, type SourceRule, sink, source } from '../../../flow/language-model.ts';

/** Sources and sinks of common Go packages, from their documentation, in addition to the model; each by type. */
export const libraryCalls: readonly SourceRule[] = [
  source(
    'http_parameter',
    'QueryParameter QueryParameters BodyParameter HeaderParameter PathParameter PathParameters',
    /\brestful\.Request\b/,
  ),
  source('http_parameter', 'ParamValues QueryString FormParams MultipartForm', /\becho\.Context\b/),
  source(
    'http_parameter',
    'QueryMap GetQueryMap GetQueryArray PostFormMap GetPostFormMap GetPostFormArray ContentType',
    /\bgin\.Context\b/,
  ),
  source(
    'http_parameter',
    'AllParams Queries Queryi OriginalURL Subdomains Hostname GetReqHeaders BaseURL',
    /\bfiber\.Ctx\b/,
  ),
  source(
    'http_parameter',
    'URLParamDefault URLParams FormValueDefault PostValue PostValueDefault',
    /\biris\.Context\b/,
  ),
  source('http_parameter', 'URLParamFromCtx', /chi/),
  source('http_parameter', 'Refer Referer GetData', /\bBeegoInput\b|\.Input\b/),
  source('body', 'GetFile GetFiles', /\b(?:beego|web)\.Controller\b|\bmacaron\.Context\b/),
  source('http_parameter', 'AllParams QueryStrings QueryEscape ParamsEscape', /\bmacaron\.Context\b/),
  source('http_header', 'GetCookie GetSecureCookie', /\b(?:macaron|beego|context)\.Context\b/),
  source(
    'http_header',
    'Referer UserAgent PeekAll PeekKeys RawHeaders CookieBytes LastPathSegment PathOriginal FullURI BodyStream BodyUncompressed BodyGunzip',
    /\bfasthttp\.\w+\b/,
  ),
  source('message', 'ReadFrame ReadHeader ReadClientData ReadClientText ReadMessage', /\bws(?:util)?\b/),
  source('body', 'NextPart MultipartReader', /\bmultipart\.Reader\b|http\.Request\b/),
  source('environment', 'Environ ExpandEnv Getenv', /^(?:os|syscall)(?:\s|$)/, 'local'),
];

const builders =
  /\bsquirrel\b|^sq(?:\s|$)|\b(?:Select|Update|Delete|Insert|StatementBuilder)(?:Builder|Type)\b/;

const statements: readonly SinkRule[] = [
  sink(
    'sql',
    'Select Columns Column From OrderBy GroupBy Having Where Join LeftJoin RightJoin InnerJoin CrossJoin Prefix Suffix Options Table Into Expr',
    [0, 1, 2],
    builders,
    'built',
  ),
  sink('sql', 'OrderBy GroupBy Column From Table Into', 0, builders, 'text'),
  sink(
    'sql',
    'SQL Where And Or OrderBy GroupBy Having Select Alias SetExpr Join',
    [0, 1, 2],
    /\bxorm\.(?:Engine|Session|EngineInterface|EngineGroup)\b/,
    'built',
  ),
  sink('sql', 'OrderBy Desc Asc SQL QueryString QueryInterface', 0, /\bxorm\.(?:Engine|Session)\b/, 'text'),
  sink('sql', 'Raw', 0, /\borm\.(?:Ormer|QueryExecutor)\b|NewOrm\(\)/),
  sink('sql', 'Raw FilterRaw', 1, /\borm\.(?:Condition|QuerySeter)\b/),
  sink(
    'sql',
    'And Delete From GroupBy Having In InnerJoin InsertInto LeftJoin On Or OrderBy RightJoin Select Set Subquery Update Values Where',
    0,
    /\borm\.QueryBuilder\b|NewQueryBuilder\(\)/,
  ),
  sink(
    'sql',
    'GetAll GetArray GetCount GetOne GetScan GetStruct GetStructs GetValue Raw Exec Query Prepare',
    [0, 1],
    /\bgdb\.(?:DB|Core|TX|Tx)\b/,
    'built',
  ),
  sink('sql', 'NewRaw Raw', 0, /\bbun\.(?:DB|Conn|Tx|IDB)\b/),
  sink('sql', 'NewRawQuery', 1, /\bbun\b/),
  sink('sql', 'ModelTableExpr', 0, /\.New(?:Select|Update|Delete|Insert)\(/, 'built'),
  sink('sql', 'OrderExpr ColumnExpr GroupExpr', 0, /\.New(?:Select|Update|Delete)\(/, 'text'),
  sink('sql', 'Table Pluck Distinct', 0, /\bgorm\.DB\b|\.Model\(/, 'built'),
  sink('sql', 'Table', 0, /\bgorm\.DB\b/, 'text'),
  sink('sql', 'Expr', 0, /\b(?:gorm|clause|bun)(?:\s|$)/, 'built'),
  sink('sql', 'Query AnalyticsQuery ExecuteN1qlQuery', 0, /\bgocb\.(?:Cluster|Scope|Bucket)\b/, 'built'),
  sink('sql', 'Query', 0, /\bbigquery\.Client\b/, 'built'),
  sink('sql', 'Query', 0, /\bgocql\.Session\b/, 'built'),
  sink(
    'sql',
    'QueryOne QueryOneContext WriteOne WriteOneContext QueueOne Write Queue',
    [0, 1],
    /\bgorqlite\.Connection\b/,
    'built',
  ),
];

export const librarySinks: readonly SinkRule[] = [
  ...statements,
  sink('command', 'Command Call Exec', 0, /\bgo-sh\b|^sh(?:\s|$)|\bsh\.Session\b/, 'argv'),
  sink('command', 'CreateProcess', 0, /^(?:syscall|windows)(?:\s|$)/),
  sink('path', 'Chdir Chmod Chtimes Lchown DirFS Mkfifo CopyFS', 0, /^os(?:\s|$)/),
  sink('path', 'Rename', 1, /^os(?:\s|$)/),
  sink('path', 'Download SaveFileToStorage', 0, /\bfiber\.Ctx\b|\bBeegoOutput\b|\.Output\b/),
  sink('path', 'ServeFile SendFileWithRate ServeFileWithRate', 0, /\biris\.Context\b/),
  sink('path', 'UploadFormFiles', 0, /\biris\.Context\b/),
  sink('path', 'SaveFormFile', 1, /\biris\.Context\b/),
  sink('path', 'SendFile SendFileBytes', 0, /\bfasthttp\.(?:RequestCtx|Response)\b/),
  sink('path', 'ServeFile ServeFileBytes ServeFileUncompressed SaveMultipartFile', 1, /\bfasthttp(?:\s|$)/),
  sink('path', 'Readlink ReadlinkIfPossible TempDir TempFile', [0, 1], /\bafero\b/),
  sink('path', 'ParseFiles ParseGlob', '*', /template/),
  sink('ssrf', 'Get GetTimeout GetDeadline Post', 1, /\bfasthttp(?:\s|$)|\bfasthttp\.(?:Host)?Client\b/),
  sink('ssrf', 'SetRequestURI SetHost SetURI SetRequestURIBytes SetHostBytes', 0, /\bfasthttp\.Request\b/),
  sink('ssrf', 'Dial DialDualStack DialTimeout', 0, /\bfasthttp(?:\s|$)|\bfasthttp\.TCPDialer\b/),
  sink(
    'ssrf',
    'Dial DialContext',
    [0, 1],
    /\bwebsocket\.(?:Dialer|DefaultDialer)\b|^websocket(?:\s|$)/,
    'head',
  ),
  sink('ssrf', 'Dial', 1, /\bnet\.Dialer\b/),
  sink('ssrf', 'DialContext', 2, /\bnet\.Dialer\b/),
  sink('ssrf', 'NewSingleHostReverseProxy', 0),
  sink('ssrf', 'Execute', 1, /\bresty\.Request\b|\.R\(\)/),
  sink('ssrf', 'SetBaseURL SetHostURL', 0, /\bresty\b/),
  sink('redirect', 'RedirectBytes', 0, /\bfasthttp\.RequestCtx\b/, 'head'),
  sink('redirect', 'Redirect', 0, /\bfasthttp\.RequestCtx\b|\brevel\.Controller\b/, 'head'),
  sink(
    'xpath',
    'CompileWithNS FindEachWithBreak SelectElement SelectElements SearchWithVariables EvalXPathAsBoolean',
    '*',
    /xpath|xmlquery|htmlquery|gokogiri|\bxml\.(?:Xml)?Node\b/,
  ),
];
