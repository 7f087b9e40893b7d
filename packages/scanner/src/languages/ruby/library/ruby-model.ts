import { clean, type LanguageModel, misuse, sink, source } from '../../../flow/language-model.ts';
import type { FunctionIr } from '../../../ir/ir.ts';
import { commonCleans } from '../../shared/library/common-cleans.ts';
import { librarySinks } from './ruby-libraries.ts';

const record = /^\s*\S*\s+\S*\s*[A-Z]\w*$|model|scope/;

/** Parts of statements that ActiveRecord does not escape, from its guide. */
const recordParts = [
  sink(
    'sql',
    'find_or_initialize_by find_or_create_by find_or_create_by! create_or_find_by count_by_sql destroy_all annotate optimizer_hints in_order_of regroup touch_all update_counters',
    0,
    record,
    'text',
  ),
  sink('sql', 'select reselect order reorder group pluck joins from unscope', [1, 2, 3], record, 'text'),
  sink('sql', 'from', [0, 1], /\.\w+(?:\(\))?\s/, 'text'),
  sink('sql', 'reload lock! with_lock', ['lock']),
  sink('sql', 'SqlLiteral new', 0, /SqlLiteral/),
];

const archiveEntry = /\b(?:zip_?|tar_?)?entry\b|\bZip::|\bTarReader\b/i;

