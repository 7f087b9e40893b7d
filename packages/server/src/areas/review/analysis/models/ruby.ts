import { commonCleans } from './common.ts';
import { clean, type LanguageModel, misuse, sink, source } from './model.ts';

export const rubyModel: LanguageModel = {
  calls: [
    source('http_parameter', 'params', undefined),
    source('cookie', 'cookies', undefined),
    source('http_header', 'user_agent referer original_url fullpath remote_ip host', /request/),
    source('body', 'read raw_post body', /request/),
    source('argument', 'gets readline', undefined, 'local'),
  ],
  reads: [
    source(
      'http_header',
      'headers env user_agent referer original_url fullpath path host url query_string',
      /request/,
    ),
    source('http_parameter', 'params query_parameters GET POST', /request/),
    source('body', 'body raw_post', /request/),
  ],
  globals: {
    params: { kind: 'http_parameter' },
    cookies: { kind: 'cookie' },
    ARGV: { kind: 'argument', exposure: 'local' },
  },
  sinks: [
    sink(
      'sql',
      'where find_by_sql order group having joins select from pluck exists? update_all delete_all count sum lock reorder not',
      0,
      undefined,
      'sql',
    ),
    sink(
      'sql',
      'where find_by_sql order having joins update_all delete_all find_by find_by! exists? pluck',
      0,
      /^\s*\S*\s+\S*\s*[A-Z]\w*$|model|scope/,
      'text',
    ),
    // In a model's own methods the receiver is left out.
    sink('sql', 'where find_by_sql order having joins find_by exists?', 0, /^\s*$/, 'built'),
    sink(
      'sql',
      'execute exec_query select_all select_rows query exec async_exec prepare',
      0,
      /connection|conn|\bdb\b|client|sqlite|mysql|pg/i,
    ),
    sink(
      'command',
      'system exec spawn popen popen2 popen2e popen3 capture2 capture3 capture2e',
      0,
      /^\s*\s*\s*$|Kernel|IO|Open3|Process/,
      'argv',
    ),
    sink('command', '<shell> ` `', '*', /^\s*\s*\s*$/, 'text'),
    sink(
      'code',
      'eval instance_eval class_eval module_eval public_send send __send__ instance_variable_set const_get',
      0,
    ),
    sink('code', 'constantize safe_constantize', '@'),
    sink('xss', 'raw html_safe', ['@', 0]),
    sink('xss', 'render', ['html', 'inline'], undefined),
    sink('template', 'render', ['inline']),
    sink('template', 'new', 0, /ERB|Erubi|Haml|Slim|Liquid/),
    sink('template', 'ERB', 0),
    sink('template', 'erb haml slim liquid markdown', 0, /^\s*\s*\s*$/, 'text'),
    sink(
      'path',
      'read open write readlines binread delete unlink new foreach',
      0,
      /\bFile\b|\bIO\b|Dir|FileUtils|Pathname/,
    ),
    sink('path', 'File', 0),
    sink('path', 'send_file', 0),
    sink('path', 'render', [0, 'template', 'file', 'partial'], /^\s*$/, 'head'),
    sink('path', 'rm rm_rf cp mv mkdir_p', '*', /FileUtils/),
    sink(
      'ssrf',
      'get get_response post open parse start',
      0,
      /Net::HTTP|HTTParty|RestClient|Faraday|URI|Excon|HTTP\b|Typhoeus/,
    ),
    sink('ssrf', 'open', 0, /^\s*\s*\s*$|URI/),
    sink('redirect', 'redirect_to redirect', 0, undefined, 'head'),
    sink('deserialization', 'load restore unsafe_load', 0, /Marshal|YAML|Psych|Oj/),
    sink('xxe', 'parse XML', 0, /Nokogiri|REXML/),
    sink('regex', 'new', 0, /Regexp/),
    sink('log', 'info warn error debug', '*', /logger/),
    sink('header', '<header>', 0),
  ],
  writes: [],
  cleans: [
    ...commonCleans,
    clean('all', 'to_i to_f Integer Float to_sym? present? blank? nil? hexdigest digest', undefined),
    clean(['xss'], 'h html_escape escapeHTML escape_html sanitize strip_tags escape_once', undefined),
    clean(['command'], 'shellescape escape', /Shellwords|^\s/),
    clean(['sql'], 'quote sanitize_sql sanitize_sql_array sanitize_sql_like quote_column_name'),
    clean(['path'], 'basename', /File/),
    clean(['redirect', 'ssrf', 'xss'], 'encode_www_form_component escape url_for', /URI|CGI|ERB|^\s/),
    clean(['regex'], 'escape quote', /Regexp/),
  ],
  misuse: [
    misuse('weak_hash', 'hexdigest digest base64digest new', {
      on: /Digest(?:\.|::)?\.?(?:MD5|SHA1)|\bMD5\b|\bSHA1\b/,
    }),
    misuse('weak_hash', 'MD5 SHA1', { on: /Digest/ }),
    misuse('weak_cipher', 'new', { on: /Cipher/, match: /des|rc[24]|bf|ecb/i }),
    misuse('weak_cipher', 'Cipher', { match: /des|rc[24]|bf|ecb/i }),
    misuse('weak_random', 'rand srand', {
      context: /token|secret|passw|session|nonce|salt|otp|key|code|reset/i,
      weight: 0.7,
    }),
  ],
  parameter: () => ({}),
  hints:
    /\b(?:params|cookies|request|ARGV|eval|system|exec|Marshal|YAML|Digest|OpenSSL|redirect_to|find_by_sql|where|execute|html_safe|raw|send_file|File|constantize|Nokogiri|Open3|popen|Net::HTTP)\b|`/,
};
