import { clean, type LanguageModel, misuse, sink, source } from '../../../flow/language-model.ts';
import { isScalar } from '../../../flow/scalar-types.ts';
import type { FunctionIr } from '../../../ir/ir.ts';
import { commonCleans } from '../../shared/library/common-cleans.ts';

export const rustModel: LanguageModel = {
  calls: [
    source('argument', 'args args_os', /\benv\b/, 'local'),
    source('environment', 'var var_os', /\benv\b/, 'local'),
    source('argument', 'read_line', /stdin/, 'local'),
    source('http_parameter', 'query_string match_info uri param query', /req/i),
    source('http_header', 'headers', /req/i),
    source('body', 'file_name text bytes', /field|multipart|part\b/i),
    source('archive_entry', 'name mangled_name', /by_index|by_name|ZipFile/),
  ],
  reads: [],
  globals: new Map(),
  sinks: [
    sink('command', 'new', 0, /Command/),
    sink(
      'command',
      'arg args',
      0,
      /\bCommand(?::|::new\(\s*")(?:\/\w+\/)*(?:(?:ba|da|z)?sh|cmd|powershell)(?:\.exe)?\b/,
    ),
    sink('sql', 'prepare query_row query_map execute_batch', 0, /\bself\b/, 'text'),
    sink('sql', 'push push_unseparated', 0, /\bQueryBuilder\b/),
    sink(
      'sql',
      'query_with query_as_with query_scalar_with raw_sql query_one query_opt query_raw query_typed simple_query query_drop query_first query_iter query_fold query_stream prep prepare_cached prepare_typed prepare_with_flags query_row_and_then execute_raw execute_unprepared from_string from_sql_and_values',
      '*',
      /sqlx|diesel|conn|\bdb\b|client|pool|\btx\b|Pool|Conn|Transaction|Client|Statement|sea_orm|^\s*\s*\s*$/,
      'text',
    ),
    sink(
      'sql',
      'query query_as execute query_scalar sql_query prepare fetch_one fetch_all query_row query_map batch_execute',
      '*',
      /sqlx|diesel|conn|\bdb\b|client|pool|\btx\b|Pool|Connection|Transaction|^\s*\s*\s*$/,
      'text',
    ),
    sink(
      'path',
      'open create create_new open_buffered create_buffered read read_to_string write remove_file remove_dir remove_dir_all copy rename create_dir create_dir_all read_dir read_link metadata symlink_metadata set_permissions hard_link soft_link symlink symlink_dir symlink_file',
      0,
      /\bFile\b|\bfs\b/,
    ),
    sink('path', 'copy rename hard_link symlink', 1, /\bfs\b/),
    sink('path', 'open open_async', 0, /NamedFile|OpenOptions/),
    sink('path', 'unpack unpack_in', 0, /\bEntry\b|\bentry\b/),
    sink('ssrf', 'get post put patch delete head', 0, /reqwest|[cC]lient|ureq|surf|isahc|awc|minreq/),
    sink('ssrf', 'request', [0, 1], /reqwest|[cC]lient|ureq/, 'text'),
    sink('ssrf', 'connect', 0, /\bTcpStream\b|\bUnixStream\b/),
    sink('ssrf', 'uri', 0, /\bRequest(?:::|\.)(?:builder|get|post)|\brequest::Builder\b/),
    sink('xss', 'Html RawHtml', 0),
    sink('xss', 'html', 0, /\breply\b/),
    sink('xss', 'body', 0, /HttpResponse|Response/, 'html'),
    sink('redirect', 'to temporary permanent', 0, /Redirect/, 'head'),
    sink('redirect', 'append_header insert_header', 0, undefined, 'entry'),
    sink('deserialization', 'deserialize', 0, /bincode/),
    // The `regex` crate needs linear time; this one backtracks.
    sink('regex', 'new', 0, /fancy_regex/),
    sink('log', 'info! warn! error! debug! trace!', '*'),
    sink('ldap', 'search', [0, 2], /[lL]dap/),
    sink('template', 'render_str', 0, /[tT]era/),
    sink('header', 'insert_header append_header header', 1, /Response/),
  ],
  writes: [],
  cleans: [
    ...commonCleans,
    clean('all', 'parse', /^(?!.*\bUr[li]\b)/),
    clean('all', 'len is_empty', undefined),
    clean(['path'], 'file_name enclosed_name', undefined),
    clean(['log', 'header'], 'escape_debug escape_default', undefined),
    clean(['xss'], 'encode_text escape_html encode_safe', undefined),
  ],
  misuse: [
    misuse('weak_hash', 'compute new digest', { on: /md5|Md5|Sha1|sha1/ }),
    misuse('weak_hash', 'md5 sha1', { on: /MessageDigest/ }),
    misuse('weak_cipher', 'des_cbc des_ecb des_ede3_cbc des_ede3 rc4 aes_128_ecb aes_256_ecb bf_cbc', {
      on: /\bCipher\b/,
    }),
    misuse('weak_cipher', 'new new_from_slice new_from_slices new_with_eff_key_len', {
      on: /\b(?:Des|TdesE(?:de|ee)[23]|Rc[24]|RC5_\w+|Blowfish|Cast5|Idea)\b|[eE]cb\b/,
    }),
    misuse('unsafe_permissions', 'from_mode mode set_mode', { match: /^(?:511|438|0?o?0?777|0?o?0?666)$/ }),
    misuse('unsafe_temp_file', 'create write', {
      on: /\bFile\b|\bfs\b/,
      match: /^\/(?:var\/)?tmp\/[^%*]+$/,
      literal: true,
      weight: 0.6,
    }),
    misuse('hardcoded_secret', 'from_secret', {
      match: /^.{4,}$/,
      literal: true,
      weight: 0.85,
      cwe: 'CWE-321',
    }),
    misuse('insecure_tls', 'danger_accept_invalid_certs danger_accept_invalid_hostnames', {
      match: /^true$/,
    }),
  ],
  parameter(fn, parameter) {
    if (parameter.annotations.some(({ name }) => /^(?:Query|Path|Json|Form|TypedHeader)$/.test(name)))
      return isScalar(parameter.type) ? {} : { source: 'http_parameter' };
    if (
      parameter.type !== null &&
      /^(?:Bytes|Multipart|TypedHeader|HeaderMap|RawQuery|CookieJar)$/.test(parameter.type)
    )
      return { source: 'http_parameter' };
    // Warp passes the path parameters that its filters extract.
    if (/^&?(?:String|(?:\w+::)*HashMap)/.test(parameter.type ?? '') && isWarpHandler(fn))
      return { source: 'http_parameter' };
    if (/^&?(?:String|Bytes)$/.test(parameter.type ?? '') && isRouted(fn)) return { source: 'body' };
    // Rocket declares path parameters and the body in the route's attribute.
    const route = fn.annotations.find(({ name }) => /^(?:get|post|put|patch|delete|head|route)$/.test(name));
    if (route !== undefined && new RegExp(`[<"]${parameter.name}(?:\\.\\.)?>`).test(route.args))
      return isScalar(parameter.type) ? {} : { source: 'http_parameter' };
    return {};
  },
  hints:
    /\b(?:Command|sqlx|diesel|rusqlite|reqwest|actix_web|axum|rocket|warp|std::env|md5|sha1|NamedFile|Redirect|danger_accept_invalid_certs|File|fs|des|ecb|rc4|rc2|blowfish|cast5|openssl|MessageDigest|jsonwebtoken|ureq|hyper|tide|poem|salvo|ldap3|tera)\b/,
};

function isWarpHandler(fn: FunctionIr): boolean {
  if (/->[^{;]*\b(?:Reply|Rejection)\b/.test(fn.file.text.slice(fn.pos, fn.pos + 300))) return true;
  // A closure at the end of a filter: `warp::path!("page" / String).map(|name: String| …)`.
  const before = fn.file.text.slice(Math.max(0, fn.pos - 400), fn.pos);
  if (/\bwarp::[^;]*\.(?:map|and_then|then)\(\s*(?:move\s*)?$/.test(before)) return true;
  return (
    fn.file.text.includes('warp::') &&
    new RegExp(String.raw`\.(?:and_then|map|then)\(\s*(?:\w+::)*${fn.name}\s*\)`).test(fn.file.text)
  );
}

/** `.route("/", post(name))`: the remaining part of a request is passed as text. */
function isRouted(fn: FunctionIr): boolean {
  return (
    /\b(?:axum|actix_web|poem|salvo)\b/.test(fn.file.text) &&
    new RegExp(
      String.raw`\b(?:get|post|put|patch|delete|any|on|to|handler)\(\s*(?:\w+::)*${fn.name}\s*\)`,
    ).test(fn.file.text)
  );
}
