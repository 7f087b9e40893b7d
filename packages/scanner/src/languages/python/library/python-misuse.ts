import { type MisuseRule, misuse } from '../../../flow/language-model.ts';

/**
 * A file mode that lets everybody write, as a decimal number: the last two digits determine the last two bits. A
 * shared folder with the sticky bit (1777) protects its content.
 */
const writableByAll =
  /^(?!1023$|17407$)\d*(?:(?:^|[02468])[2367]|[13579][014589])$|^0o\d*[2367]$|S_IRWXO|S_IWOTH/;

/** An unencrypted address outside this machine and its network. */
const foreignPlain =
  /^(?:http|ftp):\/\/(?!localhost|127\.|0\.0\.0\.0|\[|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|[\w-]+(?:[:/]|$)|[\w.-]+\.(?:local|localhost|internal|test|svc|cluster|lan)\b)/i;

/** Python calls that their arguments make unsafe. */
export const pythonMisuse: readonly MisuseRule[] = [
  misuse('weak_hash', 'md5 sha1 md4', {
    on: /hashlib|^\s*$|Crypto|hashes/,
    unlessNamed: ['usedforsecurity'],
  }),
  misuse('weak_hash', 'new', {
    on: /hashlib|\bMD[245]|SHA1?\b|Crypto\.Hash/,
    match: /^(?:md[245]|sha-?1)$/i,
  }),
  misuse('weak_hash', 'new', { on: /hashlib/, option: 'name', match: /^(?:md[245]|sha-?1)$/i }),
  misuse('weak_hash', 'new', { on: /(?:Hash\.)?(?:MD[245]|SHA)(?:\s|$)/ }),
  misuse('weak_hash', 'MD5 SHA1', { on: /hashes/ }),
  misuse('weak_cipher', 'new', { on: /(?:Cipher\.)?\b(?:DES3?|ARC[24]|Blowfish|CAST|XOR)(?:\s|$)/ }),
  misuse('weak_cipher', 'new', { on: /\bAES\b/, at: 1, match: /MODE_ECB/ }),
  misuse('weak_cipher', 'ECB ARC4 Blowfish TripleDES IDEA SEED CAST5', { on: /modes|algorithms|^\s*$/ }),
  misuse('weak_cipher', 'generate generate_private_key', {
    on: /RSA|rsa|DSA|dsa/,
    at: 0,
    match: /^(?:512|768|1024)$/,
    cwe: 'CWE-326',
  }),
  misuse('weak_cipher', 'generate_private_key', {
    on: /rsa/,
    at: 1,
    match: /^(?:512|768|1024)$/,
    cwe: 'CWE-326',
  }),
  misuse('weak_cipher', 'generate', {
    on: /RSA|rsa|DSA|dsa/,
    option: 'bits',
    match: /^(?:512|768|1024)$/,
    cwe: 'CWE-326',
  }),
  misuse('weak_cipher', 'generate_private_key', {
    on: /rsa|dsa/,
    option: 'key_size',
    match: /^(?:512|768|1024)$/,
    cwe: 'CWE-326',
  }),
  misuse('weak_cipher', 'SECP192R1 SECP224R1 SECT163K1 SECT163R2 SECT233K1 SECT233R1', {
    on: /\bec\b/,
    cwe: 'CWE-326',
  }),
  misuse(
    'weak_random',
    'random randint randrange choice choices sample shuffle getrandbits uniform randbytes normalvariate gauss triangular betavariate expovariate',
    {
      on: /^random(?:\s|$)/,
      context:
        /token|secret|passw|session|nonce|salt|otp|\bpin\b|csrf|key|verification|reset|captcha|code|uuid|auth|cookie|\biv\b|id\b/i,
      weight: 0.8,
    },
  ),
  misuse(
    'weak_random',
    'random randint randrange choice choices sample getrandbits uniform randbytes normalvariate gauss triangular betavariate expovariate',
    { on: /^random(?:\s|$)/, weight: 0.4 },
  ),
  misuse('weak_random', 'seed', { on: /^random(?:\s|$)/, weight: 0.5 }),
  misuse('insecure_tls', 'get post put delete patch head request urlopen Session Client AsyncClient stream', {
    option: 'verify',
    match: /^false$/,
  }),
  misuse('insecure_tls', '_create_unverified_context _create_stdlib_context'),
  misuse('insecure_tls', 'SSLContext wrap_socket', {
    at: 0,
    match: /PROTOCOL_(?:SSLv2|SSLv3|SSLv23|TLSv1(?:_1)?)$/,
    cwe: 'CWE-327',
  }),
  misuse('insecure_tls', 'wrap_socket', {
    option: 'ssl_version',
    match: /PROTOCOL_(?:SSLv2|SSLv3|SSLv23|TLSv1(?:_1)?)$/,
    cwe: 'CWE-327',
  }),
  misuse('insecure_tls', 'set_missing_host_key_policy', { match: /AutoAddPolicy|WarningPolicy/ }),
  misuse('unverified_token', 'decode', { on: /jwt/, option: 'verify', match: /^false$/ }),
  misuse('unverified_token', 'decode process_jwt', {
    on: /jwt/,
    weight: 0.75,
    unlessNamed: ['key', 'algorithms', 'verify', 'options'],
    unlessArgs: 2,
  }),
  misuse('unsafe_permissions', 'chmod lchmod fchmod', { on: /\bos\b/, at: 1, match: writableByAll }),
  misuse('unsafe_permissions', 'chmod lchmod', { on: /Path/, at: 0, match: writableByAll }),
  misuse('insecure_tls', 'connection_from_url PoolManager ProxyManager HTTPSConnectionPool', {
    option: 'cert_reqs',
    match: /^(?:CERT_)?NONE$/,
  }),
  misuse('insecure_tls', 'Security', { option: 'require_encryption', match: /^false$/, cwe: 'CWE-319' }),
  misuse('plain_transport', 'get post put patch delete head options request stream Request', {
    on: /^(?!.*@req)(?:requests|httpx|aiohttp|urllib\d?|treq|scrapy)\b|(?:Session|ClientSession|AsyncClient|Client)\b/,
    match: foreignPlain,
    literal: true,
    weight: 0.5,
  }),
  misuse('plain_transport', 'request stream Request', {
    on: /^(?!.*@req)(?:requests|httpx|aiohttp|urllib\d?)\b|(?:Session|ClientSession|AsyncClient|Client)\b/,
    at: 1,
    match: foreignPlain,
    literal: true,
    weight: 0.5,
  }),
  misuse('plain_transport', 'urlopen urlretrieve', { match: foreignPlain, literal: true, weight: 0.5 }),
  misuse('plain_transport', 'open retrieve', {
    on: /URLopener|OpenerDirector|build_opener/,
    match: foreignPlain,
    literal: true,
    weight: 0.5,
  }),
  ...['aws_secret_access_key', 'aws_session_token', 'aws_access_key_id'].map((option) =>
    misuse('hardcoded_secret', 'client resource Session setup_default_session create_client', {
      option,
      match:
        option === 'aws_access_key_id'
          ? /^A[KS]IA\w{12}/
          : /^(?!(.)\1+$|.*(?:test|fake|dummy|mock|example))\S{30}/i,
      literal: true,
    }),
  ),
  misuse('hardcoded_secret', 'new', {
    on: /\b(?:AES|ChaCha20(?:_Poly1305)?|Salsa20|DES3?|Blowfish|ARC4)(?:\s|$)/,
    match: /^(?!\d+$)/,
    literal: true,
    cwe: 'CWE-321',
  }),
  misuse('unsafe_permissions', 'umask', { on: /\bos\b/, at: 0, match: /^0$/ }),
  misuse('unsafe_archive', 'extractall extract', {
    on: /tarfile|\btar\b|TarFile/,
    unlessNamed: ['filter', 'members'],
    weight: 0.6,
  }),
  misuse('insecure_tls', 'wrap_socket', {
    on: /^ssl(?:\s|$)/,
    weight: 0.6,
    cwe: 'CWE-327',
    unlessNamed: ['ssl_version'],
  }),
  misuse('weak_cipher', 'new', {
    on: /\bAES\b/,
    at: 2,
    match: /./,
    literal: true,
    cwe: 'CWE-329',
    weight: 0.7,
  }),
  misuse('weak_cipher', 'CBC CTR GCM', {
    on: /modes/,
    match: /./,
    literal: true,
    cwe: 'CWE-329',
    weight: 0.7,
  }),
  misuse('weak_hash', 'pbkdf2_hmac', { at: 2, match: /./, cwe: 'CWE-760', weight: 0.7 }),
  misuse('hardcoded_secret', 'encode', { on: /^jwt/, at: 1, match: /./, literal: true, weight: 0.7 }),
  misuse('unsafe_temp_file', 'mktemp tempnam tmpnam', { on: /tempfile|\bos\b/ }),
  misuse('debug_mode', 'run', { on: /app|Flask/, option: 'debug', match: /^true$/, weight: 0.8 }),
  misuse('unsafe_xml', 'XMLParser', { on: /etree|lxml/, option: 'resolve_entities', match: /^true$/ }),
];
