import { clean, type LanguageModel, misuse, sink, source } from '../../../flow/language-model.ts';
import type { FunctionIr } from '../../../ir/ir.ts';
import { commonCleans } from '../../shared/library/common-cleans.ts';

const request = /Request\b|HttpContext/;
const actionAttributes =
  /^(?:Http(?:Get|Post|Put|Delete|Patch)|Route|WebMethod|ActionName|AcceptVerbs|Function)$/;
const bindAttributes = /^(?:From(?:Query|Body|Form|Route|Header|Uri)|AsParameters|QueryString|Bind)$/;
/** What the container gives, and not the request. */
const serviceAttributes = /^From(?:Services|KeyedServices)$/;

export const csharpModel: LanguageModel = {
  calls: [
    source(
      'body',
      'ReadFromJsonAsync ReadFormAsync ReadToEnd ReadToEndAsync BinaryRead ReadLine',
      /Request|StreamReader|reader|HttpContext/,
    ),
    source(
      'http_parameter',
      'Get GetValues GetQueryNameValuePairs MapPath TryGetValue',
      /Request\.(?:QueryString|Form|Headers|Query|Params|Cookies)/,
    ),
    source('argument', 'ReadLine', /\bConsole\b/, 'local'),
    source('argument', 'GetCommandLineArgs', undefined, 'local'),
    source('environment', 'GetEnvironmentVariable', undefined, 'local'),
  ],
  reads: [
    source(
      'http_parameter',
      'QueryString Form Params Query RouteValues Item RawUrl Url Path PathInfo PathAndQuery',
      request,
    ),
    source('http_header', 'Headers UserAgent UserHostName UrlReferrer Host ServerVariables', request),
    source('cookie', 'Cookies', /^(?!.*Response).*Request/),
    source('body', 'Files InputStream Body', request),
    source('http_parameter', 'Values', /RouteData\b/),
    source('http_parameter', '[]', /(?:^|[\s.])Request(?:\s|$)|^HttpContext\.Request/),
    source('http_parameter', 'FileName', /IFormFile|HttpPostedFile|file/i),
    source(
      'http_parameter',
      'Text Value SelectedValue',
      /TextBox|HiddenField|DropDownList|\b(?:[tT]xt|tb|ddl|hdn)[A-Z_]\w*|\btxt\w+/,
    ),
  ],
  globals: new Map(),
  sinks: [
    sink(
      'sql',
      'SqlCommand OleDbCommand OdbcCommand MySqlCommand NpgsqlCommand SqliteCommand SQLiteCommand OracleCommand SqlDataAdapter MySqlDataAdapter SQLiteDataAdapter OleDbDataAdapter NpgsqlDataAdapter NpgsqlBatchCommand CreateCommand',
      0,
    ),
    sink(
      'sql',
      'ExecuteSqlRaw ExecuteSqlRawAsync FromSqlRaw SqlQuery ExecuteSqlCommand SqlQueryRaw ExecuteReader',
      0,
      undefined,
      'text',
    ),
    sink(
      'sql',
      'Query QueryAsync QueryFirstAsync QuerySingleAsync QuerySingleOrDefaultAsync QueryMultipleAsync ExecuteScalarAsync QueryFirst QueryFirstOrDefault QuerySingle QuerySingleOrDefault Execute ExecuteAsync ExecuteScalar ExecuteNonQuery ExecuteDataset QueryFirstOrDefaultAsync QueryMultiple',
      '*',
      undefined,
      'sql',
    ),
    sink('sql', 'CommandDefinition', 0, undefined, 'sql'),
    sink('sql', 'CreateQuery CreateSQLQuery', 0),
    // A text where a function should stand: it is parsed.
    sink('code', 'Where', 0, undefined, 'text'),
    sink('nosql', 'Find Parse', 0, /[cC]ollection|BsonDocument/, 'text'),
    sink('command', 'Start', '*', /\bProcess\b/, 'process'),
    sink('command', 'ProcessStartInfo', '*'),
    sink(
      'code',
      'Eval EvaluateAsync RunAsync CompileAssemblyFromSource DynamicInvoke Compute',
      0,
      /CSharpScript|Script|CodeProvider|Evaluator/,
    ),
    sink('code', 'Load LoadFrom LoadFile', 0, /\bAssembly\b/),
    sink('ldap', 'DirectorySearcher DirectoryEntry SearchRequest', '*'),
    sink(
      'xpath',
      'SelectNodes SelectSingleNode XPathSelectElement XPathSelectElements XPathEvaluate Compile Evaluate Select',
      0,
      /[xX]ml|[xX]Path|[nN]av|[dD]oc|node/,
    ),
    sink('xss', 'Write WriteLine WriteAsync', 0, /Response|writer|HtmlTextWriter/, 'html'),
    sink('xss', 'Raw', 0, /\bHtml\b/),
    sink('xss', 'HtmlString MvcHtmlString AppendHtml AppendHtmlLine SetHtmlContent', 0),
    sink('xss', 'Content', 0, undefined, 'html'),
    sink('xss', 'RegisterStartupScript RegisterClientScriptBlock', '*'),
    sink(
      'path',
      'ReadAllText ReadAllBytes ReadAllLines WriteAllText WriteAllBytes WriteAllLines AppendAllText AppendAllLines Delete Open OpenRead OpenWrite OpenText OpenHandle Create CreateText CreateDirectory Exists ReadLines ReadAllTextAsync ReadAllBytesAsync ReadAllLinesAsync WriteAllTextAsync WriteAllBytesAsync AppendAllTextAsync',
      0,
      /\bFile\b|Directory|System\.IO/,
    ),
    sink('path', 'Copy Move Replace', [0, 1], /\bFile\b|Directory|System\.IO/),
    sink('path', 'FileStream StreamReader StreamWriter FileInfo DirectoryInfo PhysicalFileResult', 0),
    sink(
      'path',
      'PhysicalFile TransmitFile WriteFile SaveAs File GetFiles',
      0,
      /Response|Results|Server|Directory|file|^\s*$|this/i,
    ),
    sink('path', 'ExtractToFile', 0),
    sink(
      'ssrf',
      'GetAsync PostAsync PutAsync DeleteAsync SendAsync GetStringAsync GetByteArrayAsync GetStreamAsync DownloadString DownloadFile DownloadData OpenRead UploadString DownloadStringTaskAsync',
      0,
      /^(?!.*(?:[sS]mtp|[mM]ail|Queue|Bus|Hub)).*(?:client|http)/i,
    ),
    sink('ssrf', 'Create CreateHttp', 0, /WebRequest/),
    sink('ssrf', 'HttpRequestMessage', 1),
    sink('ssrf', 'RestClient RestRequest', 0, undefined, 'head'),
    sink(
      'redirect',
      'Redirect RedirectPermanent RedirectResult RedirectPreserveMethod',
      0,
      undefined,
      'head',
    ),
    sink('header', 'AddHeader AppendHeader Add Append', [0, 1], /Headers|Response/, 'text'),
    sink('xxe', 'LoadXml Load', 0, /XmlDocument|XmlDoc|xmlDoc|XmlTextReader/),
    sink('xxe', 'XmlTextReader', 0),
    sink(
      'deserialization',
      'Deserialize',
      '*',
      /BinaryFormatter|SoapFormatter|NetDataContractSerializer|LosFormatter|ObjectStateFormatter|JavaScriptSerializer|[fF]ormatter/,
    ),
    sink('deserialization', 'ReadObject', 0, /NetDataContract|DataContract/),
    sink('code', 'GetType', 0, /\bType\b/),
    sink('template', 'RunCompile Parse Compile', 0, /Razor|Engine|Template/),
    sink('trust_boundary', 'Add SetString', '*', /Session/),
    sink('regex', 'Regex', 0),
    sink('regex', 'IsMatch Match', 1, /\bRegex(?:\s|$)/),
    sink(
      'log',
      'LogInformation LogWarning LogError LogDebug LogTrace LogCritical Info Warn Error Debug Information Warning Fatal Verbose',
      '*',
      /[lL]og/,
    ),
  ],
  writes: [
    sink('sql', 'CommandText', 0),
    sink('command', 'FileName Arguments', 0, /ProcessStartInfo|StartInfo|psi|startInfo|process/i),
    sink('xss', 'InnerHtml', 0),
    sink('xss', 'Text', 0, /Literal|Label|\blit\w*|\blbl\w*|\blabel\w*/),
    sink('ldap', 'Filter', 0),
    sink('redirect', 'RedirectLocation', 0, undefined, 'head'),
    sink('path', 'CurrentDirectory', 0),
  ],
  cleans: [
    // What a handler answers is its own, whatever it was asked with.
    clean('all', 'Send', /[mM]ediat(?:o)?r|_?sender/),
    ...commonCleans,
    clean(
      'all',
      'Parse TryParse ToInt32 ToInt64 ToInt16 ToDouble ToBoolean ToDecimal ToDateTime ParseExact',
      /int|Int|long|double|decimal|bool|Guid|DateTime|Convert|Enum|float|short|byte/,
    ),
    clean(
      ['xss'],
      'HtmlEncode HtmlAttributeEncode JavaScriptStringEncode Encode',
      /Http|Html|Web|Encoder|AntiXss|Server|^\s*$/i,
    ),
    clean(['redirect', 'ssrf', 'header', 'xss', 'path'], 'UrlEncode EscapeDataString'),
    clean(['ldap'], 'LdapFilterEncode LdapDistinguishedNameEncode'),
    clean(['path'], 'GetFileName GetFileNameWithoutExtension', /Path/),
    clean(['redirect'], 'Action LocalRedirect'),
    // The driver encodes what it is given as a value.
    clean(['nosql'], 'Eq Ne In Nin Gt Gte Lt Lte AnyEq', /Filter|[bB]uilder/),
    clean('all', 'ComputeHash HashData GetHashCode ExecuteScalar ExecuteReader ExecuteNonQuery Fill', /.*/),
    // What was fetched or read is another's than its address or name.
    clean(
      'all',
      'GetByteArrayAsync GetStringAsync GetStreamAsync DownloadString DownloadData ReadAllText ReadAllBytes ReadAllLines OpenRead OpenText',
    ),
  ],
  misuse: [
    misuse('weak_hash', 'Create ComputeHash HashData', { on: /\b(?:MD5|SHA1|HMACMD5|HMACSHA1)\b/ }),
    misuse(
      'weak_hash',
      'MD5CryptoServiceProvider SHA1CryptoServiceProvider SHA1Managed MD5Cng HMACMD5 HMACSHA1',
    ),
    misuse('weak_hash', 'Create', { on: /HashAlgorithm|CryptoConfig/, match: /^(?:MD5|SHA1?)$/i }),
    misuse('weak_cipher', 'DESCryptoServiceProvider TripleDESCryptoServiceProvider RC2CryptoServiceProvider'),
    misuse('weak_cipher', 'Create', { on: /\b(?:DES|TripleDES|RC2)\b/ }),
    misuse('weak_cipher', 'Create', { on: /\bRSA\b/, match: /^(?:512|768|1024)$/, cwe: 'CWE-326' }),
    misuse('weak_cipher', 'RSACryptoServiceProvider', { match: /^(?:512|768|1024)$/, cwe: 'CWE-326' }),
    misuse('weak_random', 'Random', { weight: 0.6 }),
    misuse('unverified_token', 'ReadJwtToken ReadToken', { on: /TokenHandler|handler/i, weight: 0.6 }),
    misuse('hardcoded_secret', 'SymmetricSecurityKey', {
      match: /^.{4,}$/,
      literal: true,
      weight: 0.85,
      cwe: 'CWE-321',
    }),
  ],
  parameter(fn, parameter) {
    if (parameter.annotations.some((entry) => serviceAttributes.test(entry.name))) return {};
    if (parameter.annotations.some((entry) => bindAttributes.test(entry.name)))
      return scalar(parameter.type) ? {} : { source: 'http_parameter' };
    // Handlers of small services: app.MapGet("/x", (string name) => …).
    if (
      /\.Map(?:Get|Post|Put|Delete|Patch|Methods)\s*\(\s*"[^"\n]*"\s*,\s*(?:async\s+)?$/.test(
        fn.file.text.slice(Math.max(0, fn.pos - 240), fn.pos),
      )
    )
      return comesFromRequest(parameter.type) ? { source: 'http_parameter' } : {};
    if (isHandler(fn, parameter.type)) return { source: 'http_parameter' };
    const isAction =
      fn.annotations.some((entry) => actionAttributes.test(entry.name)) ||
      (fn.cls !== null &&
        fn.isExported &&
        !fn.isStatic &&
        (/Controller$/.test(fn.cls.name) ||
          fn.cls.bases.some((base) =>
            /^(?:Controller|ControllerBase|ApiController|PageModel)$/.test(base),
          )) &&
        fn.name !== fn.cls.name);
    if (
      isAction &&
      !scalar(parameter.type) &&
      !/(?:Context|Service|Repository|Logger|Manager|HttpRequest(?:Message|Base)?|Token|Factory)$/.test(
        parameter.type ?? '',
      )
    )
      return { source: 'http_parameter' };
    return {};
  },
  hints:
    /\b(?:Controller|ControllerBase|FromQuery|FromBody|FromRoute|FromForm|PageModel|HttpGet|HttpPost|Request|HttpContext|SqlCommand|\w*Command|DataAdapter|ExecuteSqlRaw\w*|FromSqlRaw|Process|ProcessStartInfo|BinaryFormatter|XmlDocument|XmlTextReader|DirectorySearcher|(?:HMAC)?(?:MD5|SHA1)\w*|(?:Triple)?DES\w*|RC2\w*|Random|HttpClient|WebClient|WebRequest|Response|XPath|RedirectResult|ServerCertificateValidationCallback|Map(?:Get|Post|Put|Delete|Patch|Methods)|CookieOptions|SymmetricSecurityKey|TokenValidationParameters|BindProperty|HttpCookie|Console\.ReadLine|Dapper|IDbConnection|WebMethod|ServerCallContext|Hub|Assembly|Type\.GetType|ZipArchive|File\.\w+|FileStream|StreamReader|RSA\w*|Aes|Regex|JwtSecurityTokenHandler|HtmlString)\b/,
};

