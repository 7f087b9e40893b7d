import type { Machine } from '../../../flow/machine.ts';
import type { Value } from '../../../flow/value.ts';
import type { MisuseKind } from '../../../types/flow-findings.ts';

interface PropertyRule {
  name: RegExp;
  kind: MisuseKind;
  /** The constant or symbol that the property must not have. */
  match: RegExp;
  cwe?: string;
  weight?: number;
}

/** Settings that disable a protection, under the names that the languages' libraries use. */
const rules: readonly PropertyRule[] = [
  { name: /^rejectUnauthorized$/, kind: 'insecure_tls', match: /^(?:false|0)$/ },
  { name: /^InsecureSkipVerify$/, kind: 'insecure_tls', match: /^true$/ },
  { name: /^NODE_TLS_REJECT_UNAUTHORIZED$/, kind: 'insecure_tls', match: /^0$/ },
  { name: /^verify_mode$/, kind: 'insecure_tls', match: /CERT_NONE|VERIFY_NONE/ },
  {
    name: /^(?:check_hostname|verify_ssl|ssl_verify|verify_peer|verify_peer_name|CURLOPT_SSL_VERIFYPEER|CURLOPT_SSL_VERIFYHOST)$/,
    kind: 'insecure_tls',
    match: /^(?:false|0)$/i,
  },
  { name: /^MinVersion$/, kind: 'insecure_tls', match: /VersionSSL30|VersionTLS1[01]$/, cwe: 'CWE-327' },
  {
    name: /^(?:secret_key|SECRET_KEY|jwt_secret|JWT_SECRET|JWT_SECRET_KEY|secretOrKey|clientSecret|consumerSecret|cookieSecret|session_secret)$/,
    kind: 'hardcoded_secret',
    match: /^(?!.*(?:\$\{|<|change|env|your))(?=\S+$).{4,}$/i,
    weight: 0.7,
  },
  {
    name: /^(?:passwd|password|pwd|db_password|api_key|apikey|secret)$/i,
    kind: 'hardcoded_secret',
    match:
      /^(?!\s*$)(?!(?:default|guest|anonymous|unknown|none|null)$)(?!.*(?:\$\{|<|\{\{|env|your|example|placeholder|redact|filtered|masked|\*\*\*))(?![0-9a-f]{32,128}$)(?!(?:required|nullable|hashed|encrypted|string|sometimes|confirmed|present|filled|current_password)(?:$|\|))(?=\S+$)(?=.*\w).{4,}$/i,
    weight: 0.5,
  },
  { name: /^DEBUG$/, kind: 'debug_mode', match: /^true$/, weight: 0.4 },
  {
    name: /^(?:resolve_entities|noent|load_external_dtd|expandEntities)$/,
    kind: 'unsafe_xml',
    match: /^true$/,
  },
  { name: /^DtdProcessing$/, kind: 'unsafe_xml', match: /Parse$/ },
  { name: /^ProhibitDtd$/, kind: 'unsafe_xml', match: /^false$/ },
  { name: /^(?:verify_signature|verify_jwt)$/, kind: 'unverified_token', match: /^false$/ },
  {
    name: /^(?:ValidateIssuerSigningKey|ValidateLifetime|RequireSignedTokens)$/,
    kind: 'unverified_token',
    match: /^false$/,
    weight: 0.7,
  },
];

const phrases = /(?:^|\/)(?:locales?|i18n|lang|languages|translations?|phrases[\w-]*|messages)\//i;

/** A placeholder instead of a password (`LDAP`): capitals only. */
const mark = /^[A-Z][A-Z_]{2,11}$/;

/** A word for people to read, such as a label or a translation. */
function isLabel(text: string): boolean {
  return (
    (/^\p{Lu}?\p{Ll}+[:*….!?]?$/u.test(text) && (/^\p{Lu}/u.test(text) || /[^\x20-\x7e]/.test(text))) ||
    /[^\x20-\x7e]/.test(text)
  );
}

const byName = new Map<string, readonly PropertyRule[]>();
const MAX_NAMES = 5_000;

function rulesFor(name: string): readonly PropertyRule[] {
  let found = byName.get(name);
  if (found === undefined) {
    if (byName.size >= MAX_NAMES) byName.clear();
    found = rules.filter((rule) => rule.name.test(name));
    byName.set(name, found);
  }
  return found;
}

export function checkProperty(m: Machine, name: string, value: Value, pos: number, end: number): void {
  const text = value.k === undefined ? value.sym : String(value.k);
  if (text === null) return;
  // An empty range means a constructor that only stores its arguments: the source writes nothing here.
  if (pos === end) return;
  for (const rule of rulesFor(name)) {
    if (
      rule.kind === 'hardcoded_secret' &&
      (typeof value.k !== 'string' || m.model.hooks.plainSettings?.test(value.k))
    )
      continue;
    if (rule.kind === 'hardcoded_secret' && (isLabel(text) || mark.test(text) || phrases.test(m.file.path)))
      continue;
    if (!rule.match.test(text)) continue;
    m.reportMisuse(
      rule.kind,
      pos,
      end,
      name,
      rule.kind === 'hardcoded_secret' ? name : text.slice(0, 80),
      rule.weight ?? 0.9,
      rule.cwe,
    );
  }
}
