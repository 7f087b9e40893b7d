import type { TextRule } from '../../../rules/text-rule.ts';

const php = { languages: ['PHP'], source: 'code' } as const;

/** Settings of PHP applications that affect their own protection. */
export const phpWebSettingRules: readonly TextRule[] = [
  {
    ...php,
    id: 'access/ldap-without-password',
    pattern:
      /\bldap_bind\s*\(\s*\$\w+\s*(?:\)|,\s*(?:[^,()\n]{1,80}\)|[^,()\n]{1,80},\s*(?:null|''|"")\s*\)))/gi,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-287', 'CWE-521'],
    description: 'Directories treat a bind without a password as an anonymous one, and accept it.',
    recommendation: 'Bind with a name and a password, and refuse an empty password first.',
  },
  {
    ...php,
    id: 'access/any-origin',
    pattern:
      /\bheader\s*\(\s*["']\s*Access-Control-Allow-Origin\s*:\s*\*\s*["']|["']\s*Access-Control-Allow-Origin\s*["']\s*(?:=>|,)\s*["']\s*\*\s*["']/gi,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-942', 'CWE-346'],
    description:
      'If clients are let in by address or network, any page that they open can read the responses.',
    recommendation: 'List the origins that may read the responses.',
  },
  {
    ...php,
    id: 'access/no-csrf-protection',
    pattern: /["']csrf_protection["']\s*=>\s*false\b/gi,
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-352'],
    description: 'Another site can send the form in the name of the signed-in user.',
    recommendation: 'Leave the protection on; turn it off only for endpoints that machines call.',
  },
  {
    ...php,
    id: 'access/debug-mode',
    pattern:
      /\bputenv\s*\(\s*["']APP_DEBUG=(?:true|1)|["']app\.debug["']\s*=>\s*["']?true\b|\$_ENV\[["']APP_DEBUG["']\]\s*=\s*["']?(?:true|1)\b/gi,
    impact: 'disclosure',
    confidence: 0.7,
    cwe: ['CWE-489', 'CWE-215'],
    description: 'Errors show code, settings and secrets to anybody who causes them.',
    recommendation: 'Read it from the environment, and leave it off where others can reach the application.',
  },
  {
    ...php,
    id: 'access/session-cookie',
    pattern: /["'](secure|http_only|same_site)["']\s*=>\s*(?:false|null|["']none["'])\s*,/gi,
    needs: /["']cookie["']\s*=>\s*env\s*\(/,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-614'],
    description:
      'Scripts can read the session cookie, or it is sent over plain connections or with requests of other sites.',
    recommendation: 'Set secure and http_only to true, and same_site to lax or strict.',
    refine: ([, name]) =>
      name === 'http_only'
        ? { cwe: ['CWE-1004'] }
        : name === 'same_site'
          ? { cwe: ['CWE-1275'], impact: 'hygiene' }
          : true,
  },
];
