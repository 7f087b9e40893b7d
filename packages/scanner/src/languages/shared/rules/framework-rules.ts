import type { TextRule } from '../../../rules/text-rule.ts';

const cookie = {
  id: 'access/cookie-flags',
  title: 'Cookie without its flags',
  impact: 'weakening',
  confidence: 0.7,
  source: 'code',
  cwe: ['CWE-614', 'CWE-1004'],
  description: 'Without these flags the cookie travels over plain http and can be read by script.',
  recommendation: 'Set secure, httpOnly and sameSite.',
} as const;
const web = {
  impact: 'weakening',
  confidence: 0.7,
  source: 'code',
  languages: ['Kotlin', 'Java'],
  over: 'code',
} as const;

/** Switches of frameworks in Ruby, Rust, Kotlin and on Android that open what should be closed. */
export const frameworkRules: readonly TextRule[] = [
  {
    ...cookie,
    languages: ['Ruby'],
    pattern:
      /(?<![\w.])cookies(?:\.(?:permanent|signed|encrypted)){0,2}\[\s*:?["']?\w*(?:session|token|remember|auth|user|account|login)\w*["']?\s*\]\s*=(?!=)(?!\s*nil\b)/gi,
    refine: (match, view) => {
      const text = view.withoutComments.slice((match.index ?? 0) + match[0].length).slice(0, 400);
      const options = /^\s*(\{[^{}]*\})/.exec(text)?.[1];
      return (
        options === undefined ||
        !/\bsecure\b[^,}]*true/.test(options) ||
        !/\bhttp_?only\b[^,}]*true/.test(options)
      );
    },
  },
  {
    ...cookie,
    languages: ['Rust'],
    over: 'code',
    pattern:
      /\.(?:secure|http_only|set_secure|set_http_only|cookie_secure|cookie_http_only)\s*\(\s*false\s*\)/g,
    refine: (_match, view) => /[cC]ookie|[sS]ession/.test(view.code),
  },
  {
    ...cookie,
    languages: ['Kotlin'],
    over: 'code',
    pattern: /\bcookies\.append\s*\(\s*(?:Cookie\s*\()?/g,
    refine: (match, view) => {
      const text = view.withoutComments
        .slice(match.index ?? 0, (match.index ?? 0) + 300)
        .split(/\n\s*\n/)[0]!;
      return !/\bsecure\s*=\s*true/.test(text) && /session|token|auth|remember|user/i.test(text);
    },
  },
  {
    id: 'memory/unchecked-index',
    title: 'Element read without a look at the bounds',
    languages: ['Rust'],
    over: 'code',
    pattern: /\.get_unchecked(?:_mut)?\s*\(|\*\s*\w+\.(?:add|offset|sub)\s*\(/g,
    impact: 'hygiene',
    confidence: 0.5,
    source: 'code',
    cwe: ['CWE-119', 'CWE-125', 'CWE-787'],
    description: 'An index beyond the end reads or writes memory that belongs to something else.',
    recommendation: 'Use get, or show in a comment why the index is within bounds.',
    refine: (match, view) => {
      const offset = match.index ?? 0;
      const around = view.functionAt(view.lineAt(offset));
      const body = around ? view.text.slice(view.offsetOf(around.line), offset) : '';
      return !/SAFETY|assert|\.len\(\)|\bif\b[^\n]*</i.test(body);
    },
  },
  {
    ...cookie,
    languages: ['C#'],
    over: 'code',
    pattern: /\b(\w+)\s*=\s*new\s+(?:System\.Web\.)?HttpCookie\s*\(/g,
    confidence: 0.55,
    refine: (match, view) =>
      !new RegExp(`\\b${match[1]}\\s*\\.\\s*Secure\\s*=|\\bSecure\\s*=\\s*true|Expires`).test(view.code),
  },
  {
    id: 'access/error-details',
    title: 'Inner details are answered with an error',
    languages: ['C#', 'PHP', 'Ruby', 'Kotlin'],
    over: 'code',
    pattern:
      /\bResponse\.(?:Write|WriteAsync|Output\.Write)\s*\([^;\n]{0,120}\b(?:ex|e|err|exc|exception)\.(?:StackTrace|ToString\s*\(\s*\))|\breturn\s+(?:Content|StatusCode|BadRequest|Ok|Json|Problem|Results\.\w+)\s*\([^;\n]{0,120}\b(?:ex|e|err|exc|exception)\.(?:StackTrace|ToString\s*\(\s*\))|\b(?:echo|print|die|exit)\b[^;\n]{0,120}->getTraceAsString\s*\(|\brender\b[^\n]{0,120}\.backtrace\b|\bcall\.respond\w*\s*\([^\n]{0,120}\.stackTraceToString\s*\(/g,
    impact: 'hygiene',
    confidence: 0.75,
    source: 'code',
    cwe: ['CWE-209', 'CWE-497'],
    description: 'Stack traces tell versions, paths and queries to whoever causes an error.',
    recommendation: 'Log the details, and answer a number by which they are found.',
  },
  {
    id: 'injection/unsafe-deserialization',
    title: 'The text chooses which classes are built',
    languages: ['C#'],
    over: 'code',
    pattern: /\bnew\s+SimpleTypeResolver\s*\(/g,
    impact: 'disclosure',
    confidence: 0.85,
    source: 'code',
    cwe: ['CWE-502'],
    description: 'Building a class that somebody else names runs its code.',
    recommendation: 'Read a data format such as JSON into known types.',
  },
  {
    id: 'injection/xslt-script',
    title: 'Style sheets may run code',
    languages: ['C#'],
    over: 'code',
    pattern:
      /\bXsltSettings\.TrustedXslt\b|\bnew\s+XsltSettings\s*\(\s*\w+\s*,\s*true|\bEnableScript\s*=\s*true/g,
    impact: 'weakening',
    confidence: 0.8,
    source: 'code',
    cwe: ['CWE-91', 'CWE-94', 'CWE-611'],
    description: 'A style sheet with a script, or with document(), runs code and reads files of the server.',
    recommendation: 'Use XsltSettings.Default.',
  },
  {
    id: 'access/foreign-origin',
    title: 'Sockets are opened for pages of any site',
    languages: ['Go'],
    over: 'code',
    pattern: /\bCheckOrigin\s*[:=]\s*func\s*\([^)]{0,80}\)\s*bool\s*\{\s*return\s+true\s*;?\s*\}/g,
    impact: 'weakening',
    confidence: 0.8,
    source: 'code',
    cwe: ['CWE-1385', 'CWE-346'],
    description: 'Browsers send the cookies of a user along, so any page speaks in the name of its visitor.',
    recommendation: 'Compare the Origin with the hosts of this service.',
  },
  {
    id: 'memory/pointer-arithmetic',
    title: 'Place in memory that is computed',
    languages: ['Go'],
    over: 'code',
    pattern: /\bunsafe\.Pointer\s*\(\s*uintptr\s*\(/g,
    impact: 'hygiene',
    confidence: 0.5,
    source: 'code',
    cwe: ['CWE-119', 'CWE-242', 'CWE-125'],
    description: 'Nothing checks the bounds, and the collector may move what it points to.',
    recommendation: 'Index a slice, or use unsafe.Add and unsafe.Slice within its length.',
  },
  {
    id: 'crypto/fixed-nonce',
    title: 'Nonce that never changes',
    languages: ['Ruby', 'PHP'],
    pattern:
      /\b\w+\.iv\s*=\s*(?:["'][^"'\n]{4,64}["']|([A-Z]\w*)\s*$)|\bopenssl_encrypt\s*\((?:[^,()\n]{1,100},){4}\s*["'][^"'\n]{4,64}["']/gm,
    refine: ([, name], view) =>
      name === undefined ||
      new RegExp(String.raw`^\s*${name}\s*=\s*\(?\s*(?:["'][^"'\n]+["']|\[[^\]\n]+\]\.pack)`, 'm').test(
        view.withoutComments,
      ),
    impact: 'weakening',
    confidence: 0.8,
    source: 'code',
    cwe: ['CWE-329', 'CWE-1204'],
    description:
      'With the same nonce, equal texts give equal ciphertexts, and with some modes the key stream repeats.',
    recommendation: 'Draw the nonce anew for each message and send it along.',
  },
  {
    id: 'access/mass-assignment',
    title: 'All fields of a request are written to a record',
    languages: ['PHP'],
    over: 'code',
    pattern: /\bprotected\s+\$guarded\s*=\s*(?:\[\s*\]|array\s*\(\s*\))/g,
    impact: 'hygiene',
    confidence: 0.5,
    source: 'code',
    cwe: ['CWE-915'],
    description:
      'Where all of a request is given to create or update, it sets fields that no form offers, such as a role or an owner.',
    recommendation: 'List what may be set in $fillable, or give such calls what was validated alone.',
  },
  {
    id: 'access/mass-assignment',
    title: 'Fields that decide rights are taken from the request',
    languages: ['Ruby'],
    over: 'code',
    pattern: /\.permit\s*\([^)\n]{0,300}:(?:admin|is_admin|role|roles|role_id|superuser|permissions)\b/g,
    impact: 'weakening',
    confidence: 0.6,
    source: 'code',
    cwe: ['CWE-915', 'CWE-269'],
    description: 'Whoever sends the request gives himself the role.',
    recommendation: 'Set such fields in a place of their own, for those who may.',
    refine: (match, view) => !/admin/i.test(view.path) || /\bcurrent_user\b/.test(match[0]),
  },
  {
    id: 'access/variable-variables',
    title: 'The request names the variables that are set',
    languages: ['PHP'],
    over: 'code',
    pattern:
      /\bforeach\s*\(\s*\$_(?:GET|POST|REQUEST|COOKIE)\s+as\s+\$(\w+)\s*=>[^)]{1,60}\)\s*\{?\s*\$\$\1\s*=|\$\$_(?:GET|POST|REQUEST|COOKIE)\b/g,
    impact: 'disclosure',
    confidence: 0.85,
    source: 'code',
    cwe: ['CWE-621', 'CWE-914', 'CWE-473'],
    description: 'Any variable of the page, such as the user who is signed in, can be overwritten.',
    recommendation: 'Read the single values that are needed by their names.',
  },
  {
    id: 'access/session-fixation',
    title: 'The request chooses the session',
    languages: ['PHP'],
    pattern: /\bsession_id\s*\(\s*\$/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.55,
    source: 'code',
    cwe: ['CWE-384'],
    description: 'Whoever planted the id in the browser of another is signed in with that session later.',
    recommendation: 'Let PHP choose the id, and call session_regenerate_id at login.',
  },
  {
    id: 'access/line-anchors',
    title: 'Check of one line only',
    languages: ['Ruby'],
    pattern:
      /\bparams\b[^\n]{0,60}(?:=~|!~|\.match\??\s*\()\s*\/\^[^/\n]{1,200}\$\/|\/\^[^/\n]{1,200}\$\/[imx]*(?:\.match\??\s*\(|\s*=~\s*)[^\n]{0,40}\bparams\b|\bformat:?\s*(?:=>)?\s*\{[^}\n]{0,40}\bwith:\s*\/\^(?:\\.|[^/\n\\])+\$\/[ix]*\s*[,}]/g,
    impact: 'hygiene',
    confidence: 0.7,
    source: 'code',
    cwe: ['CWE-625', 'CWE-777', 'CWE-20'],
    description: 'Here ^ and $ stand for the ends of a line: a second line may hold anything.',
    recommendation: 'Use \\A and \\z.',
  },
  {
    ...web,
    id: 'access/web-view',
    title: 'Pages may read files of the device',
    pattern:
      /\b(?:allowUniversalAccessFromFileURLs|allowFileAccessFromFileURLs)\s*=\s*true|\.setAllow(?:UniversalAccess|FileAccess)FromFileURLs\s*\(\s*true/g,
    confidence: 0.85,
    cwe: ['CWE-200', 'CWE-749', 'CWE-79'],
    description: 'Script in a page that was opened from a file reads other files and sends them away.',
    recommendation: 'Leave it off, and serve own pages by WebViewAssetLoader.',
  },
  {
    ...web,
    id: 'access/web-view',
    title: 'Script in pages may call the application',
    pattern: /\.addJavascriptInterface\s*\(/g,
    confidence: 0.6,
    cwe: ['CWE-749', 'CWE-79'],
    description: 'Whatever page the view shows, foreign frames included, calls the methods of the object.',
    recommendation: 'Show own pages only in such a view, and check what the methods are given.',
  },
  {
    ...web,
    id: 'access/open-permissions',
    title: 'File that every application may read',
    pattern: /\bMODE_WORLD_(?:READABLE|WRITEABLE)\b/g,
    confidence: 0.9,
    cwe: ['CWE-732', 'CWE-276'],
    description: 'Any application on the device reads or changes it.',
    recommendation: 'Use MODE_PRIVATE, and share by a provider with permissions.',
  },
  {
    id: 'access/logged-secret',
    title: 'A secret is written to the log',
    languages: ['Kotlin', 'Go', 'C#', 'PHP', 'Ruby', 'Rust'],
    pattern:
      /\b(?:Log\.[dviwe]|Timber\.\w|(?:_?log(?:ger)?|slog|logrus|zap|Logger|Rails\.logger|Log)(?:\.|->|::)\w+|error_log|log::\w+!|(?:info|debug|warn|error|trace)!)\s*\(?[^\n;]{0,200}?(?:[+,.]\s*\$?|#?\{|\$\{?)(?:[\w.>$\]:["'(-]*?)\b(?:password|passwd|pwd|passphrase|credit_?card|cvv)\b["'\]]{0,2}(?!\s*[?=(]|_?(?:hash|length|reset|changed|id)\b)/gi,
    impact: 'hygiene',
    confidence: 0.6,
    source: 'code',
    cwe: ['CWE-532', 'CWE-312'],
    description: 'Logs are kept long and read by many, and the secret stands in them as it is.',
    recommendation: 'Leave it out of the log.',
  },
];

/** The same for connections and generators of random numbers. */
export const frameworkTransportRules: readonly TextRule[] = [
  {
    id: 'crypto/weak-random',
    title: 'Predictable random numbers',
    languages: ['Rust'],
    over: 'code',
    pattern: /\b(?:SmallRng|StdRng|ChaCha\d*Rng|Pcg\w+|XorShiftRng)::(?:seed_from_u64|from_seed)\s*\(/g,
    impact: 'weakening',
    confidence: 0.6,
    source: 'code',
    cwe: ['CWE-330', 'CWE-338', 'CWE-335'],
    description: 'Whoever knows or guesses the seed knows all numbers.',
    recommendation: 'Draw tokens and keys from OsRng.',
    refine: (match, view) => {
      const around = view.functionAt(view.lineAt(match.index ?? 0));
      const body = around
        ? view.code.slice(view.offsetOf(around.line), view.offsetOf(around.endLine + 1))
        : '';
      return /token|secret|passw|session|nonce|salt|otp|\bkey\b|reset/i.test(body);
    },
  },
  {
    id: 'transport/unchecked-certificate',
    title: 'Certificate check switched off',
    languages: ['Kotlin'],
    over: 'code',
    pattern:
      /\bfun\s+checkServerTrusted\s*\([^)]{0,300}\)\s*(?::\s*\w+\s*)?(?:\{\s*\}|=\s*Unit)|\bHostnameVerifier\s*\{\s*(?:[\w:,\s]{1,60}->)?\s*true\s*\}|\bhostnameVerifier\s*(?:\(\s*)?\{\s*(?:[\w:,\s]{1,60}->)?\s*true\s*\}/g,
    impact: 'disclosure',
    confidence: 0.85,
    source: 'code',
    cwe: ['CWE-295', 'CWE-297'],
    description:
      'The other side is not checked, so anybody between the two can read and change what is sent.',
    recommendation:
      'Leave the check on; add the authority of the other side to the trusted ones where it has its own.',
  },
  {
    ...web,
    id: 'transport/unchecked-certificate',
    title: 'Pages are loaded whatever their certificate says',
    pattern: /\bonReceivedSslError\s*\([^)]{0,300}\)[^{]{0,60}\{[^}]{0,300}?\.proceed\s*\(\s*\)/g,
    impact: 'disclosure',
    confidence: 0.85,
    cwe: ['CWE-295'],
    description: 'Anybody between the two can read and change what is shown.',
    recommendation: 'Call cancel().',
    refine: (match, view) => {
      const line = view.lineAt((match.index ?? 0) + match[0].length - 1);
      return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
    },
  },
];
