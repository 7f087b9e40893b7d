import { auxiliaryPath } from '../read/files/aside-paths.ts';
import type { FindingDraft } from '../rules/finding-draft.ts';
import type { AgentInput } from '../types/agent.ts';
import { type ConfigRuleText, configDraft } from './config-finding.ts';

interface SettingRule extends Omit<ConfigRuleText, 'cwe'> {
  cwe: readonly string[];
  files: RegExp;
  /** Matched within one line. */
  pattern: RegExp;
}

const debug = {
  id: 'access/debug-mode',
  impact: 'weakening',
  confidence: 0.7,
  cwe: ['CWE-489', 'CWE-215', 'CWE-209'],
  description: 'Error pages show code, settings and queries to anybody who causes an error.',
  recommendation: 'Switch it off where users can reach the service.',
} as const;
const cookies = {
  id: 'access/cookie-flags',
  impact: 'weakening',
  confidence: 0.8,
  cwe: ['CWE-614', 'CWE-1004'],
  description: 'Without these flags the cookie is sent over plain http and scripts can read it.',
  recommendation: 'Set secure and httpOnly.',
} as const;
const inputChecks = {
  id: 'access/validation-off',
  impact: 'weakening',
  confidence: 0.75,
  cwe: ['CWE-20', 'CWE-79', 'CWE-554'],
  description: 'The check exists for a reason, and nothing replaces it here.',
  recommendation: 'Leave it on.',
} as const;
const listing = {
  id: 'access/directory-listing',
  impact: 'weakening',
  confidence: 0.8,
  cwe: ['CWE-548'],
  description: 'Visitors can list and fetch every file in them, including files that no page links to.',
  recommendation: 'Switch directory listing off.',
} as const;
const oldTls = {
  id: 'transport/old-tls',
  impact: 'weakening',
  confidence: 0.85,
  cwe: ['CWE-327', 'CWE-326'],
  description: 'This version of the protocol has known weaknesses.',
  recommendation: 'Allow TLS 1.2 and 1.3 only.',
} as const;

const aspSettings = /(?:^|\/)web(?:\.\w+)?\.config$/i;
const aspPages = /\.(?:aspx|ascx|master)$/i;
const springSettings = /(?:^|\/)(?:application|bootstrap)(?:-[\w-]+)?\.(?:properties|ya?ml)$/i;
const strutsSettings = /(?:^|\/)struts(?:[-\w]*)\.(?:xml|properties)$/i;
const phpSettings = /(?:^|\/)(?:php\.ini|\.user\.ini|\.htaccess|[\w.-]*\.ini)$/i;
const proxySettings =
  /(?:^|\/)(?:nginx[^/]*\.conf|[^/]*\.nginx(?:\.conf)?|[^/]*nginx[^/]*\/(?:[^/]+\/)*[^/]+\.conf|(?:sites-(?:available|enabled)|conf\.d)\/[^/]+|httpd[^/]*\.conf|apache2?[^/]*\.conf|\.htaccess)$/i;

