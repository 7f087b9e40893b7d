import { clean, type LanguageModel, misuse, sink, source } from '../../../flow/language-model.ts';
import { commonCleans } from '../../shared/library/common-cleans.ts';
import { libraryCalls, libraryReads, librarySinks } from './csharp-libraries.ts';
import { csharpNullable, csharpNumbers, csharpSizes } from './csharp-numbers.ts';
import { csharpParameter } from './csharp-parameters.ts';

const request = /Request(?:Base|Data|Message|Wrapper)?\b|HttpContext|\bActionContext|ControllerContext/;
const formControl =
  /(?:Text|List|Combo|Check)Box|\b[A-Z]\w*Box\b|HiddenField|TextArea|FileUpload|(?:DropDown|RadioButton|CheckBox)List|HtmlInput\w*|HtmlSelect|\b(?:[tT]xt|tb|ddl|hdn)[A-Z_]\w*|\btxt\w+/;
/** Types of the parts of a request. */
const requestPart =
  /\b(?:IFormCollection|IQueryCollection|IHeaderDictionary|IRequestCookieCollection|HttpCookieCollection|FormCollection|RouteValueDictionary|HttpFileCollection\w*)\b/;
const rows = /DataReader\b|\bIDataRecord\b|\bDataRow(?:View)?\b|ExecuteReader(?:Async)?\(\)/;
/** Stored data and files may be untrusted. */
const kept = ['sql', 'command', 'path', 'ldap', 'xpath', 'redirect'] as const;
/** The answer of another server, or a record, is not chosen by this program. */
const foreign = [...kept, 'code', 'xss', 'header', 'format'] as const;

