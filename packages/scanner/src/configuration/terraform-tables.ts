import type { ConfigRuleText } from './config-finding.ts';

const low = { impact: 'hygiene', confidence: 0.75 } as const;

/** What a setting protects. */
export const settingRules = {
  encryption: {
    id: 'terraform/unencrypted',
    impact: 'weakening',
    cwe: ['CWE-311'],
    description: 'Disks and backups that leave the data centre can be read.',
    recommendation: 'Switch encryption on.',
  },
  transit: {
    id: 'terraform/plain-transport',
    impact: 'weakening',
    cwe: ['CWE-319', 'CWE-326'],
    description: 'What goes over the network can be read in transit.',
    recommendation: 'Require at least TLS 1.2 on every connection.',
  },
  oldTls: {
    id: 'terraform/old-tls',
    impact: 'weakening',
    cwe: ['CWE-327', 'CWE-326'],
    description: 'This version of the protocol has known weaknesses.',
    recommendation: 'Require at least TLS 1.2.',
  },
  reach: {
    id: 'terraform/public-access',
    impact: 'weakening',
    cwe: ['CWE-284', 'CWE-668'],
    description: 'Anybody can try passwords and exploit vulnerabilities of the service.',
    recommendation: 'Turn public access off, and allow only the networks that need it.',
  },
  wideReach: {
    ...low,
    id: 'terraform/wide-access',
    cwe: ['CWE-284'],
    description: 'A vulnerability in one part can be reached from all others.',
    recommendation: 'Use a private network, and list who may connect.',
  },
  identity: {
    id: 'terraform/no-authentication',
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-287', 'CWE-284'],
    description: 'Anybody who can reach the service can use it.',
    recommendation: 'Switch authentication on.',
  },
  logs: {
    ...low,
    id: 'terraform/no-logs',
    cwe: ['CWE-778', 'CWE-223'],
    description: 'An attack leaves no logs to investigate.',
    recommendation: 'Switch logging on.',
  },
  backup: {
    ...low,
    id: 'terraform/no-backup',
    cwe: ['CWE-693', 'CWE-221'],
    description: 'What is deleted, by mistake or by an attacker, is lost.',
    recommendation: 'Keep backups for some days, and protect what must not be deleted.',
  },
  images: {
    ...low,
    id: 'terraform/mutable-images',
    cwe: ['CWE-345'],
    description: 'What runs may not be what was tested.',
    recommendation: 'Set image_tag_mutability = "IMMUTABLE".',
  },
  scan: {
    ...low,
    id: 'terraform/no-image-scan',
    cwe: ['CWE-1104'],
    description: 'Known vulnerabilities in their packages go unnoticed.',
    recommendation: 'Scan on push.',
  },
  rotation: {
    ...low,
    id: 'terraform/no-key-rotation',
    cwe: ['CWE-326', 'CWE-324'],
    description: 'Anybody who once got hold of it can read all later data.',
    recommendation: 'Switch rotation on.',
  },
  machine: {
    ...low,
    id: 'terraform/weak-machine',
    cwe: ['CWE-284', 'CWE-1188'],
    description: 'An attacker who gets in can go further.',
    recommendation: 'Leave the protection on.',
  },
} satisfies Record<string, ConfigRuleText>;

/**
 * Kinds of resources, the path of a setting, what it protects, and how it is checked. `on`: it must be true. `never`:
 * it must be false. `off`: it must not be true. `kept`: it must not be false. `set`: it must be present. A pattern
 * must not match. Settings that are safe by default have `kept` or `off`.
 */
export type Setting = readonly [
  kinds: string,
  path: string,
  rule: keyof typeof settingRules,
  judged: 'on' | 'never' | 'off' | 'kept' | 'set' | RegExp,
];
