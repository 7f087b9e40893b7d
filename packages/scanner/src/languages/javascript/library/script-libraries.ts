import {
  type CleanRule,
  clean,
  type SinkRule,
  type SourceRule,
  sink,
  source,
} from '../../../flow/language-model.ts';

const jquery = /^\$|\$\(|\bjQuery\b|\bjquery\b|\bcash(?:-dom)?\b|\bzepto\b/i;
const archives = /\b(?:zip|jszip|JSZip|unzip\w*|tar|yauzl|archive)\b/i;
const navigation = /\buse(?:Router|History)\(\)|createBrowserHistory\(\)|createHashHistory\(\)|withRouter/;

/** Sources and sinks of common packages, from their documentation: programs, files, addresses and pages. */
export const calls: readonly SourceRule[] = [
  // Command line arguments, from packages that parse them.
  source(
    'argument',
    'parse parseSync parse_args parse_known_args',
    /\b(?:yargs|optimist|argparse|ArgumentParser|dashdash)\b/,
    'local',
  ),
  source('argument', 'opts getOptionValue optsWithGlobals', /\bprogram\b|commander|Command\b/, 'local'),
  source(
    'argument',
    'command-line-args get-them-args meow arg minimist yargs-parser subarg',
    /^\s*$/,
    'local',
  ),
  // Guards and interceptors of NestJS get these from a context other than HTTP.
  source('message', 'getData', /switchToWs\(\)|switchToRpc\(\)/),
  source('http_parameter', 'getArgs', /GqlExecutionContext/),
  // The names of entries in an archive.
  { ...source('archive_entry', 'getEntries entries loadAsync', archives), only: ['path'] },
  // File names may contain markup.
  { ...source('stored', 'readdir readdirSync', /(?:^|[\s/.])(?:fs|fsp|fs-extra|promises)\b/), only: ['xss'] },
  // The content of the clipboard or of dropped text.
  { ...source('message', 'getData', /clipboardData|dataTransfer/), only: ['xss', 'code'] },
  { ...source('http_parameter', 'getSelection'), only: ['xss'] },
];

export const reads: readonly SourceRule[] = [
  source('http_parameter', 'name', /^window(?:\s|$)/),
  source('http_parameter', 'URL documentURI baseURI', /^(?:window\.)?document(?:\s|$)/),
  source('argument', 'argv', /\b(?:yargs|optimist)\b/, 'local'),
  source('archive_entry', 'linkname linkpath', /^@entry(?:\s|$)/),
  { ...source('archive_entry', 'path', /\bunzipper\b/), only: ['path'] },
  { ...source('archive_entry', 'files', /\b(?:jszip|JSZip)\b/), only: ['path'] },
  // Text from the author of an issue or a pull request.
  source('message', 'payload', /@actions\/github|\bgithub\.context\b/),
];

export const sinks: readonly SinkRule[] = [
  // The program's own function of that name, in a file that is not part of the application.
  sink('sql', 'sql', 0, undefined, 'sql'),
  // The toolkit of hapi.
  sink('xss', 'response', 0, /^\S*\s+\S*\s+\S*\s+h$|@hapi/, 'markup'),
  sink('command', 'cross-spawn cross-spawn-async foreground-child', 0, undefined, 'argv'),
  sink('command', 'sync spawn', 0, /\bcross-spawn\b|\bexeca\b/, 'argv'),
  sink('command', 'shell shellSync command commandSync stdout stderr', 0, /\bexeca\b/),
  sink('command', 'exec-async exec-sh', 0),
  sink('command', 'remote-exec', 1),
  sink(
    'command',
    'exec execCommand',
    0,
    /\bssh2?\b|ssh2-promise|node-ssh|NodeSSH|SSH2|simple-ssh|sudo-prompt/,
  ),
  sink('command', 'exec getExecOutput', 0, /@actions\/exec/),
  sink('command', 'exec', 1, /ssh2-streams|SSH2Stream/),
  sink('command', 'run runSync get', 0, /\bnode-cmd\b/),
  sink('command', 'Command run', 0, /\bDeno\b/, 'argv'),
  sink('command', 'spawn spawnSync', 0, /\bBun\b/, 'argv'),
  sink(
    'path',
    'ensureDir ensureDirSync ensureFile ensureFileSync emptyDir emptyDirSync remove removeSync pathExists pathExistsSync outputFileSync writeJson writeJsonSync writeJSON outputJson outputJsonSync readJSON opendir opendirSync truncate truncateSync utimes symlink symlinkSync link linkSync readlink readlinkSync chown chownSync mkdtemp mkdtempSync watch watchFile cp cpSync lstatSync chmodSync move moveSync copy copySync mkdirs mkdirsSync mkdirp statfs',
    0,
    /(?:^|[\s/.])(?:fs|fsp|fs-extra|graceful-fs|promises)\b|\bfs\.promises\b|fs\/promises/,
  ),
  sink(
    'path',
    'symlink symlinkSync link linkSync cp cpSync moveSync copySync',
    1,
    /(?:^|[\s/.])(?:fs|fsp|fs-extra|graceful-fs|promises)\b/,
  ),
  sink(
    'path',
    'mkdirp make-dir rimraf del trash rmfr write-file-atomic fs-write-stream-atomic load-json-file write-json-file recursive-readdir readdirp glob globby fast-glob tiny-glob',
    0,
  ),
  sink(
    'path',
    'sync native nativeSync manual manualSync mkdirpSync mkdirpNative mkdirpNativeSync mkdirpManual mkdirpManualSync',
    0,
    /\bmkdirp\b/,
  ),
  sink(
    'path',
    'sync rimraf rimrafSync native nativeSync manual manualSync windows windowsSync moveRemove',
    0,
    /\brimraf\b/,
  ),
  sink('path', 'makeDirectory makeDirectorySync', 0, /make-dir/),
  sink('path', 'sync stream globSync glob globStream', 0, /\b(?:glob|globby|fast-glob|tiny-glob)\b/),
  sink('path', 'readFile readFileSync writeFile writeFileSync sync', 0, /\b(?:jsonfile|write-file-atomic)\b/),
  sink('path', 'file directory', 0, /\barchiver\b/),
  sink('path', 'file', 0, /\bhapi\b|^@res\b|\bh\b/),
  sink('path', 'pdf screenshot', 0, /page/i),
  // A script loaded from such an address runs.
  sink('code', 'importScripts Worker SharedWorker', 0, undefined, 'head'),
  sink('code', 'getScript globalEval', 0, jquery),
  sink(
    'code',
    '$eval $evalAsync $apply $applyAsync $watch $watchCollection $watchGroup',
    0,
    /[sS]cope/,
    'text',
  ),
  sink('code', '$compile $parse $interpolate', 0),
  sink('code', '_compile', 0, /\b[mM]odule\b/),
  sink('xss', 'createContextualFragment', 0),
  sink('xss', 'parseHTML wrap wrapAll wrapInner', 0, jquery),
  sink('xss', 'appendTo prependTo insertBefore insertAfter replaceAll add', 0, jquery, 'markup'),
  sink('xss', 'html append prepend', 0, /\bcash(?:-dom)?\b|\bzepto\b|\bd3\b|\.(?:select|selectAll)\(/),
  // A text that begins with a tag creates elements; a selector begins with a fixed character.
  sink('xss', '$ jQuery jquery cash cash-dom', 0, /^\s*$/, 'head'),
  sink('xss', 'setAttribute attr prop', 1, undefined, 'head'),
  sink('xss', 'setAttributeNS', 2, undefined, 'head'),
  sink('xss', 'trustAsHtml trustAsUrl trustAsResourceUrl trustAsJs trustAsCss', 0, /\$sce\b|\bsce\b/),
  sink('xss', 'trustAs', 1, /\$sce\b|\bsce\b/),
  sink('redirect', 'push replace', 0, navigation, 'head'),
  sink(
    'redirect',
    'openExternal loadURL openURL',
    0,
    /\bshell\b|[wW]in(?:dow)?\b|Linking|webContents|[bB]rowserWindow/,
    'head',
  ),
  sink('ssrf', 'needle', 1, /^\s*$/),
  sink('ssrf', 'fromURL', 0, /JSDOM|jsdom/),
  sink('ssrf', 'curl request', 0, /\burllib\b/),
  sink('ssrf', 'WebSocket EventSource', 0, undefined, 'head'),
  sink('xxe', 'parseString push write parseChunk', 0, /libxml|Sax(?:Push)?Parser/),
  sink('xxe', 'loadXML', 0, /ActiveXObject/),
  sink(
    'nosql',
    'findOneAndRemove findByIdAndUpdate findByIdAndRemove findByIdAndDelete findOneAndReplace findOneAndUpdate',
    [0, 1],
    /collection\(|[cC]ollection\b|[mM]odels?\b|mongo|[sS]chema|^\s*\S*\s*\S*\s*\S*\s*[A-Z]\w*$/i,
    'object',
  ),
  sink('nosql', 'distinct', 1, /collection|[mM]odels?\b|mongo/i, 'object'),
  sink('nosql', 'and or nor', 0, /mongo|\.(?:find\w*|where)\(\)|Query/, 'object'),
  sink('nosql', 'graphql', [0, 1], undefined, 'built'),
  // A Cypher statement as text; values belong in its parameters.
  sink('nosql', 'run executeQuery', 0, /\bneo4j\b/, 'text'),
  sink('sql', 'batch', 0, /\bmssql\b|\.request\(\)$/, 'text'),
  sink('nosql', 'request rawRequest', [0, 1], /GraphQLClient|graphql-request/, 'built'),
  // PartiQL and the like: a statement among the options.
  sink(
    'nosql',
    'ExecuteStatementCommand BatchExecuteStatementCommand executeStatement batchExecuteStatement',
    0,
    undefined,
    'text',
  ),
  sink(
    'sql',
    'StartQueryExecutionCommand startQueryExecution CreateNamedQueryCommand SelectObjectContentCommand selectObjectContent ExecuteSqlCommand',
    0,
    undefined,
    'text',
  ),
  // `extend` of Lodash and Underscore only copies the first level.
  sink('prototype_pollution', 'extend', [1, 2], /\b(?:extend|jquery)\b|\$|^\s*$/),
  sink('sql', 'raw', 0, /\bobjection\b/),
  sink('ldap', 'parseFilter parseDN', 0, /ldap/i, 'text'),
  sink('deserialization', 'deepDeserialize deserialize', 0, /funcster|serialize-to-js|serialijse/),
  // Whoever chooses all variables of a template also chooses its layout, partials and settings.
  sink(
    'template',
    'render renderFile',
    1,
    /@res\b|\bres\b|\bresponse\b|\breply\b|\bejs\b|\bhbs\b|express-handlebars/,
    'whole',
  ),
];

const elements = /(?:createElement|getElementById|querySelector|getElementsBy\w+|createElementNS)\(\)/;

export const writes: readonly SinkRule[] = [
  // What an element loads, shows or sends to. A whole URL may be a `javascript:` URL.
  sink('xss', 'src href action formAction data', 0, elements, 'head'),
];

export const cleans: readonly CleanRule[] = [
  // Tags that turn interpolated values into parameters, or escape them.
  { ...clean(['sql'], 'sql SQL'), when: 'tag' },
  { ...clean(['xss'], 'html'), when: 'tag' },
  // Engines escape the values that they show.
  clean(['xss'], 'render renderFile', /\b(?:pug|jade|nunjucks|ejs|eta|liquid)\b/),
  clean(
    ['xss'],
    'escapeExpression htmlEscape htmlEncode escapeHtmlAttr escapeUTF8 escapeAttribute escapeText inHTMLData inDoubleQuotedAttr renderToString renderToStaticMarkup striptags',
  ),
];
