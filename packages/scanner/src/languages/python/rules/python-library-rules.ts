import { callText } from '../../../rules/call-text.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { isBuilt, lastAssigned } from './request-values.ts';

const languages = ['Python'];
const common = { languages, source: 'code', impact: 'weakening', confidence: 0.6 } as const;

/** Python libraries used without their protection. */
export const pythonLibraryRules: readonly TextRule[] = [
  {
    ...common,
    id: 'injection/trusted-markup',
    pattern: /\bformat_html\s*\(\s*(?=[rfRF]{0,2}["'])/g,
    cwe: ['CWE-79', 'CWE-116'],
    description:
      'format_html escapes its arguments, but not its first parameter; what was inserted into that is treated as safe.',
    recommendation: 'Leave placeholders in the text and pass the values as arguments.',
    refine: (match, view) => {
      const call = callText(view, match.index ?? 0);
      const first = call.split(/["']\s*,/)[0] ?? '';
      return isBuilt(first.length === call.length ? first : `${first}"`);
    },
  },
  {
    ...common,
    id: 'injection/autoescape-off',
    pattern: /["']autoescape["']\s*:\s*False\b/g,
    cwe: ['CWE-79', 'CWE-116'],
    description: 'Without autoescape, values are inserted into pages unchanged, including any scripts.',
    recommendation: 'Leave autoescape on and mark single values that are markup as safe.',
    refine: (_match, view) => /\bdjango\b|jinja/i.test(view.text),
  },
  {
    ...common,
    id: 'access/log-settings-by-socket',
    pattern: /\blogging\.config\.listen\s*\(|\bfrom\s+logging\.config\s+import\s[^\n]{0,80}\blisten\b/g,
    over: 'code',
    cwe: ['CWE-95', 'CWE-94', 'CWE-306'],
    description:
      'Parts of the data that is sent to the port are evaluated as code; any account on the machine can send.',
    recommendation: 'Read the settings from a file, or pass verify a function that checks a signature.',
    refine: (match, view) => {
      if (match[0].includes('logging.config.listen'))
        return !/\bverify\s*=/.test(callText(view, match.index ?? 0));
      const use = /(?<![\w.])listen\s*\(/.exec(view.code);
      if (use === null || /\bverify\s*=/.test(callText(view, use.index))) return false;
      const line = view.lineAt(use.index);
      return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
    },
  },
  {
    ...common,
    id: 'crypto/secret-as-salt',
    pattern: /\bHashids\s*\(/g,
    over: 'code',
    cwe: ['CWE-327', 'CWE-320'],
    description:
      'The salt can be computed from a few of the numbers, and sessions and tokens are signed with the same key.',
    recommendation: 'Give it a salt of its own.',
    refine: (match, view) => /\bSECRET_KEY\b|\bsecret_key\b/.test(callText(view, match.index ?? 0)),
  },
  {
    ...common,
    id: 'access/known-password',
    impact: 'hygiene',
    pattern:
      /\bdef\s+\w+\s*\([^)]{0,400}?(?<!\w)(?:\w*_)?(?:password|passwd|pwd|passphrase|secret_key|api_key)\s*(?::\s*[\w.[\]| ]{1,40})?=\s*["'](?![^"'\n]{0,2}["'])([^"'\n]{3,80})["']/g,
    cwe: ['CWE-798', 'CWE-259'],
    description: 'Anybody who reads the code knows it, and calls that omit it work.',
    recommendation: 'Default to None and refuse it.',
    refine: ([, secret = '']) => !/^(?:[A-Z_]{3,}|password|passwd|<.*>|\$\{.*|\w+_?field)$/.test(secret),
  },
  {
    ...common,
    id: 'access/secret-in-token',
    pattern: /\bjwt\.encode\s*\(/g,
    over: 'code',
    cwe: ['CWE-522', 'CWE-312', 'CWE-200'],
    description: 'The contents of a signed token are not encrypted: whoever holds it can read them.',
    recommendation: 'Put an identifier into the token and keep the secret on the server.',
    refine: (match, view) => {
      const at = match.index ?? 0;
      const call = callText(view, at).trim();
      const name = /^\w+(?=\s*,)/.exec(call)?.[0];
      const payload =
        name === undefined
          ? (call.split('}')[0] ?? '')
          : (lastAssigned(name, view.withoutComments.slice(0, at)) ?? '');
      return /["'](?:password|passwd|pwd|passphrase|secret|card_?number|cvv|ssn)["']\s*:/i.test(payload);
    },
  },
  {
    ...common,
    id: 'injection/unsafe-yaml',
    pattern: /\bYAML\s*\(\s*typ\s*=\s*\[?\s*["']unsafe["']/g,
    cwe: ['CWE-502', 'CWE-20'],
    description: 'This loader creates the objects that the document names, so a crafted document runs code.',
    recommendation: "Use YAML(typ='safe').",
  },
  {
    ...common,
    id: 'injection/pickle',
    pattern:
      /\btorch\.load\s*\(|\b(?:pd|pandas)\.read_pickle\s*\(|\bjoblib\.load\s*\(|\ballow_pickle\s*=\s*True\b/g,
    over: 'code',
    impact: 'hygiene',
    cwe: ['CWE-502'],
    description: 'Such files contain pickled objects: opening a file of somebody else runs its code.',
    recommendation: 'Use weights_only=True, safetensors or a data format.',
    refine: (match, view) => !/weights_only\s*=\s*True/.test(callText(view, match.index ?? 0)),
  },
  {
    ...common,
    id: 'access/cookie-flags',
    pattern: /\bAuthTkt(?:CookieHelper|AuthenticationPolicy)\s*\(/g,
    over: 'code',
    cwe: ['CWE-614', 'CWE-1004', 'CWE-1275', 'CWE-319'],
    description:
      'Without these flags the cookie is sent over plain http and with requests of other sites, and scripts can read it.',
    recommendation: "Pass secure=True, httponly=True and samesite='Lax'.",
    refine: (match, view) => {
      const call = callText(view, match.index ?? 0);
      const missing = [
        ...(/\bsecure\s*=(?!\s*False)/.test(call) ? [] : ['CWE-614', 'CWE-319']),
        ...(/\bhttp_?only\s*=(?!\s*False)/.test(call) ? [] : ['CWE-1004']),
        ...(/\bsamesite\s*=\s*None\b/.test(call) ? ['CWE-1275'] : []),
      ];
      return missing.length > 0 && !/\*\*/.test(call) && { cwe: missing };
    },
  },
  {
    ...common,
    id: 'access/csrf-off',
    pattern:
      /\b(?:require_csrf|check_origin)\s*=\s*False\b|\bxsrf_cookies["']?\s*[=:]\s*False\b|\bcsrf_exempt\s*\(\s*\w/g,
    cwe: ['CWE-352'],
    description: 'Another site can make the browsers of signed-in users send this request.',
    recommendation:
      'Leave the protection on, or accept only requests with a token that browsers do not add automatically.',
    refine: (_match, view) =>
      /\b(?:pyramid|view_config|set_default_csrf_options|tornado|django|csrf)\b/.test(view.text),
  },
  {
    ...common,
    id: 'transport/plain-protocol',
    pattern:
      /^[ \t]*from\s+(ftplib|telnetlib|poplib|imaplib)\s+import\s+[^\n]{0,80}\b(FTP|Telnet|POP3|IMAP4)\b/gm,
    over: 'code',
    cwe: ['CWE-319'],
    description: 'Names, passwords and contents can be read and changed in transit.',
    recommendation: 'Use the variant over TLS (FTP_TLS or SFTP, SSH, POP3_SSL, IMAP4_SSL).',
    refine: (match, view) => {
      const use = new RegExp(String.raw`(?<![\w.])${match[2]}\s*\(`).exec(view.code);
      if (use === null || /\bstarttls\s*\(|\bstls\s*\(/.test(view.code)) return false;
      const line = view.lineAt(use.index);
      return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
    },
  },
  {
    ...common,
    id: 'transport/plain-protocol',
    pattern: /\bCommunityData\s*\(|\bUsmUserData\s*\(/g,
    over: 'code',
    cwe: ['CWE-319', 'CWE-311'],
    description:
      'Names and values can be read in transit, and with versions 1 and 2 the community string as well.',
    recommendation: 'Use version 3 with authentication and privacy (authPriv).',
    refine: (match, view) =>
      match[0].startsWith('Community') || callText(view, match.index ?? 0).split(',').length < 3,
  },
  {
    ...common,
    id: 'injection/wildcard',
    impact: 'hygiene',
    pattern:
      /\b(?:system|popen\d?|Popen|call|run|check_call|check_output)\s*\(\s*["'][^"'\n]{0,80}\b(?:tar|chown|chmod|rsync)\b[^"'\n]{0,80}\s\*[^\n]{0,120}/g,
    cwe: ['CWE-155', 'CWE-88', 'CWE-78'],
    description:
      'The shell replaces * with the names of files; a file that is named like an option becomes one, and some options run programs.',
    recommendation: 'Write ./* or put -- before it.',
    refine: (match) =>
      !/\s--\s/.test(match[0]) && (/^(?:system|popen)/.test(match[0]) || /shell\s*=\s*True/.test(match[0])),
  },
  {
    ...common,
    id: 'access/bind-all',
    impact: 'hygiene',
    confidence: 0.45,
    pattern: /\bapp\.run\s*\([^)\n]{0,120}["']0\.0\.0\.0["']/g,
    cwe: ['CWE-605', 'CWE-668', 'CWE-200'],
    description:
      'The development server of the framework can be reached from every network that the machine is in.',
    recommendation: 'Run the application with a production server, and read the address from a setting.',
  },
  {
    ...common,
    id: 'access/open-cors',
    impact: 'disclosure',
    pattern: /\ballow_origins\s*=\s*([a-z_]\w*)\b(?=[^)]{0,300}allow_credentials\s*=\s*True)/gi,
    over: 'code',
    cwe: ['CWE-942', 'CWE-346'],
    description: 'Any site that a signed-in user visits can read what this service returns to that user.',
    recommendation: 'List the allowed sites.',
    refine: (match, view) =>
      /^\s*[[(]\s*["']\*["']/.test(
        lastAssigned(match[1] ?? '', view.withoutComments.slice(0, match.index)) ?? '',
      ),
  },
];
