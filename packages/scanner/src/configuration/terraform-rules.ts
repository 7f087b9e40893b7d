import type { ConfigRuleText } from './config-finding.ts';

/** What is told of a configuration in the language of Terraform. */
export const rules = {
  ingress: {
    id: 'terraform/open-ingress',
    impact: 'disclosure',
    cwe: ['CWE-284'],
    description: 'Anybody can try passwords and faults of the service behind it.',
    recommendation: 'Allow the networks that need it.',
  },
  bucket: {
    id: 'terraform/public-storage',
    impact: 'disclosure',
    cwe: ['CWE-284', 'CWE-732'],
    description: 'What is kept there can be read, or written, by everybody.',
    recommendation: 'Use a private ACL and block public access.',
  },
  database: {
    id: 'terraform/public-database',
    impact: 'disclosure',
    cwe: ['CWE-284'],
    description: 'Anybody can try passwords and faults of the database.',
    recommendation: 'Set publicly_accessible = false.',
  },
  encryption: {
    id: 'terraform/unencrypted',
    impact: 'weakening',
    cwe: ['CWE-311'],
    description: 'Discs and backups that leave the data centre can be read.',
    recommendation: 'Switch encryption on.',
  },
  policy: {
    id: 'terraform/wildcard-policy',
    impact: 'disclosure',
    cwe: ['CWE-269', 'CWE-732'],
    description: 'Whoever holds the role holds the account.',
    recommendation: 'Name the actions and resources that are needed.',
  },
  oldTls: {
    id: 'terraform/old-tls',
    impact: 'weakening',
    cwe: ['CWE-327', 'CWE-326'],
    description: 'This version of the protocol has known breaks.',
    recommendation: 'Ask for TLS 1.2 at least.',
  },
  control: {
    id: 'terraform/open-control-plane',
    impact: 'weakening',
    cwe: ['CWE-284', 'CWE-668'],
    description: 'Anybody can try credentials and faults of the interface that rules all.',
    recommendation: 'Allow the networks that need it.',
  },
  secret: {
    id: 'terraform/secret',
    impact: 'disclosure',
    cwe: ['CWE-798'],
    confidence: 0.75,
    description: 'The value stands in the file and in the state.',
    recommendation: 'Take it from a variable marked sensitive, or from a secret store.',
  },
  metadata: {
    id: 'terraform/metadata-v1',
    impact: 'weakening',
    cwe: ['CWE-918'],
    confidence: 0.8,
    description: 'A single forged request of the server reads its credentials.',
    recommendation: 'Set http_tokens = "required".',
  },
  tls: {
    id: 'terraform/plain-listener',
    impact: 'weakening',
    cwe: ['CWE-319'],
    confidence: 0.7,
    description: 'Requests can be read on the way.',
    recommendation: 'Listen with HTTPS and redirect HTTP to it.',
  },
} satisfies Record<string, ConfigRuleText>;
