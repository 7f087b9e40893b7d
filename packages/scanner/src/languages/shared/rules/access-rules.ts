import type { FindingDraft } from '../../../rules/finding-draft.ts';
import { jsLanguages, type SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
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
/** Guards that are missing or switched off: debug modes, mass assignment, details in answers. */
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
      /\b(?:[A-Z]\w*|\w*[mM]odel|\w*[rR]epo(?:sitory)?|this\.\w+)\.(?:create|insert|insertMany|update|updateOne|save|build|findByIdAndUpdate|findOneAndUpdate|upsert|bulkCreate)\s*\((?:[^()]{0,300},\s*)?(?:\{\s*\.\.\.)?\s*(?!res\b|response\b|document\b)[a-z_$]\w*(?:\.request)?\.body\s*[,})]|\bnew\s+[A-Z]\w*\s*\(\s*(?:req|request|ctx\.request)\.body\s*\)|Object\.assign\s*\(\s*\w+\s*,\s*(?:req|request)\.body\s*\)|\bawait\s+(?!(?:axios|https?|client|api|cache|redis|hmac|hash|\w*[sS]ervice|\w*[cC]lient)\.)[a-z]\w*\.(?:update|set|patch|merge|updateAttributes)\s*\(\s*(?:req|request|ctx\.request)\.body\s*\)|\b(?:user|account|profile|member|customer|doc|document|record|entity)\.(?:set|assign|overwrite|merge)\s*\(\s*(?:req|request|ctx\.request)\.body\s*\)/g,
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
    languages: ['Python'],
    pattern:
      /\bfor\s+(\w+)\s*,\s*(\w+)\s+in\s+[\w.]*\b(?:request|data|payload|body|form|json)\b[\w.()]*\.items\s*\(\s*\)\s*:\s*\n\s*setattr\s*\(\s*\w[\w.]*\s*,\s*\1\s*,\s*\2\s*\)/g,
    over: 'code',
    // A schema has named the fields already.
    refine: (match, view) =>
      !/model_dump|\.dict\s*\(|validated_data|cleaned_data|exclude_unset|schema\.load/.test(
        view.code.slice(Math.max(0, (match.index ?? 0) - 300), (match.index ?? 0) + match[0].length),
      ) && /request|Request/.test(view.code)
        ? lastLine(match, view)
        : false,
  },
  {
    ...massText,
    id: 'access/mass-assignment',
    languages: ['Ruby'],
    pattern:
      /\.permit!|\bparams\b[^\n]{0,80}\.to_unsafe_h\w*|(\w+)\.(?:new|create!?|update!?|update_attributes)\s*\(?\s*params\s*(?:\[\s*:(\w+)\s*\])?\s*\)?\s*$/gm,
    over: 'code',
    // A record is made of the part that is named after it; other parts are single values.
    refine: (match, view) => {
      // The fields were picked before all that is left was let through.
      if (match[0] === '.permit!' && /\.(?:slice|only)\s*\([^\n]{1,120}\)$/.test(lineBefore(match, view)))
        return false;
      const [, owner, part] = match;
      if (owner === undefined || part === undefined || !/^[A-Z]/.test(owner)) return true;
      return part.replaceAll('_', '') === owner.toLowerCase();
    },
  },
  {
    ...massText,
    id: 'access/mass-assignment',
    languages: ['PHP'],
    pattern:
      /(?:::create|->update|->fill|->forceFill)\s*\(\s*\$request->all\(\)|(?<!\w)extract\s*\(\s*\$_(?:GET|POST|REQUEST|COOKIE)/g,
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
    id: 'access/error-details',
    title: 'Error details in the answer',
    languages: ['C#'],
    source: 'code',
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-209'],
    over: 'code',
    pattern:
      /\b(?:Response\.WriteAsync|WriteAsJsonAsync|Problem|StatusCode|BadRequest|Content)\s*\([^;\n]{0,80}?\b(?:ex|e|err|error|exception)\??\s*\.\s*(?:StackTrace\b|ToString\s*\(\s*\))/g,
    description: 'Paths, queries and versions in the text help an attacker.',
    recommendation: 'Log the details and answer with a reference to the log.',
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
];

function lineBefore(match: RegExpMatchArray, view: SourceView): string {
  const at = match.index ?? 0;
  return view.code.slice(view.offsetOf(view.lineAt(at)), at);
}

/** A finding at the last line of what matched. */
function lastLine(match: RegExpMatchArray, view: SourceView): Partial<FindingDraft> {
  const line = view.lineAt((match.index ?? 0) + match[0].length - 1);
  return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
}