export const csharpModel: LanguageModel = {
  nullable: csharpNullable,
  numbers: csharpNumbers,
  sizes: csharpSizes,
  calls: [
    source('body', 'ReadFromJsonAsync ReadFormAsync BinaryRead ReadAsStringAsync ReadAsStream', request),
    source('body', 'ReadToEnd ReadToEndAsync ReadLine ReadLineAsync', request),
    source('body', 'OpenReadStream', /IFormFile|IBrowserFile/),
    source(
      'http_parameter',
      'Get GetValues GetQueryNameValuePairs MapPath TryGetValue',
      /Request\.(?:QueryString|Form|Headers|Query|Params|Cookies)/,
    ),
    source('http_parameter', 'Get GetValues TryGetValue', requestPart),
    source('http_parameter', 'GetRouteValue GetRouteData', request),
    source('message', 'GetStream', /TcpClient|AcceptTcp/),
    source('message', 'Receive ReceiveAsync ReceiveString', /\bUdpClient\b|\bMessageQueue\b/),
    source('argument', 'ReadLine Read ReadToEnd ReadLineAsync ReadToEndAsync', /\bConsole\b/, 'local'),
    source('argument', 'GetCommandLineArgs', undefined, 'local'),
    source('environment', 'GetEnvironmentVariable', undefined, 'local'),
    {
      ...source(
        'record',
        'GetString GetValue GetFieldValue GetSqlString GetProviderSpecificValue',
        rows,
        'local',
      ),
      only: foreign,
    },
    {
      ...source(
        'file',
        'ReadAllText ReadAllTextAsync ReadAllLines ReadAllLinesAsync ReadLines ReadAllBytes OpenText OpenRead',
        /\bFile\b/,
        'local',
      ),
      only: kept,
    },
    {
      ...source(
        'answer',
        'OpenRead OpenReadAsync DownloadString DownloadStringTaskAsync DownloadData GetResponseStream GetStringAsync GetStreamAsync GetByteArrayAsync',
        /\bWebClient\b|WebResponse\b|\bHttpClient\b/,
        'local',
      ),
      only: foreign,
    },
    { ...source('file', 'StreamReader FileStream', undefined, 'local'), only: kept, when: 'named' },
    ...libraryCalls,
  ],
  reads: [
    source(
      'http_parameter',
      'QueryString Form Params Query RouteValues Item RawUrl Url Path PathInfo PathAndQuery RequestUri ActionArguments',
      request,
    ),
    source(
      'http_header',
      'Headers UserAgent UserHostName UrlReferrer Host ServerVariables UserLanguages',
      request,
    ),
    source('cookie', 'Cookies', /^(?!.*Response).*Request/),
    source('body', 'Files InputStream Body', request),
    source('body', 'Content', /\bHttpRequestMessage\b/),
    source('http_parameter', 'Values', /RouteData\b/),
    source(
      'http_parameter',
      '[]',
      /(?:^|[\s.])Request(?:\s|$)|^HttpContext\.Request|\bHttpRequest(?:Base)?\b/,
    ),
    source('http_parameter', '[]', requestPart),
    source('http_parameter', 'FileName', /IFormFile|HttpPostedFile|file/i),
    source('http_parameter', 'Text Value SelectedValue SelectedItem', formControl),
    source(
      'message',
      'Body Message',
      /\b(?:BasicDeliverEventArgs|ServiceBusReceivedMessage|ConsumeContext|ConsumeResult|BrokeredMessage)\b/,
    ),
    source('argument', 'In', /^\s*(?:System\.)?Console\b/, 'local'),
    { ...source('secret', 'Password SecurePassword', /\bNetworkCredential\b/, 'local'), only: [] },
    { ...source('record', '[]', rows, 'local'), only: kept },
    ...libraryReads,
  ],
  globals: new Map(),
  sinks: [
    sink(
      'sql',
      'SqlCommand OleDbCommand OdbcCommand MySqlCommand NpgsqlCommand SqliteCommand SQLiteCommand OracleCommand SqlDataAdapter MySqlDataAdapter SQLiteDataAdapter OleDbDataAdapter NpgsqlDataAdapter OdbcDataAdapter OracleDataAdapter NpgsqlBatchCommand SqlCeCommand FbCommand EntityCommand CreateCommand',
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
    sink(
      'sql',
      'CommandDefinition ExecuteStoreCommand ExecuteStoreQuery ExecuteSqlCommandAsync ExecuteQuery ExecuteCommand SqlList SqlScalar SqlColumn ExecuteSql GetItemQueryIterator QueryDefinition SimpleStatement',
      0,
      undefined,
      'sql',
    ),
    sink('sql', 'CreateQuery CreateSQLQuery', 0),
    // A text in place of a function is parsed.
    sink('code', 'Where', 0, /^(?!.*\bSqlBuilder\b)/, 'text'),
    sink(
      'sql',
      'Where OrWhere Having OrderBy GroupBy Select Set Join InnerJoin LeftJoin RightJoin AddTemplate',
      0,
      /\bSqlBuilder\b/,
      'built',
    ),
    sink('nosql', 'Find Parse', 0, /[cC]ollection|BsonDocument/, 'text'),
    sink('command', 'Start', '*', /\bProcess\b/, 'process'),
    sink('command', 'ProcessStartInfo', '*'),
    sink(
      'code',
      'Eval EvaluateAsync RunAsync CompileAssemblyFromSource DynamicInvoke Compute AddScript InvokeScript',
      '*',
      /CSharpScript|Script|CodeProvider|Evaluator|PowerShell|Runspace|Pipeline/,
    ),
    sink('code', 'Load LoadFrom LoadFile', 0, /\bAssembly\b/),
    sink('ldap', 'DirectorySearcher DirectoryEntry SearchRequest', '*'),
    sink('xpath', 'SelectNodes SelectSingleNode XPathSelectElement XPathSelectElements XPathEvaluate', 0),
    sink('xpath', 'Compile Evaluate Select SelectDescendants', 0, /[xX]ml|[xX]Path|[nN]av|[dD]oc|node/),
    sink(
      'xss',
      'Write WriteLine WriteAsync WriteString WriteStringAsync',
      0,
      /Response|writer|HtmlTextWriter/,
      'html',
    ),
    sink('xss', 'Raw', 0, /\bHtml\b/),
    sink(
      'xss',
      'HtmlString MvcHtmlString MarkupString LiteralControl AppendHtml AppendHtmlLine SetHtmlContent',
      0,
    ),
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
      'PhysicalFile TransmitFile WriteFile SaveAs File GetFiles EnumerateFiles EnumerateDirectories GetDirectories',
      0,
      /Response|Results|Server|Directory|file|^\s*$|this/i,
    ),
    sink('path', 'ExtractToFile', 0),
    sink('path', 'OpenRead Open ExtractToDirectory', '*', /\bZipFile\b/, 'text'),
    sink('path', 'FromFile', 0, /\bImage\b|\bBitmap\b/),
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
      'Redirect RedirectPermanent RedirectResult RedirectPreserveMethod RedirectPermanentPreserveMethod RedirectToUrl',
      0,
      undefined,
      'head',
    ),
    sink('header', 'AddHeader AppendHeader Add Append', [0, 1], /Headers|Response/, 'text'),
    sink('xxe', 'LoadXml Load', 0, /XmlDocument|XmlDoc|xmlDoc|XmlTextReader/),
    sink('xxe', 'XmlTextReader', 0),
    sink('xxe', 'Create', 0, /\bXmlReader\b/),
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
    sink('format', 'Format AppendFormat', 0, /^\s*(?:System\.)?[sS]tring\b|StringBuilder/),
    sink('plain_password', 'NetworkCredential', 1),
    sink('plain_password', 'SqlCredential', 1),
    sink('sent_secret', 'HttpCookie', 1),
    sink('sent_secret', 'Append', 1, /Cookies/),
    sink('shown_environment', 'Write WriteLine WriteAsync', '*', /Response/),
    sink('regex', 'Regex', 0),
    sink('regex', 'IsMatch Match Matches Split Replace', 1, /\bRegex(?:\s|$)/),
    sink(
      'log',
      'LogInformation LogWarning LogError LogDebug LogTrace LogCritical Info Warn Error Debug Information Warning Fatal Verbose DebugFormat InfoFormat WarnFormat ErrorFormat FatalFormat WriteEntry',
      '*',
      /[lL]og/,
    ),
    ...librarySinks,
  ],
  writes: [
    sink('sql', 'CommandText', 0),
    sink('sql', 'SelectCommand InsertCommand UpdateCommand DeleteCommand', 0, /DataSource\b/, 'text'),
    sink('command', 'FileName Arguments', 0, /ProcessStartInfo|StartInfo|psi|startInfo|process/i),
    sink('xss', 'InnerHtml', 0),
    sink(
      'xss',
      'Text',
      0,
      /Literal|Label|HyperLink|LinkButton|TableCell|CheckBox\b|RadioButton\b|\blit\w*|\blbl\w*|\blabel\w*/,
    ),
    sink('ldap', 'Filter', 0, /DirectorySearcher|SearchRequest|[sS]earch|[dD]irectory|ldap/i),
    sink('redirect', 'RedirectLocation', 0, undefined, 'head'),
    sink('redirect', 'RedirectUri', 0, /AuthenticationProperties/, 'head'),
    sink('ssrf', 'BaseAddress', 0, /HttpClient|WebClient/),
    sink('path', 'CurrentDirectory', 0),
  ],
  cleans: [
    // The response of a handler is its own, whatever the request.
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
    // The driver encodes the values.
    clean(['nosql'], 'Eq Ne In Nin Gt Gte Lt Lte AnyEq', /Filter|[bB]uilder/),
    clean('all', 'ComputeHash HashData GetHashCode ExecuteScalar ExecuteReader ExecuteNonQuery Fill', /.*/),
    // The content of a response or a file is not its address or name.
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
  parameter: csharpParameter,
  hints:
    /\b(?:Controller|ControllerBase|FromQuery|FromBody|FromRoute|FromForm|PageModel|HttpGet|HttpPost|Request|HttpContext|\w*Command|\w*DataAdapter|ExecuteSqlRaw\w*|FromSqlRaw|Process|ProcessStartInfo|BinaryFormatter|CSharpScript|GetEnvironmentVariable|XmlDocument|XmlTextReader|DirectorySearcher|(?:HMAC)?(?:MD5|SHA1)\w*|(?:Triple)?DES\w*|RC2\w*|Random|HttpClient|WebClient|WebRequest|Response|XPath\w*|RedirectResult|ServerCertificateValidationCallback|Map(?:Get|Post|Put|Delete|Patch|Methods)|CookieOptions|SymmetricSecurityKey|TokenValidationParameters|BindProperty|HttpCookie|Console\.(?:Read\w*|In)|Dapper|IDbConnection|WebMethod|ServerCallContext|Hub|Assembly|Type\.GetType|ZipArchive|File\.\w+|FileStream|TextBox|TcpClient|NetworkStream|Socket|UdpClient|OperationContract|ServiceContract|IFormFile|IFormCollection|IQueryCollection|ApiController|SqlDataSource|BasicDeliverEventArgs|ServiceBusReceivedMessage|ConsumeContext|Http(?:Request|Response|Listener|Posted|File|Cookie)\w*|(?:List|Combo|Check)Box|DropDownList|\w+Trigger|XmlReader|LosFormatter|Literal|HtmlGenericControl|StreamReader|RSA\w*|Aes|Regex|JwtSecurityTokenHandler|HtmlString)\b/,
};