export const rubyModel: LanguageModel = {
  calls: [
    source('http_parameter', 'params', undefined),
    source('cookie', 'cookies', undefined),
    source('http_header', 'user_agent referer original_url fullpath remote_ip host', /request/),
    source('body', 'read raw_post body', /request/),
    source('http_header', 'headers query_string', /request$/),
    source('http_parameter', 'query_parameters request_parameters', /request$/),
    source('argument', 'gets readline', undefined, 'local'),
    { ...source('archive_entry', 'name full_name', archiveEntry, 'local'), only: ['path'] },
  ],
  reads: [
    { ...source('archive_entry', 'name full_name', archiveEntry, 'local'), only: ['path'] },
    source(
      'http_header',
      'headers env user_agent referer original_url fullpath path host url query_string',
      /request/,
    ),
    source('http_parameter', 'params query_parameters GET POST', /request/),
    source('body', 'body raw_post', /request/),
  ],
  globals: new Map([
    ['params', { kind: 'http_parameter' }],
    ['cookies', { kind: 'cookie' }],
    ['ARGV', { kind: 'argument', exposure: 'local' }],
  ]),
  sinks: [
    sink(
      'sql',
      'where find_by_sql order group having joins select from pluck exists? update_all delete_all delete_by destroy_by count sum average minimum maximum lock reorder rewhere reselect not',
      0,
      undefined,
      'sql',
    ),
    sink(
      'sql',
      'where find_by_sql order having joins update_all delete_all delete_by destroy_by find_by find_by! exists? pluck select reselect group from lock rewhere sum average minimum maximum',
      0,
      /^\s*\S*\s+\S*\s*[A-Z]\w*$|model|scope/,
      'text',
    ),
    // Named parts of the statement, as in Rails before relations; calculations still have them.
    sink(
      'sql',
      'find first last all count sum average minimum maximum calculate',
      ['conditions', 'order', 'group', 'having', 'joins', 'select', 'from', 'lock'],
      /^\s*\S*\s+\S*\s*[A-Z]\w*$|model|scope/,
      'text',
    ),
    sink('sql', 'calculate', 1, /^\s*\S*\s+\S*\s*[A-Z]\w*$|model|scope/, 'text'),
    // In a model's own methods, there is no receiver.
    sink('sql', 'where find_by_sql order having joins find_by exists?', 0, /^\s*$/, 'built'),
    // Relations returned by methods: `user.orders.where("…")`.
    sink(
      'sql',
      'where not having joins order reorder find_by_sql update_all delete_all from group pluck',
      0,
      /\.\w+(?:\(\))?\s/,
      'built',
    ),
    ...recordParts,
    sink(
      'sql',
      'execute execute_batch exec_query exec_update exec_insert exec_delete select_all select_one select_rows select_value select_values query exec async_exec exec_params async_exec_params get_first_row get_first_value prepare',
      0,
      /connection|conn|\bcon\b|\bdb\b|client|sqlite|mysql|pg/i,
    ),
    sink(
      'command',
      'system exec spawn popen popen2 popen2e popen3 capture2 capture3 capture2e',
      0,
      /^\s*\s*\s*$|Kernel|IO|Open3|Process/,
      'argv',
    ),
    // `Kernel#open` starts a program if the text begins with `|`.
    sink('command', 'open', 0, /^\s*\s*\s*$|Kernel|URI(?!\.)/, 'head'),
    sink('command', '<shell> ` `', '*', /^\s*\s*\s*$/, 'text'),
    sink(
      'code',
      'eval instance_eval class_eval module_eval public_send send __send__ try try! instance_variable_set const_get',
      0,
    ),
    sink('code', 'constantize safe_constantize', '@'),
    sink('code', 'compile new', 0, /InstructionSequence/),
    sink('code', 'method instance_method public_method', 0),
    sink('xss', 'raw html_safe', ['@', 0]),
    // The URL of a link may be code: `javascript:`.
    sink('xss', 'link_to button_to', 1, /^\s*$/, 'head'),
    sink('xss', 'render', ['html', 'inline', 'text'], undefined),
    sink('template', 'render', ['inline']),
    sink('template', 'new', 0, /ERB|Erubi|Haml|Slim|Liquid/),
    sink('template', 'ERB', 0),
    sink('template', 'erb haml slim liquid markdown', 0, /^\s*\s*\s*$/, 'text'),
    sink(
      'path',
      'read open write readlines binread binwrite delete unlink new foreach chdir chroot chmod lchmod chown lchown rename truncate symlink link readlink mkdir rmdir mkfifo sysopen entries children each_child glob',
      0,
      /\bFile\b|\bIO\b|Dir|FileUtils|Pathname|\bPStore\b/,
    ),
    sink('path', 'File', 0),
    sink('path', 'send_file', 0),
    sink('path', 'render', [0, 'template', 'partial', 'action', 'layout'], /^\s*$/, 'head'),
    sink('path', 'render', ['file'], /^\s*$/),
    sink('code', 'load require require_relative', 0, /^\s*\s*\s*$|Kernel/),
    sink('path', 'rm rm_rf cp mv mkdir_p', '*', /FileUtils/),
    sink(
      'ssrf',
      'get get_response post post_form put patch delete head open start request',
      0,
      /Net::HTTP|HTTParty|RestClient|Faraday|URI|Excon|HTTP\b|Typhoeus/,
    ),
    sink('ssrf', 'new open connect start', 0, /Net::(?:FTP|SFTP|SSH|Telnet|SMTP|IMAP|POP3)|\bTCPSocket\b/),
    sink('ssrf', 'FTP Net::FTP Net::Telnet TCPSocket', 0),
    sink('ssrf', 'Faraday', ['url', 0]),
    sink('ssrf', 'open', 0, /^\s*\s*\s*$|URI/),
    sink('ssrf', 'open read', '@', /URI\.parse|URI\(/),
    sink('redirect', 'redirect_to redirect', 0, undefined, 'head'),
    sink(
      'deserialization',
      'load restore unsafe_load unsafe_load_file object_load',
      0,
      /Marshal|YAML|Psych|\bOj\b|\bOx\b|\bCSV\b/,
    ),
    sink('xxe', 'parse XML Nokogiri::XML', 0, /Nokogiri|REXML|^\s*\s*\s*$/),
    sink(
      'xxe',
      'string file io document new parse from_xml from_trusted_xml',
      0,
      /LibXML|\bXML(?:::|\.)(?:Parser|Document|Reader|SaxParser)|\bHash$|XmlMini/,
    ),
    sink('xxe', 'Document Nokogiri::XML::Document REXML::Document', 0, /^\s*\s*\s*$|REXML/),
    sink(
      'sql',
      'find first last all count',
      ['conditions', 'order', 'group', 'having', 'joins', 'select', 'from'],
      /^\s*$|\.\w+(?:\(\))?\s/,
      'built',
    ),
    sink('regex', 'new', 0, /Regexp/),
    sink('regex', 'Regexp', 0),
    sink('ldap', 'construct', 0, /Filter/),
    sink('ldap', 'search', ['filter'], /ldap/i, 'built'),
    sink('xpath', 'xpath at_xpath', 0, undefined, 'built'),
    sink('sql', 'sql', 0, /\bArel\b/),
    sink('sql', 'lit', 0, /\bSequel\b/, 'built'),
    sink('sql', 'fetch run with_sql', 0, /\bDB\b|[dD]atabase/, 'sql'),
    sink('log', 'info warn error debug fatal unknown add log', '*', /logger/i),
    sink('format', 'printf sprintf format', 0, /^\s*\s*\s*$|Kernel|\$?std(?:out|err)|\bIO\b/),
    // A text that begins with `|` is a program.
    sink('command', 'read write binread binwrite foreach readlines', 0, /^\s*\S*\s*\S*\s*\S*\bIO$/, 'head'),
    sink('code', 'deserialize', 0, /\bSerializers\b/),
    sink('header', '<header>', 0),
    ...librarySinks,
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
    clean(['redirect'], 'url_from'),
    // A redirect to a record leads to its own page.
    clean(['redirect'], 'create create! build first_or_create find_or_create_by find_or_create_by!'),
    // Builders of elements escape what they are given.
    clean(['xss'], 'h1 h2 h3 h4 p span div li td content_tag', /\btag(?:\s|$)|helpers/),
    // A selection of parameters is only part of a URL.
    clean(['redirect'], 'permit slice', /params/),
    clean('all', 'encrypted signed', /cookies/),
    clean(['regex'], 'escape quote', /Regexp/),
  ],
  misuse: [
    misuse('weak_hash', 'hexdigest digest base64digest new', {
      on: /Digest(?:\.|::)?\.?(?:MD5|SHA1)|\bMD5\b|\bSHA1\b/,
    }),
    misuse('weak_hash', 'MD5 SHA1', { on: /Digest/ }),
    misuse('weak_cipher', 'new', { on: /Cipher/, match: /des|rc[24]|bf|ecb/i }),
    misuse('weak_cipher', 'Cipher', { match: /des|rc[24]|bf|ecb/i }),
    misuse(
      'weak_cipher',
      'DES RC2 RC4 OpenSSL::Cipher::DES OpenSSL::Cipher::RC2 OpenSSL::Cipher::RC4 OpenSSL.Cipher.DES OpenSSL.Cipher.RC2 OpenSSL.Cipher.RC4',
    ),
    ...[0, 1].map((at) =>
      misuse(
        'weak_cipher',
        'AES AES128 AES192 AES256 BF CAST5 IDEA OpenSSL::Cipher::AES OpenSSL::Cipher::AES128 OpenSSL::Cipher::AES192 OpenSSL::Cipher::AES256 OpenSSL::Cipher::BF OpenSSL::Cipher::CAST5 OpenSSL::Cipher::IDEA',
        { at, match: /^:?(?:\d+-)?ecb$/i },
      ),
    ),
    misuse('unsafe_permissions', 'chmod chmod_R lchmod', {
      on: /\bFile(?:Utils)?\b/,
      match: /^0?o?[0-7]{0,2}[2367]$|^(?:511|438|146|402)$|(?:^|,)(?:[ao]|u?g?o)[+=][rx]*w/,
    }),
    misuse('weak_random', 'rand srand', {
      context: /token|secret|passw|session|nonce|salt|otp|key|code|reset/i,
      weight: 0.7,
    }),
  ],
  parameter(fn, { name }) {
    // Functions behind a gateway have both as named parameters.
    if (name === 'event' && fn.params.some((other) => other.name === 'context')) return { source: 'message' };
    return isRouteBlock(fn) ? { source: 'http_parameter' } : {};
  },
  hints:
    /\b(?:params|cookies|request|ARGV|eval|system|exec|Marshal|YAML|Digest|OpenSSL|redirect_to|find_by_sql|where|execute|html_safe|raw|send_file|File|constantize|Nokogiri|Open3|popen|Net::HTTP|Net::FTP|TCPSocket|event|link_to|calculate|Oj|InstructionSequence)\b|`/,
};

/** Sinatra: `get '/:name' do |name|` passes the path parameters to the block. */
function isRouteBlock(fn: FunctionIr): boolean {
  return /(?:^|\n)\s*(?:get|post|put|delete|patch)\s*\(?\s*["'][^"'\n]*[:*][^"'\n]*["']\s*\)?\s*$/.test(
    fn.file.text.slice(Math.max(0, fn.pos - 160), fn.pos),
  );
}
