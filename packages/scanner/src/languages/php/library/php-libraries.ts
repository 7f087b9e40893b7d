import { type SinkRule, type SourceRule, sink, source } from '../../../flow/language-model.ts';

/** Sources and sinks of common PHP frameworks, from their documentation, in addition to the model; each by type. */
export const libraryCalls: readonly SourceRule[] = [
  source('http_parameter', 'get_query_var get_search_query', /^\s*\s*\s*$/),
  source('http_parameter', 'query post string str collect enum input only', /^\S*\s+\w*Request\s/),
  source('http_parameter', 'getQuery getQueryParam getBodyParam getBodyParams getRawBody', /[rR]equest/),
];

export const libraryReads: readonly SourceRule[] = [
  source('http_parameter', '[]', /^\S*\s+WP_REST_Request\s/),
];

const facades: readonly SinkRule[] = [
  sink('command', 'run start command pipe', 0, /\bProcess(?:\s|$)|\bProcess::/, 'text'),
  sink('template', 'render compileString', 0, /\bBlade\b/),
  sink(
    'path',
    'get put delete append prepend copy move exists sharedGet getRequire requireOnce deleteDirectory makeDirectory cleanDirectory files allFiles',
    0,
    /^\s*\S*\s*\S*\s*\S*\b(?:File|Filesystem)$/,
  ),
  sink('redirect', 'to away intended', 0, /\bRedirect\b/, 'head'),
  sink('code', 'evaluate compile', 0, /\bExpressionLanguage\b/),
  sink(
    'path',
    'copy dumpFile appendToFile remove mkdir rename symlink mirror touch readFile',
    '*',
    /\bFilesystem\b/,
  ),
  sink('path', 'in', 0, /\bFinder\b/),
  sink(
    'sql',
    'orderBy addOrderBy groupBy addGroupBy innerJoin leftJoin',
    '*',
    /\$?qb\b|[qQ]ueryBuilder/,
    'built',
  ),
  sink(
    'sql',
    'orWhereRaw orHavingRaw fromRaw scalar fromQuery',
    0,
    /\bDB\b|[qQ]uery|^\s*\S+\s+[A-Z]/,
    'text',
  ),
  sink('sql', 'andWhere orWhere orderBy', 0, /\bActiveQuery\b|::find\(\)/, 'built'),
  sink('xss', 'Markup HtmlString', 0),
  sink('xss', 'response', 0, /^\s*\s*\s*$/, 'html'),
];

const plugins: readonly SinkRule[] = [
  sink(
    'ssrf',
    'wp_remote_get wp_remote_post wp_remote_request wp_remote_head download_url',
    0,
    /^\s*\s*\s*$/,
  ),
  sink('deserialization', 'maybe_unserialize igbinary_unserialize msgpack_unpack', 0, /^\s*\s*\s*$/),
  sink('path', 'wp_delete_file unzip_file load_template wp_mkdir_p wp_upload_bits', 0, /^\s*\s*\s*$/),
  sink('path', 'get_contents put_contents delete', 0, /\bwp_filesystem\b/i),
];

export const librarySinks: readonly SinkRule[] = [
  ...facades,
  ...plugins,
  sink('xxe', 'XML open', 0, /\bXMLReader\b/),
  sink('code', 'dl', 0, /^\s*\s*\s*$/),
];
