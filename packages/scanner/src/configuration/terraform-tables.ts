import type { ConfigRuleText } from './config-finding.ts';

const low = { impact: 'hygiene', confidence: 0.75 } as const;

/** What a setting protects. */
export const settingRules = {
  encryption: {
    id: 'terraform/unencrypted',
    impact: 'weakening',
    cwe: ['CWE-311'],
    description: 'Discs and backups that leave the data centre can be read.',
    recommendation: 'Switch encryption on.',
  },
  transit: {
    id: 'terraform/plain-transport',
    impact: 'weakening',
    cwe: ['CWE-319', 'CWE-326'],
    description: 'What goes over the network can be read on the way.',
    recommendation: 'Ask for TLS 1.2 at least on every connection.',
  },
  oldTls: {
    id: 'terraform/old-tls',
    impact: 'weakening',
    cwe: ['CWE-327', 'CWE-326'],
    description: 'This version of the protocol has known breaks.',
    recommendation: 'Ask for TLS 1.2 at least.',
  },
  reach: {
    id: 'terraform/public-access',
    impact: 'weakening',
    cwe: ['CWE-284', 'CWE-668'],
    description: 'Anybody can try passwords and faults of the service.',
    recommendation: 'Turn public access off, and let in the networks that need it.',
  },
  wideReach: {
    ...low,
    id: 'terraform/wide-access',
    cwe: ['CWE-284'],
    description: 'A fault in one part is open to all others.',
    recommendation: 'Keep it to a private network, and name who may come in.',
  },
  identity: {
    id: 'terraform/no-authentication',
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-287', 'CWE-284'],
    description: 'Whoever reaches the service may use it.',
    recommendation: 'Switch authentication on.',
  },
  logs: {
    ...low,
    id: 'terraform/no-logs',
    cwe: ['CWE-778', 'CWE-223'],
    description: 'An attack leaves no trace to learn from.',
    recommendation: 'Switch logging on.',
  },
  backup: {
    ...low,
    id: 'terraform/no-backup',
    cwe: ['CWE-693', 'CWE-221'],
    description: 'What is deleted, by fault or by force, is gone.',
    recommendation: 'Keep backups for some days, and protect what must not be deleted.',
  },
  images: {
    ...low,
    id: 'terraform/mutable-images',
    cwe: ['CWE-345'],
    description: 'What was tested need not be what runs.',
    recommendation: 'Set image_tag_mutability = "IMMUTABLE".',
  },
  scan: {
    ...low,
    id: 'terraform/no-image-scan',
    cwe: ['CWE-1104'],
    description: 'Known faults in their packages go unseen.',
    recommendation: 'Scan on push.',
  },
  rotation: {
    ...low,
    id: 'terraform/no-key-rotation',
    cwe: ['CWE-326', 'CWE-324'],
    description: 'Who once had it reads all that comes after.',
    recommendation: 'Switch rotation on.',
  },
  machine: {
    ...low,
    id: 'terraform/weak-machine',
    cwe: ['CWE-284', 'CWE-1188'],
    description: 'One who gets in may go further.',
    recommendation: 'Leave the protection on.',
  },
} satisfies Record<string, ConfigRuleText>;

/**
 * Kinds of resources, the path of a setting, what it protects, and how it is judged: `on` must say true, `never` must say
 * false, `off` must not say true, `kept` must not say false, `set` must be there; a pattern must not match. What is safe
 * unless it is said otherwise is `kept` or `off`.
 */
export type Setting = readonly [
  kinds: string,
  path: string,
  rule: keyof typeof settingRules,
  judged: 'on' | 'never' | 'off' | 'kept' | 'set' | RegExp,
];
