import { auxiliaryPath } from '../read/files/aside-paths.ts';
import type { FindingDraft } from '../rules/finding-draft.ts';
import type { AgentInput } from '../types/agent.ts';
import { type ConfigRuleText, configDraft } from './config-finding.ts';

interface FlagRule extends ConfigRuleText {
  /** Global; the group is the host. */
  pattern: RegExp;
}

const readOnTheWay = 'What is sent can be read and changed in transit.';

/** Exceptions from transport security that an application for Apple devices requests. */
const appleRules: readonly FlagRule[] = [
  {
    id: 'transport/plain-protocol',
    pattern: /<key>NSAllowsArbitraryLoads<\/key>\s*<true\s*\/>/g,
    impact: 'weakening',
    confidence: 0.85,
    cwe: ['CWE-319'],
    description: readOnTheWay,
    recommendation: 'Remove it, and list the few hosts that need it in NSExceptionDomains.',
  },
  {
    id: 'transport/plain-protocol',
    pattern:
      /<key>([^<>]{1,200})<\/key>\s*<dict>(?:(?!<\/?dict>)[\s\S]){0,600}?<key>NS(?:ThirdParty|Temporary)?ExceptionAllowsInsecureHTTPLoads<\/key>\s*<true\s*\/>/g,
    impact: 'hygiene',
    confidence: 0.7,
    cwe: ['CWE-319'],
    description: readOnTheWay,
    recommendation: 'Serve the host over TLS, and remove the exception.',
  },
  {
    id: 'transport/old-tls',
    pattern:
      /<key>NS(?:ThirdParty|Temporary)?ExceptionMinimumTLSVersion<\/key>\s*<string>TLSv1\.[01]<\/string>/g,
    impact: 'weakening',
    confidence: 0.8,
    cwe: ['CWE-327', 'CWE-326'],
    description: 'This version of the protocol has known weaknesses.',
    recommendation: 'Require at least TLS 1.2, which is also the default of the system.',
  },
];

/** The same for Android. */
const androidRules: readonly FlagRule[] = [
  {
    id: 'transport/plain-protocol',
    pattern: /<base-config\b[^<>]{0,200}\bcleartextTrafficPermitted\s*=\s*"true"/g,
    impact: 'weakening',
    confidence: 0.85,
    cwe: ['CWE-319'],
    description: readOnTheWay,
    recommendation: 'Leave it off, and list the few hosts that need it in a domain-config.',
  },
  {
    id: 'transport/unchecked-certificate',
    pattern:
      /<base-config\b(?:(?!<\/base-config>)[\s\S]){0,600}?<certificates\b[^<>]{0,100}\bsrc\s*=\s*"user"/g,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-295'],
    description:
      'Whoever installs a certificate authority on the device can read what the application sends.',
    recommendation:
      'Trust the certificate authorities of the system, and those of users only in debug-overrides.',
  },
];

const MAX_LENGTH = 1_048_576;
/** Names and addresses that do not lead to another machine. */
const nearHost = /^(?:localhost|127\.|10\.|192\.168\.|[\w-]+\.local$|[\w-]+$)/;

/** The network settings of mobile applications. */
export function deviceNetworks(input: AgentInput): FindingDraft[] {
  return input.index.files.flatMap((file) => {
    const isApple = /(?:^|\/)[\w-]*Info\.plist$/.test(file.path);
    const isAndroid = /(?:^|\/)res\/xml\/[\w-]*network[\w-]*\.xml$/.test(file.path);
    if (!(isApple || isAndroid) || file.isVendored || file.sizeBytes > MAX_LENGTH) return [];
    if (auxiliaryPath.test(file.path)) return [];
    // Comments keep their length, so that offsets do not change.
    const text = (input.files.text(file.path) ?? '').replace(/<!--[\s\S]*?-->/g, (comment) =>
      comment.replace(/[^\n]/g, ' '),
    );
    return (isApple ? appleRules : androidRules).flatMap((rule) => draftsOf(rule, file.path, text));
  });
}

function draftsOf(rule: FlagRule, path: string, text: string): FindingDraft[] {
  return [...text.matchAll(rule.pattern)]
    .filter(([, host]) => host === undefined || !nearHost.test(host))
    .map((match) => {
      // The setting is at the end of the match.
      const at =
        match.index + Math.max(match[0].lastIndexOf('<key>'), match[0].lastIndexOf('<certificates'), 0);
      const line = text.slice(0, at).split('\n').length;
      return configDraft(rule, path, line, text.split('\n')[line - 1] ?? '', match[1] ?? rule.id);
    });
}
