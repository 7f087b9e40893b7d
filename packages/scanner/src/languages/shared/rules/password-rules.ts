import { jsLanguages, type SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { resolveConstant } from './value-context.ts';

/** Passwords that are written in the code, stored in clear text, or too short. */
export const passwordRules: readonly TextRule[] = [
  {
    id: 'access/known-password',
    languages: [
      ...jsLanguages,
      'Python',
      'Java',
      'C#',
      'Go',
      'PHP',
      'Ruby',
      'Kotlin',
      'Swift',
      'Dart',
      'Scala',
      'Rust',
    ],
    needs: /password|passwd|pwd/i,
    pattern:
      /\b\w*(?:password|passwd|pwd)\b(?:["']?[\])]{1,2}|\(\))?\s*(?:={2,3}|\.(?:equals|Equals|eql\?|contentEquals)\()\s*(?:(["'])(?!\1)([^"'\n]{1,64})\1|([A-Z][A-Z0-9]{0,20}_[A-Z0-9_]{2,40})\b(?!\s*[.([]))|(["'])(?!\4)([^"'\n]{1,64})\4\s*(?:={2,3}|\.(?:equals|Equals|contentEquals)\()\s*(?:[\w.$]+\(?["']|\w+(?:\.|->))?\w*(?:password|passwd|pwd)\b/gi,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-259', 'CWE-798'],
    description: 'Anybody who reads the code knows the password, and it cannot be changed without a release.',
    recommendation: 'Compare with a salted hash that is kept outside the code.',
    source: 'code',
    // `type === "password"` and the like compare the type of a field, not its value.
    refine: (match, view) => {
      // A name in capitals has the value that the file assigns to it.
      const [, , behind, constant, , before] = match;
      if (constant !== undefined && constant !== constant.toUpperCase()) return false;
      const value =
        constant === undefined
          ? (behind ?? before ?? '')
          : (resolveConstant(constant, match.index ?? 0, view) ?? '');
      return (
        value !== '' &&
        !/^(?:password|passwd|pwd|text|string|undefined|object|new-?password|current-?password|required|hidden|true|false|null|none|number)$/i.test(
          value,
        ) &&
        // A placeholder that no hash can equal.
        !/^(?:[A-Z][A-Z_]{2,11}|[!*x]+)$/.test(value)
      );
    },
  },
  {
    id: 'access/known-password',
    languages: [...jsLanguages, 'Python', 'Java', 'C#', 'PHP', 'Ruby', 'Kotlin'],
    // A key, by a name that says so. Values that are only words are states or kinds.
    pattern:
      /\b\w*(?:secret|admin_?key|api_?key|access_?code|pass_?code|master_?key)\b\s*(?:[!=]==?|\.equals\()\s*(["'])(?=[^"'\n]*\d)([A-Za-z0-9_!@#$%^&*.-]{6,64})\1/gi,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-798', 'CWE-259', 'CWE-321'],
    description: 'Anybody who reads the code knows the key, and it cannot be changed without a release.',
    recommendation: 'Compare with a value that is kept outside the code, in constant time.',
    source: 'code',
    refine: (match, view) =>
      view.exposure !== 'test' && !/your|example|placeholder|change|xxx|v\d+$/i.test(match[2] ?? ''),
  },
  {
    id: 'access/known-password',
    languages: ['Python', 'PHP', 'Ruby', 'Java', 'C#', ...jsLanguages],
    pattern:
      /\b(?:connect|Connect|createConnection|createPool|getConnection|Connection|Client|mysqli_connect|PDO)\s*\([^;{}]{0,200}?\b(?:password|passwd|pwd)\s*[=:]\s*(["'])([^"'\n${}]{0,64})\1/g,
    impact: 'weakening',
    confidence: 0.65,
    cwe: ['CWE-798', 'CWE-259', 'CWE-521'],
    description: 'The password is in the code, or there is none: anybody who reaches the port is signed in.',
    recommendation: 'Read it from the environment or a secret store.',
    source: 'code',
  },
  {
    id: 'access/known-password',
    languages: ['C#', 'Java', 'Kotlin', 'Python', 'Go', 'PHP', 'Ruby', 'C', 'C++', ...jsLanguages],
    needs: /;\s*(?:Password|Pwd)\s*=/i,
    pattern:
      /["'`][^"'`\n]{0,200}\b(?:Data Source|Server|Host|Initial Catalog|Database|Uid|User ID)\s*=[^"'`\n]{1,200};\s*(?:Password|Pwd)\s*=\s*([^;"'`{}$<>%\n*]{2,64})[;"'`]/gi,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-798', 'CWE-259'],
    description: 'Anybody who reads the code knows the password, and it cannot be changed without a release.',
    recommendation: 'Read it from the environment or a secret store.',
    source: 'code',
    refine: (match) =>
      !/^(?:your|my|x+$|password$|pass$|secret$|changeme|example|\.\.\.)/i.test(match[1] ?? ''),
  },
  {
    id: 'access/known-password',
    languages: ['Java', 'Kotlin', 'PHP', 'Python'],
    pattern:
      /\b(?:DriverManager\s*\.\s*getConnection|new\s+mysqli|mysqli_connect|mysql_connect|new\s+PDO|MySQLdb\.connect|pymysql\.connect|new\s+PasswordAuthentication)\s*\(\s*(?:[^,()\n]{1,200},\s*){1,2}(["'])([^"'\n$]{2,64})\1/g,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-798', 'CWE-259'],
    description: 'Anybody who reads the code knows the password, and it cannot be changed without a release.',
    recommendation: 'Read it from the environment or a secret store.',
    source: 'code',
    // With two strings at the end, the first is the account name.
    refine: (match) => /,[^,]*,/.test(match[0]) || match[0].includes('PasswordAuthentication'),
  },
  {
    id: 'access/known-password',
    languages: [...jsLanguages],
    pattern:
      /\b(?:secretAccessKey|sessionToken|accountKey|connectionString|clientSecret)["']?\s*(?::|=(?!=))\s*(["'`])([^"'`\n$\s]{8,200})\1/g,
    impact: 'weakening',
    confidence: 0.65,
    cwe: ['CWE-798', 'CWE-321'],
    description:
      'Anybody who reads the code has access to the account, and the key cannot be changed without a release.',
    recommendation: 'Read it from the environment or a secret store.',
    source: 'code',
    refine: ([, , secret = ''], view) =>
      view.exposure !== 'test' &&
      !/^(?:<|\[|\{|\*|x{4}|your|example|change|replace|placeholder|process\.|env)|(?:test|fake|dummy|mock|sample|example|secret|local|minio|placeholder|redacted)/i.test(
        secret.replace(/secret(?=key)/i, ''),
      ) &&
      !/^(.)\1+$/.test(secret),
  },
  {
    id: 'access/encoded-password',
    languages: ['Python', ...jsLanguages, 'Java', 'PHP', 'Ruby', 'C#', 'Go'],
    pattern:
      /\b(?:b64decode|base64_decode|atob|Base64\.(?:getDecoder\(\)\.decode|decode64|strict_decode64)|FromBase64String|base64\.StdEncoding\.DecodeString)\s*\([^()\n]{0,120}(?:\([^()\n]{0,60}\)[^()\n]{0,60})?\)[^\n]{0,40}={2,3}\s*\w*(?:password|passwd|pwd)\b|\b\w{0,30}(?:password|passwd|pwd)\s*={2,3}\s*(?:\w+\.)?(?:b64decode|base64_decode|atob)\s*\(/gi,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-261', 'CWE-522', 'CWE-256'],
    description: 'An encoding has no key: anybody who reads the table has all passwords.',
    recommendation:
      'Store a salted hash (argon2id, scrypt, bcrypt) and compare with the library that made it.',
    source: 'code',
  },
  {
    id: 'access/empty-password',
    languages: ['Python', 'Ruby', ...jsLanguages],
    pattern: /["'`](?:postgres(?:ql)?|mysql|mongodb|redis|amqp)(?:\+\w+)?:\/\/\w+:@[\w.-]+/g,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-521'],
    description: 'Anybody who reaches the port is signed in.',
    recommendation: 'Give the account a password, and read the address from the environment.',
    source: 'code',
  },
  {
    id: 'access/plain-password',
    languages: [...jsLanguages, 'Python', 'Java', 'PHP', 'Ruby', 'C#', 'Go'],
    pattern:
      /(?:\.(?:get|fetch)\(\s*["']|\[\s*:|\b(?:\w+(?:\.|->|\[["']))?)(?:password|passwd|pwd)\b(?:["']?[\])])?\s*(?:={2,3}|!={1,2}|\.equals\()\s*(?:\w+(?:\.|->|\[["']))(?:password|passwd|pwd)\b(?!\s*\()|\b(?:\w+(?:\.|->|\[["']))(?:password|passwd|pwd)\b(?:["']\])?\s*(?:={2,3}|!={1,2}|\.equals\()\s*\w*(?:password|passwd|pwd)\b(?!\s*[.(])/gi,
    impact: 'disclosure',
    confidence: 0.55,
    cwe: ['CWE-256', 'CWE-522', 'CWE-312'],
    description:
      'For this comparison passwords must be stored in plain text: anybody who reads the table has all of them.',
    recommendation:
      'Store a salted hash (argon2id, scrypt, bcrypt) and compare with the library that made it.',
    source: 'code',
    // Comparing a repeated new password in a form is normal.
    refine: (match, view) =>
      isOperator(match, view) &&
      !/confirm|repeat|retype|again|verif|new_?pass|old_?pass|\bcpassword|hash/i.test(
        view.lineText(view.lineAt(match.index ?? 0)),
      ) && { impact: 'weakening' },
  },
  {
    id: 'access/weak-password-rule',
    languages: [...jsLanguages, 'Python', 'Java', 'PHP', 'Ruby'],
    needs: /\.\{\d|\bmin(?:_?length)?\b|isLength/i,
    pattern:
      /\b\w*pass(?:word)?_?(?:re|regex|pattern|regexp|rule)\w*\s*(?::\s*\w+\s*)?=\s*[^\n]{0,20}\.\{(\d)(?:,\d*)?\}\$|\bpassword\b[^\n]{0,40}\b(?:minLength|min_length|minlength|isLength|min)\b["']?\s*[=:(]\s*(?:\{\s*min:\s*)?["']?(\d)\b/gi,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-521'],
    description: 'Short passwords can be guessed, online or from a stolen table.',
    recommendation: 'Require at least 12 characters, and refuse passwords from known lists.',
    source: 'code',
    refine: (match) => {
      const least = Number(match[1] ?? match[2]);
      // A minimum of one character: a sign-in field that must not be empty.
      return least === 1 ? { impact: 'hygiene', confidence: 0.4 } : least < 8;
    },
  },
  {
    id: 'access/plain-password',
    languages: [...jsLanguages, 'Python', 'Java', 'PHP', 'Ruby', 'C#', 'Go', 'Kotlin'],
    pattern:
      /\b(?:(?:const|let|var|function|def|func|fun|boolean|bool|Boolean)\s+)?\w*(?:compare|check|verify|match|validate|is_?valid)\w*_?pass(?:word|wd)?\w*\s*(?:[:=]\s*(?:async\s*)?)?\(\s*(?:\w+\s+)?(\w+)[^()\n]{0,40},\s*(?:\w+\s+)?(\w+)[^()\n]{0,40}\)[^;]{0,60}?\{?\s*(?:return\s+)?(?:\1\s*={2,3}\s*\2|\2\s*={2,3}\s*\1|\1\.equals\(\s*\2|\2\.equals\(\s*\1)\b/gi,
    over: 'code',
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-256', 'CWE-522', 'CWE-312'],
    description:
      'For this comparison passwords must be stored in plain text: anybody who reads the table has all of them.',
    recommendation:
      'Store a salted hash (argon2id, scrypt, bcrypt) and compare with the library that made it.',
    source: 'code',
    refine: (match) => !/confirm|repeat|again|retype/i.test(match[0]),
  },
];

/** Whether the comparison operator is code, not part of a string. */
function isOperator(match: RegExpMatchArray, view: SourceView): boolean {
  const at = match[0].search(/[!=]=|\.equals/);
  return view.code.charAt((match.index ?? 0) + at) === match[0].charAt(at);
}