/** Settings of frameworks and servers, one per line. Files for development and tests are left out. */
const rules: readonly SettingRule[] = [
  {
    ...debug,
    files: aspSettings,
    pattern:
      /<customErrors\b[^>]*\bmode\s*=\s*"Off"|<compilation\b[^>]*\bdebug\s*=\s*"true"|<trace\b[^>]*\benabled\s*=\s*"true"/i,
  },
  {
    ...cookies,
    files: aspSettings,
    pattern: /<(?:httpCookies|forms)\b[^>]*\b(?:requireSSL|httpOnlyCookies)\s*=\s*"false"/i,
  },
  {
    ...inputChecks,
    files: aspSettings,
    pattern:
      /\b(?:validateRequest|enableViewStateMac|enableEventValidation|enableHeaderChecking)\s*=\s*"false"/i,
  },
  {
    ...inputChecks,
    files: aspPages,
    pattern: /<%@\s*Page\b[^>]*\b(?:ValidateRequest|EnableEventValidation|EnableViewStateMac)\s*=\s*"false"/i,
  },
  {
    id: 'access/plain-password',
    files: aspSettings,
    pattern: /\bpasswordFormat\s*=\s*"Clear"/i,
    impact: 'disclosure',
    confidence: 0.9,
    cwe: ['CWE-256', 'CWE-522', 'CWE-798'],
    description: 'Anybody who can read the file can sign in as any of these users.',
    recommendation: 'Keep users in a store with salted password hashes.',
  },
  {
    ...debug,
    files: springSettings,
    pattern:
      /^\s*(?:server\.error\.)?include-(?:stacktrace|message)\s*[=:]\s*always|^\s*server\.error\.include-stacktrace\s*=\s*always|^\s*debug\s*[=:]\s*true\s*$/i,
  },
  {
    id: 'access/open-metrics',
    files: springSettings,
    pattern:
      /exposure\.include\s*=\s*\*|^\s*include\s*:\s*["']\*["']|^\s*management\.security\.enabled\s*=\s*false/i,
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-200', 'CWE-497', 'CWE-489'],
    description: 'Memory dumps, environment variables and log settings are served next to the application.',
    recommendation: 'Expose only the health endpoint, on a separate port.',
  },
  {
    id: 'access/developer-tool',
    files: springSettings,
    pattern: /^\s*spring\.h2\.console\.enabled\s*=\s*true/i,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-489', 'CWE-306'],
    description: 'The console runs any statement for anybody who reaches it, and some statements run code.',
    recommendation: 'Enable it only in a development profile.',
  },
  {
    ...cookies,
    files: springSettings,
    pattern: /^\s*server\.servlet\.session\.cookie\.(?:secure|http-only)\s*=\s*false/i,
  },
  {
    ...debug,
    files: strutsSettings,
    pattern: /\bstruts\.devMode["']?\s*(?:\s+value\s*=|=)\s*["']?true\b/i,
  },
  {
    id: 'injection/redirect',
    files: strutsSettings,
    // The fields of an action were set from the request, under the same name.
    pattern: /<result\b[^>]*\btype\s*=\s*["']redirect["'][^>]*>\s*[$%]\{\s*\w+\s*\}\s*<\/result>/i,
    impact: 'weakening',
    confidence: 0.65,
    cwe: ['CWE-601'],
    description: 'Whoever creates the link chooses where users who follow it end up.',
    recommendation: 'Redirect to actions by name, or choose from a list of addresses.',
  },
  {
    ...debug,
    files: phpSettings,
    pattern: /^\s*(?:php_flag\s+)?display_errors(?:\s*=\s*|\s+)(?:on|1|true|stdout)\b/i,
  },
  {
    id: 'access/remote-include',
    files: phpSettings,
    pattern: /^\s*(?:php_flag\s+)?allow_url_include(?:\s*=\s*|\s+)(?:on|1|true)\b/i,
    impact: 'weakening',
    confidence: 0.85,
    cwe: ['CWE-98', 'CWE-829'],
    description: 'Any include whose name comes from outside runs code from any server.',
    recommendation: 'Switch allow_url_include off.',
  },
  {
    ...cookies,
    files: phpSettings,
    pattern: /^\s*session\.cookie_(?:secure|httponly)\s*=\s*(?:off|0|false)\b/i,
  },
  {
    ...debug,
    files: /(?:^|\/)\.env(?:\.prod\w*)?$/i,
    pattern: /^\s*(?:APP_DEBUG|DEBUG|FLASK_DEBUG|DJANGO_DEBUG)\s*=\s*["']?(?:true|1)\b/i,
  },
  {
    ...debug,
    files: /(?:^|\/)config\/environments\/production\.rb$/,
    pattern: /^\s*config\.consider_all_requests_local\s*=\s*true/,
  },
  {
    id: 'transport/plain-protocol',
    files: /(?:^|\/)config\/environments\/production\.rb$/,
    pattern: /^\s*config\.force_ssl\s*=\s*false/,
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-319'],
    description: 'Sessions and passwords can be read and changed in transit.',
    recommendation: 'Set config.force_ssl = true.',
  },
  {
    ...listing,
    files: proxySettings,
    pattern: /^\s*autoindex\s+on\s*;|^\s*Options\s[^#\n]*(?<!-)\bIndexes\b/i,
  },
  {
    ...listing,
    files: /(?:^|\/)web\.xml$/i,
    pattern: /<param-name>\s*listings\s*<\/param-name>\s*<param-value>\s*true/i,
  },
  {
    ...oldTls,
    files: proxySettings,
    pattern:
      /^\s*(?:ssl_protocols|SSLProtocol)\s[^;#\n]*(?:SSLv[23]\b(?<!-SSLv[23])|(?<!-)\bTLSv1(?:\.1)?(?=[\s;]))/i,
  },
];

const developmentFile =
  /(?:^|[/._-])(?:dev|development|local|test|testing|debug|example|sample|template|dist)(?:[/._-]|$)/i;
const MAX_LENGTH = 262_144;

/** Insecure settings of frameworks and servers. */
export function applicationSettings(input: AgentInput): FindingDraft[] {
  const drafts: FindingDraft[] = [];
  for (const file of input.index.files) {
    if (
      file.isVendored ||
      file.sizeBytes > MAX_LENGTH ||
      developmentFile.test(file.path) ||
      auxiliaryPath.test(file.path)
    )
      continue;
    const own = rules.filter((rule) => rule.files.test(file.path));
    if (own.length === 0) continue;
    const lines = (input.files.text(file.path) ?? '').split('\n');
    for (const [at, line] of lines.entries()) {
      if (line.length > 1_000 || /^\s*(?:#|;|\/\/|<!--)/.test(line)) continue;
      for (const rule of own)
        if (rule.pattern.test(line))
          drafts.push(
            configDraft({ ...rule, cwe: [...rule.cwe] }, file.path, at + 1, line, line.trim().slice(0, 80)),
          );
    }
  }
  return drafts;
}
