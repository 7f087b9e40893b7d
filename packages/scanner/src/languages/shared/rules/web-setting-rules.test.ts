import { describe, expect, it } from 'vitest';
import { runAgent } from '../../../agents/run-agent.ts';
import { reviewInput } from '../../../fixtures/review-input.ts';

/** A setting that does not protect, and a safe twin. */
const cases: [rule: string, path: string, weak: string, safe: string][] = [
  [
    'access/ldap-without-password',
    'a.php',
    "<?php\nldap_bind($link, $name, '');\n",
    '<?php\nldap_bind($link, $name, $password);\n',
  ],
  [
    'access/ldap-without-password',
    'b.php',
    '<?php\nldap_bind($link);\n',
    '<?php\nldap_bind($link, $a, $b);\n',
  ],
  [
    'access/any-origin',
    'c.php',
    '<?php\nheader("Access-Control-Allow-Origin: *");\n',
    '<?php\nheader("Access-Control-Allow-Origin: https://shop.test");\n',
  ],
  [
    'access/no-csrf-protection',
    'Form.php',
    "<?php\n$resolver->setDefaults(['csrf_protection' => false]);\n",
    "<?php\n$resolver->setDefaults(['csrf_protection' => true]);\n",
  ],
  ['access/debug-mode', 'd.php', "<?php\nputenv('APP_DEBUG=true');\n", "<?php\nputenv('APP_DEBUG=false');\n"],
  [
    'access/session-cookie',
    'config/session.php',
    "<?php\nreturn ['cookie' => env('SESSION_COOKIE', 'a'),\n  'http_only' => false,\n];\n",
    "<?php\nreturn ['cookie' => env('SESSION_COOKIE', 'a'),\n  'http_only' => true,\n];\n",
  ],
  [
    'transport/no-forced-tls',
    'config/environments/production.rb',
    'Rails.application.configure do\n  config.force_ssl = false\nend\n',
    'Rails.application.configure do\n  config.force_ssl = true\nend\n',
  ],
  [
    'access/line-anchors',
    'app/models/user.rb',
    'class User < ApplicationRecord\n  validates :name, format: { with: /^[a-z]+$/ }\nend\n',
    'class User < ApplicationRecord\n  validates :name, format: { with: /\\A[a-z]+\\z/ }\nend\n',
  ],
  [
    'access/session-cookie',
    'a.go',
    'package a\n\nfunc set(s *sessions.Session) {\n\ts.Options = &sessions.Options{Path: "/", HttpOnly: true}\n}\n',
    'package a\n\nfunc set(s *sessions.Session) {\n\ts.Options = &sessions.Options{Path: "/", HttpOnly: true, Secure: true}\n}\n',
  ],
  [
    'crypto/weak-cipher-suite',
    'b.go',
    'package a\n\nvar c = &tls.Config{CipherSuites: []uint16{tls.TLS_RSA_WITH_RC4_128_SHA}}\n',
    'package a\n\nvar c = &tls.Config{CipherSuites: []uint16{tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256}}\n',
  ],
  [
    'transport/plain-protocol',
    'c.go',
    'package a\n\nfunc dial(to string) {\n\tgrpc.Dial(to, grpc.WithInsecure())\n}\n',
    'package a\n\nfunc dial(to string) {\n\tgrpc.Dial(to, grpc.WithTransportCredentials(creds))\n}\n',
  ],
  [
    'crypto/fixed-nonce',
    'e.go',
    'package a\n\nfunc seal(block cipher.Block) {\n\tcipher.NewCTR(block, []byte{1, 1, 1, 1})\n}\n',
    'package a\n\nfunc seal(block cipher.Block) {\n\tiv := make([]byte, 16)\n\tfill(iv)\n\tcipher.NewCTR(block, iv)\n}\n',
  ],
  [
    'injection/xxe',
    'd.go',
    'package a\n\nvar p = parser.New(parser.XMLParseNoEnt)\n',
    'package a\n\nvar p = parser.New()\n',
  ],
];

describe('settings of PHP, Ruby and Go', () => {
  it.each(cases)('%s in %s is reported, and its safe twin is not', async (rule, path, weak, safe) => {
    const told = async (text: string) => {
      const { index, entries, dependencies } = await reviewInput({ [path]: text });
      const { findings } = await runAgent('security.access-control', index, entries, { dependencies });
      return findings.map(({ ruleId }) => ruleId);
    };
    expect(await told(weak)).toContain(rule);
    expect(await told(safe)).not.toContain(rule);
  });
});
