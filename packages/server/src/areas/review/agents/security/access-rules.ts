import { jsLanguages } from '../core/source-view.ts';
import type { TextRule } from '../core/text-rule.ts';
import { isSecurityUse } from './value-context.ts';

const js = [...jsLanguages];
const debugText = {
  impact: 'weakening',
  confidence: 0.7,
  source: 'code',
  cwe: ['CWE-489', 'CWE-215'],
  title: 'Debug mode',
  description: 'Error pages show code and settings, and some debuggers run code for whoever opens them.',
  recommendation: 'Take the switch from the environment, off by default.',
} as const;
const massText = {
  impact: 'disclosure',
  confidence: 0.6,
  source: 'code',
  cwe: ['CWE-915'],
  title: 'All fields of a request are written to a record',
  description: 'A request can set fields that no form offers, such as a role or an owner.',
  recommendation: 'Pick the fields that may be set, or validate against a schema that refuses others.',
} as const;
const modeText = {
  impact: 'weakening',
  confidence: 0.75,
  source: 'code',
  cwe: ['CWE-732', 'CWE-276'],
  title: 'File that everybody may write',
  description: 'Any account on the machine can change the file.',
  recommendation: 'Give rights to the owner alone (0600 for files, 0700 for folders).',
} as const;

/** Guards that are missing or switched off: debug modes, rights of files, uploads, details in answers. */
export const accessRules: readonly TextRule[] = [
  {
    ...debugText,
    id: 'access/debug-mode',
    languages: ['Python'],
    pattern:
      /\bapp\.run\s*\([^)]{0,300}\bdebug\s*=\s*True|\buse_debugger\s*=\s*True|\bapp\.debug\s*=\s*True|\b(?:app|config)[\w.]*\[["']DEBUG["']\]\s*=\s*True/g,
  },
  {
    ...debugText,
    id: 'access/debug-mode',
    languages: ['Python'],
    pattern: /^DEBUG\s*=\s*True/gm,
    refine: (_m, view) => /settings/.test(view.path) && !/dev|local|test/.test(view.path),
  },
  {
    ...debugText,
    id: 'access/debug-mode',
    languages: ['PHP'],
    pattern:
      /ini_set\s*\(\s*['"]display_errors['"]\s*,\s*['"]?(?:1|on|true)|(?<!\w)phpinfo\s*\(\s*\)|define\s*\(\s*['"]WP_DEBUG['"]\s*,\s*true/gi,
  },
  {
    ...debugText,
    id: 'access/open-hosts',
    title: 'Any Host header is accepted',
    impact: 'hygiene',
    cwe: ['CWE-644'],
    languages: ['Python'],
    pattern: /^ALLOWED_HOSTS\s*=\s*\[\s*["']\*["']/gm,
    description: 'Links in mails and redirects can be made to point to another host.',
    recommendation: 'List the host names of the service.',
  },
  {
    ...massText,
    id: 'access/mass-assignment',
    languages: js,
    pattern:
      /\b(?:[A-Z]\w*|\w*[mM]odel|\w*[rR]epo(?:sitory)?|this\.\w+)\.(?:create|insert|insertMany|update|updateOne|save|build|findByIdAndUpdate|findOneAndUpdate|upsert|bulkCreate)\s*\((?:[^()]{0,300},\s*)?(?:\{\s*\.\.\.)?\s*(?!res\b|response\b|document\b)[a-z_$]\w*(?:\.request)?\.body\s*[,})]|\bnew\s+[A-Z]\w*\s*\(\s*(?:req|request|ctx\.request)\.body\s*\)|Object\.assign\s*\(\s*\w+\s*,\s*(?:req|request)\.body\s*\)/g,
    over: 'code',
  },
  {
    ...massText,
    id: 'access/mass-assignment',
    languages: ['Python'],
    pattern:
      /\b[A-Z]\w*(?:\.objects\.(?:create|update))?\s*\(\s*\*\*\s*request\.(?:json|form|data|get_json\(\)|POST)|setattr\s*\([^)]{0,300}\)\s*(?=[^\n]{0,300}request)/g,
    over: 'code',
  },
  {
    ...massText,
    id: 'access/mass-assignment',
    languages: ['Ruby'],
    pattern:
      /\.permit!|\bparams\b[^\n]{0,80}\.to_unsafe_h\w*|\.(?:new|create!?|update!?|update_attributes)\s*\(?\s*params\s*(?:\[\s*:\w+\s*\])?\s*\)?\s*$/gm,
    over: 'code',
  },
  {
    ...massText,
    id: 'access/mass-assignment',
    languages: ['PHP'],
    pattern:
      /(?:::create|->update|->fill|->forceFill)\s*\(\s*\$request->all\(\)|(?<!\w)extract\s*\(\s*\$_(?:GET|POST|REQUEST|COOKIE)/g,
  },
  {
    ...modeText,
    id: 'access/open-permissions',
    languages: ['Python', 'Go', ...js, 'Ruby', 'PHP', 'C', 'C++', 'Java'],
    pattern:
      /\bchmod(?:Sync)?\s*\(\s*[^,()]{1,300},\s*(?:0o?)?(?:777|776|766|666|667|757|o?0777)\b|\b(?:MkdirAll|Mkdir|WriteFile|OpenFile)\s*\([^()\n]{0,300}0o?777\b|\bumask\s*\(\s*0+\s*\)|\bS_IRWXO\b|\bS_IWOTH\b|set(?:Writable|Readable|Executable)\s*\(\s*true\s*,\s*false|["']rwxrwxrwx["']/gi,
  },
  {
    id: 'access/unsafe-temporary-file',
    title: 'Temporary file with a name that others can take',
    languages: ['Python', 'C', 'C++', 'Perl'],
    source: 'code',
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-377', 'CWE-379'],
    over: 'code',
    pattern:
      /\btempfile\.mktemp\s*\(|\bos\.(?:tempnam|tmpnam)\s*\(|(?<![\w.])(?:mktemp|tmpnam|tempnam)\s*\(/g,
    description:
      'Between the choice of the name and the opening of the file somebody else can put a link there.',
    recommendation: 'Use mkstemp or NamedTemporaryFile, which open the file at once.',
  },
  {
    id: 'access/error-details',
    title: 'Error details in the answer',
    languages: ['Python'],
    source: 'code',
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-209'],
    pattern:
      /\breturn\s+(?:\w+\(\s*)?[^\n]{0,300}\btraceback\.format_exc\s*\(|except\s+\w*(?:Exception|Error)\s+as\s+(\w+)\s*:\s*\n\s*return\s+(?:jsonify\(|\{|f?["']|str\(|HttpResponse\(|make_response\()?[^\n]{0,300}\b\1\b/g,
    refine: (_match, view) => /flask|django|fastapi|bottle|tornado|aiohttp|request/i.test(view.text),
    description: 'Paths, queries and versions in the text help an attacker.',
    recommendation: 'Log the details and answer with a reference to the log.',
  },
  {
    id: 'access/error-details',
    title: 'Error details in the answer',
    languages: js,
    source: 'code',
    impact: 'weakening',
    confidence: 0.55,
    cwe: ['CWE-209'],
    over: 'code',
    pattern:
      /\bres(?:ponse)?\.(?:status\(\s*\d+\s*\)\.)?(?:send|json|end|write)\s*\(\s*(?:\{[^{}]{0,300}?\b(?:stack|trace)\s*:\s*)?\w*(?:err|error|e|ex)\.stack\b/g,
    description: 'Paths and versions in the text help an attacker.',
    recommendation: 'Log the details and answer with a reference to the log.',
  },
  {
    id: 'access/error-details',
    title: 'Error details in the answer',
    languages: ['Java'],
    source: 'code',
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-209'],
    over: 'code',
    pattern: /\b\w+\.printStackTrace\s*\(\s*(?:\w+\.getWriter\(\)|new\s+PrintWriter\s*\(\s*\w*resp\w*)/gi,
    description: 'Paths and versions in the text help an attacker.',
    recommendation: 'Log the details and answer with a reference to the log.',
  },
  {
    id: 'access/unchecked-upload',
    title: 'Uploaded file kept under its own name',
    languages: ['Python'],
    source: 'code',
    impact: 'disclosure',
    confidence: 0.6,
    cwe: ['CWE-434', 'CWE-22'],
    pattern:
      /\.save\s*\(\s*(?:os\.path\.join\s*\([^)]{0,300}\.filename|[^)\n]{0,300}\+\s*\w+\.filename|\w+\.filename)/g,
    refine: (match, view) =>
      !/secure_filename\s*\(|allowed_file|ALLOWED_EXTENSIONS|splitext/.test(bodyAt(view, match.index ?? 0)),
    description: 'The name decides where the file goes and what the server makes of it.',
    recommendation: 'Choose a name of your own, and check kind and size.',
  },
  {
    id: 'access/unchecked-upload',
    title: 'Uploaded file kept under its own name',
    languages: ['PHP'],
    source: 'code',
    impact: 'disclosure',
    confidence: 0.65,
    cwe: ['CWE-434'],
    pattern: /\bmove_uploaded_file\s*\(/g,
    refine: (match, view) =>
      !/pathinfo|in_array|finfo|getimagesize|exif_imagetype|mime_content_type|preg_match/.test(
        bodyAt(view, match.index ?? 0),
      ),
    description: "A file with a script's ending is run by the server when it is asked for.",
    recommendation:
      'Choose a name of your own with an ending from a fixed list, and keep uploads outside the served folder.',
  },
  {
    id: 'access/archive-extraction',
    title: 'Archive unpacked without a look at its paths',
    languages: ['Python'],
    source: 'code',
    impact: 'disclosure',
    confidence: 0.6,
    cwe: ['CWE-22'],
    over: 'code',
    pattern: /\b(\w+)\.extractall\s*\(([^)]{0,300})\)|\bshutil\.unpack_archive\s*\(/g,
    refine: (match, view) =>
      !/filter\s*=|members\s*=/.test(match[2] ?? '') && /tarfile|unpack_archive/.test(view.text),
    description: 'Members with `..` or links in a tar file are written outside the target folder.',
    recommendation: "Pass filter='data'.",
  },
  {
    id: 'access/timing-comparison',
    title: 'Secret compared in a time that depends on it',
    languages: ['Python', ...js, 'PHP', 'Ruby'],
    source: 'code',
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-208'],
    over: 'code',
    pattern:
      /\b\w{0,40}(?:signature|hmac|digest|api_?key|secret)\w{0,40}\s{0,20}(?:===?|!==?)\s{0,20}\w{0,40}(?:signature|hmac|digest|expected|computed|api_?key|secret)\w{0,40}\b(?!\s*\.)/gi,
    refine: (match, view) => /hmac|createHmac/i.test(view.text) && isSecurityUse(match.index ?? 0, view),
    description: 'The time of the comparison tells how much of a guess is right.',
    recommendation:
      'Use the constant-time comparison of the platform (timingSafeEqual, hmac.compare_digest, hash_equals).',
  },
  {
    id: 'access/root-privileges',
    title: 'Rights of root are taken',
    languages: ['Python', 'C', 'C++'],
    source: 'code',
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-250', 'CWE-269'],
    over: 'code',
    pattern: /\b(?:os\.)?set(?:e|re|res)?[ug]id\s*\(\s*0\b/g,
    description: 'What runs with them and is broken takes the machine.',
    recommendation: 'Drop rights before input is handled and never take them back.',
  },
  {
    id: 'access/bind-all',
    title: 'Listens on all addresses',
    languages: ['Python'],
    source: 'code',
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-605', 'CWE-200'],
    pattern: /\.bind\s*\(\s*\(\s*["'](?:0\.0\.0\.0)?["']\s*,/g,
    description: 'The service is reachable from every network that the machine is in.',
    recommendation: 'Bind to the address that is meant, by a setting.',
  },
  {
    id: 'access/validation-off',
    title: "The framework's checks of input switched off",
    languages: ['C#'],
    source: 'code',
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-79', 'CWE-20'],
    over: 'code',
    pattern:
      /\[ValidateInput\s*\(\s*false\s*\)\]|\bRequireHttpsMetadata\s*=\s*false|\bEnableViewStateMac\s*=\s*false/g,
    description: 'The check stands for a reason and nothing replaces it here.',
    recommendation: 'Leave it on.',
    refine: (match) =>
      match[0].startsWith('Require')
        ? { cwe: ['CWE-319'] }
        : match[0].startsWith('Enable')
          ? { cwe: ['CWE-642', 'CWE-353'] }
          : true,
  },
  {
    ...debugText,
    id: 'access/debug-mode',
    title: 'Error pages for developers',
    languages: ['C#'],
    cwe: ['CWE-489', 'CWE-209', 'CWE-215'],
    over: 'code',
    pattern: /\.Use(?:DeveloperExceptionPage|DatabaseErrorPage|MigrationsEndPoint)\s*\(/g,
    refine: (match, view) =>
      !/IsDevelopment\s*\(|IsEnvironment\s*\(|#if\s+DEBUG/.test(
        view.code.slice(Math.max(0, (match.index ?? 0) - 300), match.index),
      ),
  },
  {
    id: 'access/archive-extraction',
    title: 'Archive unpacked without a look at its paths',
    languages: ['Go', 'C#', 'Kotlin', 'Ruby', 'Rust'],
    pattern:
      /\b(?:filepath|path)\.Join\s*\([^()\n]{1,120},\s*\w+\.Name\s*\)|\bPath\.Combine\s*\([^()\n]{1,120},\s*\w+\.(?:FullName|Key)\s*\)|\bFile\s*\(\s*\w+,\s*(?:entry|ze|zipEntry|it)\.name\s*\)|\bFile\.join\s*\([^()\n]{1,120},\s*\w+\.(?:name|full_name)\s*\)/g,
    over: 'code',
    impact: 'disclosure',
    confidence: 0.7,
    source: 'code',
    cwe: ['CWE-22'],
    description: 'Members with `..` or links in an archive are written outside the target folder.',
    recommendation: 'Check each member against the target folder before it is written.',
    refine: (match, view) => {
      const around = view.functionAt(view.lineAt(match.index ?? 0));
      if (!around) return false;
      const body = view.withoutComments.slice(view.offsetOf(around.line), view.offsetOf(around.endLine + 1));
      return (
        /\bzip\.(?:OpenReader|NewReader|Reader)|\btar\.(?:NewReader|Reader)|\bZipArchive(?:Entry)?\b|\bZipFile\b|\bZipInputStream\b|\bTarReader\b|\bZip::|TarReader/.test(
          body,
        ) &&
        !/HasPrefix|IsLocal|"\.\."|'\.\.'|\bRel\(|securejoin|StartsWith|startsWith|start_with\?|starts_with|canonicalPath|expand_path/i.test(
          body,
        )
      );
    },
  },
  {
    id: 'access/no-nonce',
    title: 'Request that changes things is taken without a nonce',
    languages: ['PHP'],
    pattern:
      /\badd_action\s*\(\s*['"](?:wp_ajax_(?:nopriv_)?|admin_post_(?:nopriv_)?)[\w-]+['"]\s*,\s*(?:['"](\w+)['"]|(?:array\s*\(|\[)\s*[^,]{1,60},\s*['"](\w+)['"])/g,
    impact: 'weakening',
    confidence: 0.7,
    source: 'code',
    cwe: ['CWE-352', 'CWE-862'],
    description:
      'Another site can make the browser of a signed-in user send it, and no check of rights stands before it.',
    recommendation: 'Call check_ajax_referer or check_admin_referer first, and ask current_user_can.',
    refine: (match, view) => {
      const name = match[1] ?? match[2] ?? '';
      const start = view.code.search(new RegExp(`\\bfunction\\s+${name}\\s*\\(`));
      const around = start < 0 ? undefined : view.functionAt(view.lineAt(start));
      if (!around) return false;
      const body = view.code.slice(view.offsetOf(around.line), view.offsetOf(around.endLine + 1));
      const write =
        /\$wpdb\s*->\s*(?:query|insert|update|delete|replace)\s*\(|\b(?:update|add|delete)_(?:option|user_meta|post_meta|site_option|user)\s*\(|\bwp_(?:insert|update|delete|trash)_\w+\s*\(/.exec(
          body,
        );
      if (!write || /check_ajax_referer|check_admin_referer|wp_verify_nonce/.test(body)) return false;
      const line = view.lineAt(view.offsetOf(around.line) + write.index);
      return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
    },
  },
  {
    id: 'access/memory-unsafe-call',
    title: 'Call that writes without a bound',
    languages: ['C', 'C++'],
    source: 'code',
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-120', 'CWE-787'],
    over: 'code',
    pattern:
      /(?<![\w.>:])(gets|strcpy|strcat|sprintf|vsprintf|scanf|fscanf|sscanf|stpcpy)\s*\(([^;\n]{0,300})/g,
    refine: (match, view) => {
      if (match[1] === 'gets') return { impact: 'disclosure', confidence: 0.9, cwe: ['CWE-242', 'CWE-120'] };
      const original = view.withoutComments.slice(match.index ?? 0, (match.index ?? 0) + match[0].length);
      if (match[1]!.endsWith('scanf'))
        return /scanf\s*\(\s*(?:[\w.>-]{1,60}\s*,\s*)?"[^"]{0,300}%s/.test(original);
      // The length of the source was compared before.
      const from = /,\s*([\w.>[\]-]+)\s*\)/.exec(original)?.[1];
      if (
        from !== undefined &&
        new RegExp(
          `strlen\\s*\\(\\s*${from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*\\)\\s*(?:\\+\\s*\\d+\\s*)?[<>]`,
        ).test(view.code.slice(Math.max(0, (match.index ?? 0) - 400), match.index))
      )
        return false;
      if (match[1]!.includes('printf')) return /"[^"]{0,300}%s/.test(original) && sizedBefore(match, view);
      return /,\s*"(?:\\.|[^"\\]){0,300}"\s*\)/.test(original) ? false : sizedBefore(match, view);
    },
    description: 'A longer text than the target overwrites what stands behind it.',
    recommendation: 'Use the variant with a size (snprintf, strlcpy, fgets) and check the result.',
  },
];

/** Where the length was taken, or the target was made by it, the copy is somebody's thought and weighs little. */
function sizedBefore(
  match: RegExpMatchArray,
  view: Parameters<NonNullable<TextRule['refine']>>[1],
): true | { impact: 'hygiene'; confidence: number } {
  const offset = match.index ?? 0;
  const around = view.functionAt(view.lineAt(offset));
  const before = view.code.slice(around ? view.offsetOf(around.line) : Math.max(0, offset - 2_000), offset);
  const target = /^\s*(?:\([^()]{1,40}\)\s*)?([\w.>-]+)/.exec(match[2] ?? '')?.[1];
  const plain = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const isMade =
    target !== undefined &&
    new RegExp(
      String.raw`${plain(target)}\s*=\s*(?:\([^()]{1,60}\)\s*)?[\w.>-]*alloc\w*\s*\([^;]*(?:strlen|sizeof|len|size)`,
      'i',
    ).test(before);
  const isTold = (match[2] ?? '')
    .split(',')
    .slice(1)
    .some((part) => {
      const name = /([A-Za-z_][\w.>-]*)\s*\)*\s*$/.exec(part.split(')')[0] ?? '')?.[1];
      return name !== undefined && new RegExp(String.raw`strlen\s*\([^;)]*${plain(name)}\s*\)`).test(before);
    });
  return isMade || isTold ? { impact: 'hygiene', confidence: 0.4 } : true;
}

function bodyAt(view: Parameters<NonNullable<TextRule['refine']>>[1], offset: number): string {
  const around = view.functionAt(view.lineAt(offset));
  return around
    ? view.text.slice(view.offsetOf(around.line), view.offsetOf(around.endLine + 1))
    : view.text.slice(Math.max(0, offset - 1_500), offset + 500);
}
