import type { ConfigRuleText } from './config-finding.ts';

/** The texts of the rules for Terraform files. */
export const rules = {
  ingress: {
    id: 'terraform/open-ingress',
    impact: 'disclosure',
    cwe: ['CWE-284'],
    description: 'Anybody can try passwords and exploit vulnerabilities of the service behind it.',
    recommendation: 'Allow only the networks that need it.',
  },
  bucket: {
    id: 'terraform/public-storage',
    impact: 'disclosure',
    cwe: ['CWE-284', 'CWE-732'],
    description: 'Everybody can read or write what is stored there.',
    recommendation: 'Use a private ACL and block public access.',
  },
  database: {
    id: 'terraform/public-database',
    impact: 'disclosure',
    cwe: ['CWE-284'],
    description: 'Anybody can try passwords and exploit vulnerabilities of the database.',
    recommendation: 'Set publicly_accessible = false.',
  },
  encryption: {
    id: 'terraform/unencrypted',
    impact: 'weakening',
    cwe: ['CWE-311'],
    description: 'Disks and backups that leave the data centre can be read.',
    recommendation: 'Switch encryption on.',
  },
  policy: {
    id: 'terraform/wildcard-policy',
    impact: 'disclosure',
    cwe: ['CWE-269', 'CWE-732'],
    description: 'Whoever has the role controls the account.',
    recommendation: 'List only the actions and resources that are needed.',
  },
  oldTls: {
    id: 'terraform/old-tls',
    impact: 'weakening',
    cwe: ['CWE-327', 'CWE-326'],
    description: 'This version of the protocol has known weaknesses.',
    recommendation: 'Require at least TLS 1.2.',
  },
  control: {
    id: 'terraform/open-control-plane',
    impact: 'weakening',
    cwe: ['CWE-284', 'CWE-668'],
    description:
      'Anybody can try credentials and exploit vulnerabilities of the interface that controls everything.',
    recommendation: 'Allow only the networks that need it.',
  },
  secret: {
    id: 'terraform/secret',
    impact: 'disclosure',
    cwe: ['CWE-798'],
    confidence: 0.75,
    description: 'The value is stored in the file and in the state.',
    recommendation: 'Read it from a variable marked sensitive, or from a secret store.',
  },
  metadata: {
    id: 'terraform/metadata-v1',
    impact: 'weakening',
    cwe: ['CWE-918'],
    confidence: 0.8,
    description: 'One request that an attacker makes the server send is enough to read its credentials.',
    recommendation: 'Set http_tokens = "required".',
  },
  tls: {
    id: 'terraform/plain-listener',
    impact: 'weakening',
    cwe: ['CWE-319'],
    confidence: 0.7,
    description: 'Requests can be read in transit.',
    recommendation: 'Listen with HTTPS and redirect HTTP to it.',
  },
} satisfies Record<string, ConfigRuleText>;
