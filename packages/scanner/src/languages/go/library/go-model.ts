import { clean, type LanguageModel, misuse, sink, source } from '../../../flow/language-model.ts';
import { commonCleans } from '../../shared/library/common-cleans.ts';
import { libraryCalls, librarySinks } from './go-libraries.ts';

const request = /\bhttp\.Request\b|^@req(?:\s|$)|\bRequest\(\)|c\.Request\b|^\s*\S*\s*\br(?:eq(?:uest)?)?$/;
const context =
  /gin\.Context|echo\.Context|fiber\.Ctx|iris\.Context|beego|\bContext\b|\bCtx\b|^\s*\S*\s*\s(?:c|ctx|e)$/;
const database =
  /^(?!.*(?:Prepare|\bstmt\b)).*(?:sql\.|\bdb\b|\bDB\b|\btx\b|\bTx\b|Conn|conn|sqlx|pgx|pool|gorm|Open\(\)|Begin\(\))/;
const writer = /ResponseWriter|^\s*\S*\s*\bw$|\brw\b|^(?!.*(?:io|bufio|gzip|zip|tar|csv)\.Writer).*Writer/;

/** Base structs in generated code for remote procedures. */
const remote = /(?:^|\.)Un(?:implemented|safe)\w+Server$/;

export const goModel: LanguageModel = {
  calls: [
    source('http_parameter', 'FormValue PostFormValue PathValue', request),
    source('http_parameter', 'Get', /URL\.Query\(\)|\.Form\b|PostForm\b|url\.Values/),
    source('http_header', 'Get Values', /Header\b/),
    source('http_header', 'UserAgent Referer BasicAuth', request),
    source('cookie', 'Cookie Cookies', /http\.Request|Context|Ctx|\br\b|\bc\b/),
    source('http_parameter', 'Query', /URL\b/),
    source(
      'http_parameter',
      'Query DefaultQuery Param PostForm DefaultPostForm QueryParam QueryParams FormValue Params QueryArray PostFormArray GetQuery GetPostForm URLParam',
      context,
    ),
    source('http_header', 'GetHeader', context),
    source('body', 'FormFile', request),
    source('body', 'GetRawData BodyParser Body BodyRaw FormFile MultipartForm', context),
    source('http_parameter', 'Vars', /mux/),
    source('http_parameter', 'URLParam', /chi/),
    source('http_parameter', 'ByName', /httprouter|Params|\bps\b/),
    source('http_parameter', 'Get', /fiber\.Ctx|\.Params\(\)|\.URLParams\(\)/),
    source('cookie', 'Cookies', /fiber\.Ctx/),
    source('http_parameter', 'Peek PeekMulti PeekBytes', /QueryArgs\(\)|PostArgs\(\)|\.Header\b|fasthttp/),
    source('body', 'PostBody RequestBody', /fasthttp/),
    source('http_parameter', 'FormValue Path RequestURI UserValue QueryArgs PostArgs URI', /fasthttp/),
    source('http_parameter', 'GetString GetStrings', /Ctx|[cC]ontroller|beego/),
    source('http_parameter', 'Param Query Header Cookie URI', /\.Input\b/),
    source('message', 'ReadMessage', /websocket|[cC]onn/),
    source('message', 'Recv', /pb\.|_\w+Server\b|Stream/),
    source('argument', 'String', /^flag(?:\s|$)/, 'local'),
    source('argument', 'Arg Args', /flag/, 'local'),
    source('environment', 'Getenv LookupEnv', /\bos\b/, 'local'),
    source('argument', 'ReadString ReadLine Text', /bufio|reader|scanner|Reader|Scanner/, 'local'),
    ...libraryCalls,
  ],
  reads: [
    source('http_parameter', 'Form PostForm MultipartForm', request),
    source('http_parameter', 'RawQuery RequestURI Path RawPath Fragment', /\.URL(?:\s|$)|http\.Request/),
    source('http_header', 'Host RemoteAddr', request),
    source('body', 'Body', request),
    source('http_header', 'Header Trailer', request),
    source('argument', 'Args Stdin', /^os(?:\s|$)/, 'local'),
    source('body', 'RequestBody', /\.Input\b/),
    source('http_parameter', 'Filename', /header|fileHeader|FileHeader|fh/),
    // Whoever passes it on may have checked it, so it is less certain.
    {
      ...source(
        'archive_entry',
        'Name',
        /\b(?:zip\.File|tar\.Header)\b|\btar\.NewReader\(\)\.Next\(\)|\bzip\.(?:New|Open)Reader\(\)\.File\b/,
        'local',
      ),
      only: ['path'],
    },
  ],
  globals: new Map(),
  sinks: [
    sink(
      'sql',
      'Query QueryRow Exec Prepare Queryx QueryRowx MustExec NamedExec NamedQuery',
      0,
      database,
      'text',
    ),
    sink(
      'sql',
      'QueryContext QueryRowContext ExecContext PrepareContext QueryxContext QueryRowxContext PreparexContext NamedExecContext NamedQueryContext Get Select',
      1,
      database,
      'text',
    ),
    sink('sql', 'GetContext SelectContext', 2, database, 'text'),
    sink('sql', 'Query QueryRow Exec Select Get ExecContext QueryContext', [0, 1], database, 'sql'),
    sink('sql', 'Query QueryRow Exec', 1, /pgx(?:pool)?\.(?:Pool|Conn|Tx)/, 'text'),
    sink('sql', 'Raw Where Order Group Having Joins Select Not Or', 0, /gorm|\bdb\b|\bDB\b|\btx\b/, 'text'),
    // go-pg, Bun and the like insert expressions unchanged.
    sink(
      'sql',
      'Where WhereOr Having Join Set For ColumnExpr TableExpr GroupExpr OrderExpr DistinctOn',
      0,
      /\bModel\b|\.New(?:Select|Update|Delete|Insert)\(/,
      'built',
    ),
    sink(
      'sql',
      'QueryOne ExecOne QueryOneContext ExecOneContext QueryEx ExecEx QueryRowEx',
      [0, 1, 2],
      database,
      'sql',
    ),
    sink(
      'nosql',
      'Find FindOne UpdateOne UpdateMany DeleteOne DeleteMany Aggregate CountDocuments Distinct FindOneAndDelete FindOneAndReplace FindOneAndUpdate ReplaceOne Watch',
      1,
      /[cC]ollection|coll\b|\bmongo\./,
      'object',
    ),
    sink('command', 'Command', 0, /exec/, 'argv'),
    sink('command', 'CommandContext', 1, /exec/, 'argv'),
    sink('command', 'Cmd', 0, /exec/, 'argv'),
    sink('command', 'Exec ForkExec StartProcess', '*', /syscall|\bos\b/),
    sink(
      'path',
      'Open OpenFile Create ReadFile WriteFile Remove RemoveAll Mkdir MkdirAll ReadDir Rename Stat Lstat',
      0,
      /\bos\b|ioutil|afero/,
    ),
    sink('path', 'ServeFile', 2, /http/),
    sink('path', 'Truncate Chown Readlink Symlink Link', '*', /\bos\b/),
    sink('path', 'Walk WalkDir Glob', 0, /filepath/),
    sink('path', 'OpenReader', 0, /\bzip\b/),
    sink('code', 'Open', 0, /^plugin(?:\s|$)/),
    sink('code', 'RunString RunScript DoString', [0, 1], /goja|otto|lua/i),
    sink('command', 'Run Output CombinedOutput Start', 0, /\bssh\b|NewSession\(\)/),
    sink('path', 'File SendFile Attachment FileAttachment', 0, context),
    sink('path', 'SaveUploadedFile SaveFile', 1, context),
    sink('xss', 'Fprintf Fprint Fprintln', '*', /fmt/, 'page'),
    sink('xss', 'Write WriteString', 0, writer, 'html'),
    sink('xss', 'WriteString', '*', /\bio\b/, 'page'),
    sink('xss', 'HTML JS JSStr HTMLAttr URL CSS Srcset', 0, /template/),
    sink('xss', 'HTML HTMLBlob', 1, context, 'html'),
    sink('xss', 'Data', 2, context, 'html'),
    sink('ssrf', 'Get Post Head PostForm', 0, /^(?:net\/)?http(?:\s|$)|[cC]lient|resty/),
    sink('ssrf', 'NewRequest', 1, /http/),
    sink('ssrf', 'NewRequestWithContext', 2, /http/),
    sink('ssrf', 'Dial DialTimeout DialTCP', 1, /\bnet\b/),
    sink('redirect', 'Redirect', 2, /http/, 'head'),
    sink('redirect', 'Redirect', [0, 1], context, 'head'),
    // Headers of a response; those of an outgoing request are the program's own.
    sink('header', 'Set Add', 1, /Header\(\)/, 'text'),
    sink('code', 'Eval', 0),
    sink('template', 'Parse', 0, /template/),
    // Does not escape, unlike html/template.
    sink('xss', 'Execute', 1, /\btext\/template/, 'page'),
    sink('xss', 'ExecuteTemplate', 2, /\btext\/template/, 'page'),
    sink('ldap', 'NewSearchRequest', '*', /ldap/),
    sink(
      'xpath',
      'Compile MustCompile Parse MustParse ParseExec Find FindOne FindEach QueryAll Query QuerySelector QuerySelectorAll Search SearchInt EvalXPath',
      '*',
      /xpath|xmlquery|htmlquery|xmlpath|jsonquery|\bxml\.XmlNode|gokogiri/,
    ),
    sink('deserialization', 'Decode', 0, /gob/),
    // The `regexp` package needs linear time; backtracking engines do not.
    sink('regex', 'Compile MustCompile', 0, /\b(?:regexp2|pcre)(?:\s|$)/),
    sink(
      'log',
      'Print Printf Println Fatal Fatalf Info Infof Warn Error Errorf Debug',
      '*',
      /^(?!.*(?:\bslog\b|\bzap\b|zerolog)).*(?:\blog\b|logger|logrus)/i,
    ),
    // Structured values are encoded so that they stay on one line.
    sink('log', 'Info Warn Error Debug Log', 0, /\bslog\b|\bzap\b/),
    ...librarySinks,
  ],
  writes: [],
  cleans: [
    ...commonCleans,
    clean('all', 'Atoi ParseInt ParseUint ParseFloat ParseBool', /strconv/),
    clean('all', 'Parse MustParse', /uuid|time/),
    clean(
      'all',
      'MatchString Match MatchReader HasPrefix HasSuffix Contains EqualFold IsLocal IsAbs IsNotExist',
    ),
    // The content of a file is not its name.
    clean('all', 'ReadFile ReadDir Open OpenFile Stat Lstat Create', /\bos\b|ioutil/),
    clean(['xss'], 'EscapeString HTMLEscapeString HTMLEscaper JSEscapeString Sanitize', undefined),
    clean(['redirect', 'ssrf', 'path', 'header', 'xss'], 'QueryEscape PathEscape', /url/),
    // Encodes `<`, `>` and line breaks as numbers.
    clean(['xss', 'log', 'header'], 'Marshal MarshalIndent', /json/),
    clean(['path'], 'Base', /filepath|path/),
    clean(['sql'], 'QuoteIdentifier QuoteLiteral', /pq|pgx/),
    // The other arguments fill the placeholders of the expression.
    clean(['sql'], 'Expr', /\b(?:gorm|clause|squirrel|bun)\b|^sq(?:\s|$)/),
    clean(['ldap'], 'EscapeFilter EscapeDN'),
    clean(['regex'], 'QuoteMeta'),
    clean(
      'all',
      'Query QueryRow Exec QueryContext QueryRowContext ExecContext Scan Find First Sum256 Sum Sum512',
      database,
    ),
  ],
  misuse: [
    misuse('weak_hash', 'New Sum', { on: /crypto\/(?:md5|sha1|md4)(?:\s|$)|^(?:md5|sha1)(?:\s|$)/ }),
    misuse('weak_cipher', 'NewCipher NewTripleDESCipher', {
      on: /crypto\/(?:des|rc4)|blowfish|^(?:des|rc4)(?:\s|$)/,
    }),
    misuse('weak_cipher', 'NewCBCEncrypter NewCFBEncrypter NewCTR NewOFB Seal', {
      at: 1,
      match: /^.+$/s,
      literal: true,
      cwe: 'CWE-329',
    }),
    misuse('unsafe_temp_file', 'Create OpenFile WriteFile', {
      on: /\bos\b|ioutil/,
      match: /^\/(?:var\/)?tmp\/[^%*]+$/,
      literal: true,
      weight: 0.6,
    }),
    misuse('weak_cipher', 'GenerateKey', { on: /rsa/, at: 1, match: /^(?:512|768|1024)$/, cwe: 'CWE-326' }),
    misuse('weak_random', 'Int Intn Int31 Int31n Int63 Int63n Float64 Read Perm Uint32', {
      on: /^math\/rand/,
      context:
        /token|secret|passw|session|nonce|salt|otp|\bpin\b|csrf|key|verification|reset|captcha|code|uuid|auth|cookie|\bid\b/i,
      weight: 0.8,
    }),
    misuse('hardcoded_secret', 'NewCipher', {
      on: /crypto\/\w+|^(?:aes|des)(?:\s|$)/,
      match: /^.{8,}$/,
      literal: true,
      cwe: 'CWE-321',
    }),
    misuse('hardcoded_secret', 'New', { on: /hmac/, at: 1, match: /^.{4,}$/, literal: true, cwe: 'CWE-321' }),
    misuse('hardcoded_secret', 'SignedString', {
      match: /^.{4,}$/,
      literal: true,
      weight: 0.85,
      cwe: 'CWE-321',
    }),
    misuse('unsafe_permissions', 'WriteFile OpenFile Mkdir MkdirAll Chmod', {
      on: /\bos\b|ioutil/,
      at: 2,
      match: /^(?:511|438|0?o?777|0?o?666|os\.ModePerm)$/,
    }),
  ],
  parameter(fn, parameter) {
    if (parameter.type === 'http.Request') return { sym: '@req' };
    // The request message of a remote procedure.
    const before = fn.params[fn.params.indexOf(parameter) - 1];
    if (before?.type === 'context.Context' && fn.cls?.bases.some((base) => remote.test(base)))
      return { source: 'message' };
    return {};
  },
  hints:
    /\b(?:net\/http|gin-gonic|labstack\/echo|gofiber|gorilla|go-chi|os\/exec|database\/sql|gorm|sqlx|pgx|go-pg|uptrace|xorm|crypto\/(?:md5|sha1|des|rc4|tls|rsa)|math\/rand|html\/template|text\/template|InsecureSkipVerify|ldap|xpath|os\.Args|beego|iris|httprouter|mongo-driver|golang-jwt|dgrijalva|go-ldap|xmlquery|crypto\/(?:aes|cipher|hmac)|os\.(?:Open\w*|Create|WriteFile|ReadFile|Chmod|Mkdir\w*|Remove\w*)|archive\/(?:zip|tar)|fasthttp|websocket|go-restful|squirrel|gocql|gocb|bigquery|gdb|resty|afero|macaron|revel|multipart|plugin|goja|otto|gopher-lua|smtp|crypto\/ssh|context\.With(?:Cancel|Timeout|Deadline))\b|\b(?:u?int(?:8|16|32)|uint64|byte)\(\w|\n\s*for \{\n|<= ?len\(|\bmake\(\[\]\w+, ?\d+[,)]|\bvar \w+ \[\d/,
};
