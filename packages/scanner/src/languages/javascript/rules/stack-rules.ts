import { callText } from '../../../rules/call-text.ts';
import { jsLanguages, type SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const languages = [...jsLanguages];

/** AWS CDK has to be imported: otherwise `new Queue(` may be anything. */
const needs = /aws-cdk/;

/** Insecure settings in infrastructure written in TypeScript: storage, queues and builds in the cloud. */
export const stackRules: readonly TextRule[] = [
  {
    id: 'access/public-store',
    languages,
    needs,
    pattern: /\b(\w+)\s*\.\s*grantPublicAccess\s*\(|\bpublicReadAccess\s*:\s*true\b/g,
    over: 'code',
    impact: 'disclosure',
    confidence: 0.7,
    cwe: ['CWE-732', 'CWE-306', 'CWE-284'],
    source: 'config',
    description: 'Anybody can fetch whatever is stored in it, now or later, without signing in.',
    recommendation: 'Serve public files through a distribution, and block public access to the storage.',
    refine: (match, view) => ({ impact: 'weakening', ...whereMade(match, view) }),
  },
  {
    id: 'access/unencrypted-store',
    languages,
    needs,
    pattern: /\bnew\s+(?:\w+\.)?(Bucket|Queue|Topic)\s*\(\s*(?:this|scope|stack)\s*,/g,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-311', 'CWE-312'],
    source: 'config',
    description:
      'Anybody who gets at the disks or at a copy can read the data, and no use of a key is logged.',
    recommendation: 'Encrypt it with a managed key (KMS).',
    refine: (match, view) => {
      const call = callText(view, match.index ?? 0);
      return (
        !isSpread(call) &&
        !/\b(?:encryption|encryptionKey|encryptionMasterKey|masterKey)\s*(?::(?!\s*[\w.]*UNENCRYPTED|\s*[\w.]*Encryption\.UNMANAGED)|[,}])/.test(
          call,
        )
      );
    },
  },
  {
    id: 'transport/plain-store',
    languages,
    needs,
    pattern: /\bnew\s+(?:\w+\.)?Bucket\s*\(\s*(?:this|scope|stack)\s*,/g,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-319'],
    source: 'config',
    description: 'Clients that connect without TLS are served, and what they fetch can be read in transit.',
    recommendation: 'Set enforceSSL: true.',
    refine: (match, view) => {
      const call = callText(view, match.index ?? 0);
      return !isSpread(call) && !/\benforceSSL\s*(?::(?!\s*false)|[,}])/.test(call);
    },
  },
  {
    id: 'access/public-build',
    languages,
    needs,
    pattern: /\bnew\s+(?:\w+\.)?Project\s*\(\s*(?:this|scope|stack)\s*,/g,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-306', 'CWE-200'],
    source: 'config',
    description: 'A badge shows the state of each build to anybody who has its address.',
    recommendation: 'Remove the badge if the source is not public.',
    refine: (match, view) => /\bbadge\s*:\s*true\b/.test(callText(view, match.index ?? 0)),
  },
  {
    id: 'access/any-address',
    languages,
    needs,
    pattern:
      /\baddIngressRule\s*\(\s*(?:\w+\.)?Peer\.(?:anyIpv[46]\s*\(\s*\)|ipv4\s*\(\s*["'`]0\.0\.0\.0\/0["'`]\s*\))|\bpubliclyAccessible\s*:\s*true\b/g,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-284', 'CWE-668'],
    source: 'config',
    description: 'Anybody who scans the network can try to connect.',
    recommendation: 'List the networks or groups that may connect.',
    // A website has to be reachable.
    refine: (match, view) =>
      !/Port\.tcp\s*\(\s*(?:80|443)\s*\)|HTTPS?\b/.test(callText(view, match.index ?? 0)),
  },
  {
    id: 'access/all-rights',
    languages,
    needs,
    pattern:
      /\bactions\s*:\s*\[\s*["'`]\*["'`]\s*\]|\bfromAwsManagedPolicyName\s*\(\s*["'`]AdministratorAccess["'`]/g,
    impact: 'weakening',
    confidence: 0.65,
    cwe: ['CWE-250', 'CWE-269', 'CWE-732'],
    source: 'config',
    description: 'Whoever takes over anything that runs with it controls the whole account.',
    recommendation: 'List the actions and resources that it needs.',
    refine: (match, view) =>
      !/\beffect\s*:\s*(?:\w+\.)?Effect\.DENY\b/.test(
        view.code.slice(Math.max(0, (match.index ?? 0) - 200), (match.index ?? 0) + 300),
      ),
  },
];

/** Options that are spread from elsewhere are unknown. */
function isSpread(call: string): boolean {
  return /\.\.\.\w|,\s*[A-Za-z_$][\w$.]*\s*$/.test(call);
}

/** Places the finding where the store is created, if that is in this file. */
function whereMade(match: RegExpMatchArray, view: SourceView): { line?: number; snippet?: string } {
  if (match[1] === undefined) return {};
  const at = view.code
    .slice(0, match.index)
    .search(new RegExp(String.raw`\b${match[1]}\s*(?::\s*[\w.]+\s*)?=\s*new\s`));
  if (at < 0) return {};
  const line = view.lineAt(at);
  return { line, snippet: view.lineText(line) };
}
