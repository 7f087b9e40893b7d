import { clean, type LanguageModel, sink, source } from '../../../flow/language-model.ts';
import { commonCleans } from '../../shared/library/common-cleans.ts';
import * as libraries from './script-libraries.ts';
import { scriptMisuse } from './script-misuse.ts';
import { scriptParameter } from './script-parameters.ts';

const request = /^@req(?:\s|$)/;
const response = /@res\b|\bres\b|\bresponse\b|\breply\b/;
const database =
  /(?:^|[\s./@])(?:db|database|conn|connection|pool|client|pg|mysql\d?|mariadb|sqlite\d?|knex|sequelize|models?|prisma|sql|tx|trx|transaction|manager|entityManager|queryRunner|repository|dataSource|mssql|oracledb|better-sqlite3)\b|[dD]b\b|[cC]onnection\b|[pP]ool\b|createConnection|createPool|createQueryBuilder|getConnection|getRepository|Sequelize|PrismaClient|Database/;
const collection =
  /^(?!.*sequelize).*(?:collection\(|collection\b|col\b|models?\b|mongo|\bdb\b|dao|repository|schema)/i;
const documents =
  /^(?!.*(?:[qQ]ueryBuilder|knex|typeorm|sequelize)).*(?:collection\b|models?\b|mongo|schema)/i;
const fileSystem = /(?:^|[\s/.])(?:fs|fsp|fs-extra|graceful-fs|promises)\b|\bfs\.promises\b|fs\/promises/;
const shells = /child_process|\bcp\b|shelljs|execa|\bshell\b|zx\b|childProcess|promisify/;
const clients =
  /\b(?:axios|got|wreck|Wreck|request|superagent|needle|node-fetch|undici|https?|fetch|ky|bent|urllib|phin|httpService|HttpService)\b/;

const browserPages = /page|puppeteer|playwright|phantom|frame|Runtime/i;
const dynamo = /dynamo|documentClient|\bddb/i;

export const scriptModel: LanguageModel = {
  calls: [
    source('http_header', 'get header', request),
    source('http_header', 'get', /@req\.headers\b|\bheaders\(\)/),
    source('http_parameter', 'param query queries', request),
    source('body', 'json text parseBody formData arrayBuffer blob valid', request),
    source('cookie', 'cookie getCookie', request),
    source('http_parameter', 'get getAll', /[sS]earchParams|@req\.cookies|nextUrl/),
    source('cookie', 'get', /@ctx\.cookies|\bcookies\(\)/),
    source(
      'http_parameter',
      'readBody getQuery getRouterParam readRawBody readMultipartFormData getRouterParams readFormData',
      /^\S*\s*$/,
    ),
    source('http_header', 'getRequestHeader getHeader', /^@req(?:\s|$)|\bevent\b/),
    source('http_parameter', 'useParams', /react-router|next\/navigation|^\s*$/),
    source('argument', 'question prompt', /readline|inquirer|prompts|\brl\b/, 'local'),
    // Earlier input of users, read from the database.
    {
      ...source(
        'stored',
        'findMany findUnique findUniqueOrThrow findFirst findFirstOrThrow findByPk findById findAll findAndCountAll',
        /\w/,
      ),
      only: ['xss'],
    },
    {
      ...source(
        'stored',
        'find findOne',
        /(?:^|[\s./@])[A-Z]\w*\s*$|[mM]odel\b|[rR]epository\b|collection\(|Collection\b/,
      ),
      only: ['xss'],
    },
    { ...source('stored', 'query execute', database), only: ['xss'] },
    { ...source('stored', 'all get', /prepare\(/), only: ['xss'] },
    ...libraries.calls,
  ],
  reads: [
    source('body', 'body rawBody payload', request),
    source('http_parameter', 'query params search searchParams', request),
    source('http_parameter', 'query querystring search params', /^@ctx(?:\s|$)/),
    source(
      'http_header',
      'headers rawHeaders hostname host ip subdomains originalUrl url path baseUrl href originalURL',
      request,
    ),
    source('cookie', 'cookies signedCookies', request),
    source('body', 'files file', request),
    source('http_header', 'headers url href path hostname', /^@ctx(?:\s|$)/),
    source(
      'http_parameter',
      'queryStringParameters pathParameters multiValueQueryStringParameters',
      /@event\b/,
    ),
    source('body', 'body', /@event\b/),
    source('http_header', 'headers', /@event\b/),
    source('argument', 'argv argv0 stdin', /^process\b/, 'local'),
    source(
      'http_parameter',
      'hash search href referrer',
      /^(?:(?:window|self|top|parent)\.)?(?:location|document)(?![\w.(])|(?:document|window)\.location/,
    ),
    source('body', 'data', /^@message\b/),
    source('http_parameter', 'search hash', /\buseLocation\(\)/),
    source('http_parameter', 'query params hash fullPath asPath', /\b(?:useRoute|useRouter)\(\)/),
    source('http_parameter', 'query headers auth', /^@socket\.handshake/),
    source('archive_entry', 'path fileName name', /^@entry(?:\s|$)/),
    source('archive_entry', 'entryName'),
    ...libraries.reads,
  ],
  globals: new Map(),
  sinks: [
    sink('sql', 'query execute raw queryRaw', 0, database, 'text'),
    sink(
      'sql',
      'query execute run all get each exec prepare raw one oneOrNone many manyOrNone any none multi result map task',
      0,
      undefined,
      'sql',
    ),
    sink(
      'sql',
      '$queryRawUnsafe $executeRawUnsafe queryRawUnsafe executeRawUnsafe unsafe whereRaw orderByRaw havingRaw groupByRaw joinRaw selectRaw fromRaw literal',
      0,
    ),
    sink(
      'sql',
      'where andWhere orWhere having orderBy',
      0,
      /createQueryBuilder|[qQ]ueryBuilder|\bqb\b/,
      'text',
    ),
    sink(
      'nosql',
      'find findOne findOneAndUpdate findOneAndDelete findOneAndReplace updateOne updateMany deleteOne deleteMany countDocuments distinct findAndModify replaceOne exists',
      0,
      collection,
      'object',
    ),
    sink('nosql', 'remove update count', 0, /collection\(|collection\b|col\b|\bdb\.\w+|mongo/i, 'object'),
    sink('nosql', 'aggregate', 0, collection),
    sink('nosql', '$where', 0, collection, 'text'),
    sink('nosql', 'where', 0, documents, 'text'),
    sink('code', '$where', 0),
    sink('command', 'exec execSync', 0, shells),
    sink('command', 'spawn spawnSync execFile execFileSync fork execa', 0, shells, 'argv'),
    sink('command', 'execaCommand execaCommandSync $', 0, /execa|zx/),
    sink('code', 'eval Function execScript', '*'),
    sink('code', 'setTimeout setInterval', 0, /^(?:window|globalThis|global)?\s*\s*$/, 'text'),
    sink(
      'code',
      'runInContext runInNewContext runInThisContext compileFunction Script runScript',
      0,
      /\bvm2?\b|sandbox|context/i,
    ),
    sink('code', 'run', 0, /\bVM\b|NodeVM|vm2|safeEval|[sS]andbox/),
    sink('code', 'require', 0),
    sink(
      'code',
      'parse evaluate compile',
      0,
      /mathjs|expr-eval|safe-eval|notevil|static-eval|jsonpath|mathjs\.create/,
    ),
    sink('xss', 'send write end', 0, response, 'html'),
    sink('xss', 'html', 0, /@ctx|@res|\bc\b/),
    sink('xss', 'Response NextResponse', 0, undefined, 'markup'),
    sink('xss', 'write writeln', 0, /\bdocument\b/),
    sink('xss', 'insertAdjacentHTML', 1),
    sink('xss', 'html append prepend after before replaceWith', 0, /^\$|\$\(|jQuery|jquery|angular\.element/),
    sink('xss', '$ jQuery', 0, /^\s*$/, 'markup'),
    sink(
      'xss',
      'bypassSecurityTrustHtml bypassSecurityTrustScript bypassSecurityTrustUrl bypassSecurityTrustResourceUrl bypassSecurityTrustStyle SafeString',
    ),
    sink('xss', '<jsx:dangerouslySetInnerHTML>', 0),
    sink(
      'path',
      'readFile readFileSync writeFile writeFileSync appendFile appendFileSync createReadStream createWriteStream open openSync unlink unlinkSync rm rmSync rmdir rmdirSync readdir readdirSync mkdir mkdirSync stat statSync lstat access accessSync exists existsSync copyFile copyFileSync rename renameSync chmod outputFile readJson readJsonSync realpath realpathSync',
      [0],
      fileSystem,
    ),
    sink('path', 'rename renameSync copyFile copyFileSync copy move', 1, fileSystem),
    sink('path', 'sendFile sendfile download', 0, response),
    sink('path', 'mv', 0, /@req\.files|file/i),
    sink('path', 'send serveStatic', 1, /^(?:send|koa-send)/),
    sink('path', 'extractAllTo extractEntryTo', 0),
    sink('path', 'readFile readTextFile writeTextFile file', 0, /\b(?:Deno|Bun)\b/),
    sink('ssrf', 'get post put delete patch head request options stream', 0, clients),
    sink(
      'ssrf',
      'fetch $fetch nodeFetch node-fetch cross-fetch isomorphic-fetch',
      0,
      /^\s*\s*\s*$|fetch|undici|window|globalThis/,
    ),
    sink('ssrf', 'axios got request superagent needle bent ky phin request-promise', 0, /^\s*\s*\s*$/),
    // Headless browsers: the pages they load can reach everything that this machine reaches.
    sink('ssrf', 'goto openUrl navigate', 0, /page|puppeteer|playwright|phantom/i),
    sink('ssrf', 'setContent setDocumentContent printToPDF', 0, browserPages),
    sink('ssrf', 'property', 1, /phantom|page/i),
    sink(
      'code',
      'evaluate evaluateHandle evaluateOnNewDocument evaluateJavaScript addInitScript compileScript callFunctionOn',
      0,
      browserPages,
    ),
    sink('ssrf', 'wkhtmltopdf wkhtmltoimage', 0),
    sink('ssrf', 'generate', 0, /wkhtmlto/),
    // The whole request to the database, with its table and conditions.
    sink(
      'nosql',
      'query scan get put update delete batchGet batchWrite transactGet transactWrite',
      0,
      dynamo,
      'text',
    ),
    sink(
      'nosql',
      'QueryCommand ScanCommand GetCommand PutCommand UpdateCommand DeleteCommand BatchGetCommand BatchWriteCommand TransactWriteCommand',
      0,
      undefined,
      'text',
    ),
    sink('ssrf', 'connect createConnection', [0, 1], /\bnet\b|\btls\b/),
    sink(
      'redirect',
      'redirect',
      '*',
      /@res|@ctx|\bres\b|\bresponse\b|\breply\b|\bc\b|Response|next\/navigation|NextResponse/,
      'head',
    ),
    sink('redirect', 'redirect permanentRedirect sendRedirect', [0, 1], /next\/navigation|^\s*$|h3/, 'head'),
    sink('redirect', 'location', 0, response, 'head'),
    sink('redirect', 'assign replace', 0, /location\b/, 'head'),
    // A whole URL may be a `javascript:` URL.
    sink('xss', '<jsx:href> <jsx:xlinkHref> <jsx:formAction>', 0, undefined, 'head'),
    sink('redirect', 'open', 0, /\bwindow\b/, 'head'),
    sink('header', 'setHeader writeHead append set header', '*', response, 'text'),
    sink('xxe', 'parseXml parseXmlString parseXMLString', 0, /libxml/),
    sink('deserialization', 'unserialize deserialize', 0, /serialize|^\s*$|serialijse|funcster|cryo/),
    sink('deserialization', 'load loadAll', 0, /js-yaml|\byaml\b/i),
    sink(
      'template',
      'compile render renderString renderFile template',
      0,
      // Languages without expressions (Mustache, Liquid) only show their values.
      /\b(?:handlebars|Handlebars|ejs|pug|jade|nunjucks|lodash|_|swig|doT|dot|eta|art-template|Twig|twig)\b/,
    ),
    sink('template', 'render', 0, response),
    sink('ldap', 'search', 1, /ldap/i),
    sink('ldap', 'search', 0, /ldap/i),
    sink('xpath', 'select select1 evaluate parse', 0, /xpath/i, 'text'),
    sink('regex', 'RegExp', 0),
    sink('regex', 'match search', 0, /never/),
    sink(
      'prototype_pollution',
      'merge mergeWith defaultsDeep set setWith deepmerge',
      [1],
      /\b(?:lodash|_|merge|deepmerge|extend|jquery|\$|object-path|dot-prop|set-value)\b/,
    ),
    sink('log', 'log info warn error debug trace', '*', /\bconsole\b|[lL]ogger|\blog\b|winston|pino|bunyan/),
    ...libraries.sinks,
  ],
  writes: [
    sink('xss', 'innerHTML outerHTML srcdoc'),
    sink('xss', 'body', 0, /^(?:ctx|context|this)\.body|@ctx/, 'markup'),
    sink('redirect', 'href location', 0, /location/, 'head'),
    sink('redirect', 'location', 0, /window|document|^location|self|top/, 'head'),
    ...libraries.writes,
  ],
  cleans: [
    ...commonCleans,
    ...libraries.cleans,
    clean(
      ['xss'],
      'escapeHtml escapeHTML encodeHTML htmlEncode escapeHtmlEntities htmlspecialchars xss filterXSS he sanitizeHtml escape-html sanitize-html',
    ),
    clean(['xss'], 'sanitize $sanitize', /^\s*$|DOMPurify|purify|sanitizer|xss|Sanitiz/i),
    clean(['xss'], 'buildObject makeBadge'),
    clean(['xss'], 'escape encode', /validator|\bhe\b|entities|lodash|_|html/),
    clean(['xss', 'redirect', 'header', 'path', 'ssrf', 'log'], 'encodeURIComponent'),
    clean(['header', 'log', 'xss'], 'encodeURI escape'),
    clean(['path'], 'basename', /path/),
    clean(['path'], 'basename'),
    clean(['path', 'header', 'command'], 'sanitizeFilename sanitize-filename', undefined),
    clean(['sql'], 'format pg-format sqlstring', /pg-format|sqlstring|SqlString|mysql|^\s*$/),
    clean(['sql'], 'escape escapeId', /mysql|conn|pool|\bdb\b|SqlString|sequelize/),
    clean(['command'], 'quote', /shell-quote|shellQuote/),
    clean(['nosql', 'prototype_pollution'], 'String toString'),
    clean(['nosql'], 'sanitize', /mongo/),
    clean(['nosql'], 'ObjectId ObjectID'),
    clean(['ldap'], 'EqualityFilter SubstringFilter ApproximateFilter', undefined),
    clean(['regex'], 'escapeRegExp escapeStringRegexp escape-string-regexp escapeRegex'),
    clean(
      'all',
      'parseInt parseFloat Number Boolean isNaN digest compare compareSync hash hashSync verify sign',
      /.*/,
    ),
    clean('all', 'getTime toFixed floor round ceil'),
    clean(
      ['nosql', 'prototype_pollution'],
      'parse safeParse parseAsync validateSync',
      /[sS]chema|\bz\b|zod|joi|Joi|yup|superstruct|valibot/,
    ),
    clean(
      'all',
      'findOne find findAll findByPk findById findOrCreate create count findAndCountAll bulkCreate destroy aggregate',
      /.*/,
    ),
    clean('all', 'accepts is fresh', request),
  ],
  misuse: scriptMisuse,
  parameter: scriptParameter,
  hints:
    /\b(?:req|request)\.(?:body|query|params|headers|cookies|url|originalUrl|file|files|get|param|header|json|text|rawBody|ip|hostname|nextUrl|signedCookies|raw|formData)\b|\{[^{}]*\b(?:body|query|params|headers|cookies)\b[^{}]*\}\s*(?:=\s*|:\s*)(?:req|request|ctx)\b|\bctx\.(?:request|query|params|req|cookies|body|headers|redirect)\b|\bc\.req\b|\bevent\.(?:body|queryStringParameters|pathParameters|headers|node)\b|child_process|use server|\b(?:cookies|headers)\(\)|\bexports\.\w*[hH]andler\b|jsonwebtoken|\bjose\b|jwt-simple|secretOrKey|(?:client|consumer)Secret|puppeteer|playwright|phantom|\bentryName\b|\bgetEntries\b|\b(?:exec|spawn)(?:Sync|File|FileSync)?\s*\(|\beval\s*\(|new Function\b|innerHTML|outerHTML|document\.write|\blocation\.(?:hash|search|href)|createHash|createHmac|createCipher|\.query\s*\(|\.(?:raw|whereRaw|literal)\s*\(|\$where|sendFile|unserialize|dangerouslySetInnerHTML|ipcMain|eachMessage|\.consume\s*\(|bypassSecurityTrust|\buse(?:Location|Params|Router?|Search\w+)\(|new (?:Next)?Response\(|process\.argv|@(?:Body|Query|Param|Headers|Req)\(|Math\.random|runIn\w*Context|searchParams|rejectUnauthorized|NODE_TLS|readBody|getQuery\(|CryptoJS|\bmd5\s*\(|jwt\.decode|\.(?:sign|verify)\s*\(\s*[\w{]|asKey|\[\w+\]\s*\[\w+\]\s*=|res\.(?:redirect|send|cookie|render)\b|secret\s*:|\.(?:get|post|put|delete|patch|all|use|route)\s*\(\s*["'`][/*]|\.on\(\s*["']connection["']|createServer\s*\(|[pP]rocedure\b|\b(?:Query|Mutation)\s*:\s*\{|\.route\s*\(\s*[{[]|queryStringParameters|pathParameters|postMessage|@(?:Get|Post|Put|Patch|Delete)\(|switchTo(?:Http|Ws|Rpc)\b|GqlExecutionContext|\bwindow\.name\b|\blocation\b|document\.(?:URL|documentURI|baseURI)|insertAdjacentHTML|createContextualFragment|cross-spawn|execa|\bssh2\b|importScripts|\bJSZip\b|jszip|tar-stream|unzipper|yauzl|\.on\(\s*["']entry["']|\$(?:eval|compile|parse|interpolate|sce)\b|\.argv\b|setAttribute\(/,
};