/** What a mediator, a queue, a hub or a remote call hands over. */
function isHandler(fn: FunctionIr, type: string | null): boolean {
  if (!comesFromRequest(type) && !/Request$/.test(type ?? '')) return false;
  if (/^(?:Handle|HandleAsync|Consume|ExecuteAsync)$/.test(fn.name))
    return (
      fn.cls?.bases.some((base) =>
        /^(?:I(?:Request|Command|Query|Notification)Handler|IConsumer|Endpoint)$/.test(base),
      ) ?? false
    );
  if (fn.params.some((param) => param.type === 'ServerCallContext')) return true;
  return fn.isExported && !fn.isStatic && (fn.cls?.bases.some((base) => base === 'Hub') ?? false);
}

/** Whether an endpoint of a small service takes a parameter of this type from the request as text. */
export function comesFromRequest(type: string | null): boolean {
  return !scalar(type) && !isService(type);
}

function isService(type: string | null): boolean {
  return (
    type !== null &&
    /(?:Context|Db|Service|Repository|Logger|Manager|Token|Factory|Client|Sender|Mediator)(?:<|$)|^Http(?:Request|Response)/.test(
      type,
    )
  );
}

function scalar(type: string | null): boolean {
  return (
    type !== null &&
    /^(?:int|long|short|byte|double|float|bool|decimal|char|Guid|DateTime|DateTimeOffset|Int32|Int64|CancellationToken|TimeSpan)$/.test(
      type,
    )
  );
}
