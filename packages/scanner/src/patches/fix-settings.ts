import type { Edit } from './edit.ts';
import type { Fixer, FixSite } from './fixer.ts';
import { swap } from './swap.ts';

const servicePassword =
  /(\b([A-Z][A-Z0-9_]*(?:PASSWORD|PASS|SECRET))\s*(?::\s+|=))(?:"([^"$\n]*)"|'([^'$\n]*)'|([^\s"'$#]+))/;

/**
 * Uses an environment variable of the same name; without a value, the start fails with its name. Not if a client of
 * the service also has the password: it would be refused with another one.
 */
function fixServicePassword({ finding, code, start, text, index, files }: FixSite): Edit[] | undefined {
  const match = servicePassword.exec(code);
  if (!match) return undefined;
  const [whole, before, name] = match;
  const value = (match[3] ?? match[4] ?? match[5] ?? '').replace(/["']$/, '');
  const quoted = RegExp.escape(value);
  const client = new RegExp(`(?:pass|pwd|secret)[^\\n]{0,80}\\W${quoted}(?![\\w@])|:${quoted}@`, 'i');
  const from = start + match.index;
  const others = index.files.filter(
    (file) =>
      file.path !== finding.file && file.kind !== 'binary' && file.sizeBytes < 262_144 && !file.isVendored,
  );
  const isHeld = (other: string) => other.includes(value) && client.test(other);
  if (isHeld(text.slice(0, from)) || isHeld(text.slice(from + whole.length))) return undefined;
  if (others.some(({ path }) => isHeld(files.text(path) ?? ''))) return undefined;
  return [
    { file: finding.file, start: from, end: from + whole.length, replacement: `${before}\${${name}:?}` },
  ];
}

/** Fixes for settings of platforms and servers, each one word in one line. */
export const settingFixers: Readonly<Record<string, Fixer>> = {
  'compose/privileged': swap([/(privileged\s*:\s*)true/, '$1false']),
  'compose/weak-password': fixServicePassword,
  'compose/open-database': swap([/(-\s*["']?)(?:0\.0\.0\.0:)?(\d+:\d+)/, '$1127.0.0.1:$2']),
  'kubernetes/privileged': swap([/(privileged\s*:\s*)true/, '$1false']),
  'kubernetes/privilege-escalation': swap([/(allowPrivilegeEscalation\s*:\s*)true/, '$1false']),
  'terraform/public-database': swap([/(publicly_accessible\s*=\s*)true/, '$1false']),
  'terraform/unencrypted': swap([
    /((?:storage_encrypted|encrypted|\w+_encryption_enabled)\s*=\s*)false/,
    '$1true',
  ]),
  'terraform/public-storage': swap(
    [/(acl\s*=\s*)"[^"]*"/, '$1"private"'],
    [
      /((?:block_public_acls|block_public_policy|restrict_public_buckets|ignore_public_acls)\s*=\s*)false/,
      '$1true',
    ],
    [/(allow_nested_items_to_be_public\s*=\s*)true/, '$1false'],
  ),
  'terraform/metadata-v1': swap([/(http_tokens\s*=\s*)"optional"/, '$1"required"']),
  'ci/wide-permissions': swap([/(permissions\s*:\s*)write-all/, '$1read-all']),
  'terraform/plain-listener': swap([
    /((?:enable_https_traffic_only|https_traffic_only_enabled|https_only|require_ssl|ssl_enforcement_enabled)\s*=\s*)false/,
    '$1true',
  ]),
  'terraform/old-tls': swap(
    [/(min_tls_version\s*=\s*)"TLS1_[01]"/, '$1"TLS1_2"'],
    [/(minimum_tls_version\s*=\s*)"1\.[01]"/, '$1"1.2"'],
    [/(minimum_protocol_version\s*=\s*)"(?:SSLv3|TLSv1(?:\.1)?(?:_20\d\d)?)"/, '$1"TLSv1.2_2021"'],
    [
      /(ssl_policy\s*=\s*)"ELBSecurityPolicy-(?:2015-05|2016-08|TLS-1-[01]-[\d-]+)"/,
      '$1"ELBSecurityPolicy-TLS13-1-2-2021-06"',
    ],
  ),
  'access/directory-listing': swap([/^(\s*autoindex\s+)on(\s*;)/m, '$1off$2']),
  'access/developer-tool': swap([/(spring\.h2\.console\.enabled\s*=\s*)true/, '$1false']),
};
