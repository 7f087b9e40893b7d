import { jsLanguages } from '../core/source-view.ts';
import type { TextRule } from '../core/text-rule.ts';

/** Habits that open doors: known passwords, names that are checked and then used, nonces that are written down. */
export const habitRules: readonly TextRule[] = [
  {
    id: 'access/known-password',
    title: 'Password compared with a text in the code',
    languages: [...jsLanguages, 'Python', 'Java', 'C#', 'Go', 'PHP', 'Ruby', 'Kotlin'],
    pattern:
      /\b\w*(?:password|passwd|pwd)\b\s*(?:={2,3}|\.equals\(|\.Equals\()\s*(["'])(?!\1)([^"'\n]{1,64})\1|(["'])(?!\3)([^"'\n]{1,64})\3\s*(?:={2,3}|\.equals\()\s*\w*(?:password|passwd|pwd)\b/gi,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-259', 'CWE-798'],
    description: 'Whoever reads the code knows the password, and it cannot be changed without a release.',
    recommendation: 'Compare with a salted hash that is kept outside the code.',
    source: 'code',
    // `type === "password"` and the like speak of a field, not of its value.
    refine: (match) =>
      !/^(?:password|passwd|text|string|undefined|object|new-password|current-password)$/i.test(
        match[2] ?? match[4] ?? '',
      ),
  },
  {
    id: 'access/known-password',
    title: 'Connection with a password from the code',
    languages: ['Python', 'PHP', 'Ruby', 'Java', 'C#', ...jsLanguages],
    pattern:
      /\b(?:connect|Connect|createConnection|createPool|getConnection|Connection|Client|mysqli_connect|PDO)\s*\([^;{}]{0,200}?\b(?:password|passwd|pwd)\s*[=:]\s*(["'])([^"'\n${}]{0,64})\1/g,
    impact: 'weakening',
    confidence: 0.65,
    cwe: ['CWE-798', 'CWE-259', 'CWE-521'],
    description: 'The password stands in the code, or there is none: whoever reaches the port is in.',
    recommendation: 'Read it from the environment or a secret store.',
    source: 'code',
  },
  {
    id: 'access/empty-password',
    title: 'Database address without a password',
    languages: ['Python', 'Ruby', ...jsLanguages],
    pattern: /["'`](?:postgres(?:ql)?|mysql|mongodb|redis|amqp)(?:\+\w+)?:\/\/\w+:@[\w.-]+/g,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-521'],
    description: 'Whoever reaches the port is in.',
    recommendation: 'Give the account a password, and read the address from the environment.',
    source: 'code',
  },
  {
    id: 'reliability/check-then-use',
    title: 'A file is looked at and then opened by its name',
    languages: ['Python'],
    pattern:
      /\bif\s+(?:not\s+)?os\.(?:path\.(?:exists|isfile|islink)|access)\(\s*([\w.]+)[^\n]{0,300}\n(?:[^\n]{0,300}\n){0,3}?[^\n]{0,300}\b(?:open|os\.remove|os\.unlink|os\.chmod|shutil\.\w+)\(\s*\1\b/g,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.4,
    cwe: ['CWE-367'],
    description: 'Between the two somebody else can put another file there.',
    recommendation: 'Open it at once and handle the error.',
  },
  {
    id: 'crypto/fixed-nonce',
    title: 'Nonce that never changes',
    languages: ['Python'],
    pattern:
      /\b(?:AES|DES3?|Blowfish)\.new\s*\([^()\n]{0,300}MODE_(?:CBC|CFB|OFB|CTR|GCM)\s*,\s*(?:iv\s*=\s*|nonce\s*=\s*)?([A-Za-z_]\w*)\s*\)/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.8,
    cwe: ['CWE-329', 'CWE-1204'],
    description:
      'With the same nonce, equal texts give equal ciphertexts, and with some modes the key stream repeats.',
    recommendation: 'Draw the nonce anew for each message and send it along.',
    source: 'code',
    refine: (match, view) =>
      new RegExp(
        `\\b${match[1]}\\s*=\\s*(?:b?["'][^"'\\n]{1,300}["']|bytes\\(\\d+\\)|bytearray\\(\\d+\\))(?:\\s*\\*\\s*[\\w.]+)?\\s*$`,
        'm',
      ).test(view.withoutComments),
  },
  {
    id: 'access/unchecked-upload',
    title: 'Uploaded file kept under its own name',
    languages: ['Python'],
    pattern:
      /\bopen\s*\(\s*[^)\n]{0,300}(?:\+\s*|\{|,\s*)\w*(?:file_?name|img_?name|image_?name|name)\b[^)\n]{0,300},\s*["'][wa]b?\+?["']/g,
    impact: 'disclosure',
    confidence: 0.6,
    cwe: ['CWE-434', 'CWE-22'],
    description: 'The name decides where the file goes and what the server makes of it.',
    recommendation: 'Choose a name of your own, and check kind and size.',
    source: 'code',
    refine: (match, view) => {
      const around = view.functionAt(view.lineAt(match.index ?? 0));
      const body = around
        ? view.text.slice(view.offsetOf(around.line), view.offsetOf(around.endLine + 1))
        : view.text;
      return (
        /request\.files|UploadFile|request\.FILES/.test(body) &&
        !/secure_filename|splitext|ALLOWED|allowed_file/.test(body)
      );
    },
  },
  {
    id: 'maintainability/removed-api',
    title: 'Call that newer versions no longer have',
    languages: ['Python'],
    pattern:
      /\btime\.clock\s*\(\s*\)|\bos\.(?:popen[234]|spawnvp?e?)\s*\(|\bplatform\.(?:linux_distribution|dist)\s*\(|\bcollections\.(?:Mapping|MutableMapping|Iterable|Callable)\b|\binspect\.getargspec\s*\(/g,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.85,
    cwe: ['CWE-477'],
    description: 'On a current interpreter the line fails.',
    recommendation: 'Use what took its place.',
  },
  {
    id: 'access/tag-filter',
    title: 'Markup filtered by a pattern',
    languages: ['Python', ...jsLanguages, 'PHP', 'Ruby'],
    pattern:
      /\b(?:re\.sub|replace|replaceAll|preg_replace|gsub)\s*\(\s*r?(?:["'/])[^"'\n]{0,20}<\\?\/?(?:script|\[\^>\]|iframe)[^\n]{0,80}/gi,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-116', 'CWE-79'],
    description:
      'Browsers take markup for script that no such pattern foresees (`</script >`, attributes, other tags).',
    recommendation: 'Escape the text, or use a sanitizer that parses.',
    source: 'code',
  },
  {
    id: 'access/open-permissions',
    title: 'File that everybody may run',
    languages: ['Python'],
    pattern: /\bos\.chmod\s*\(\s*[^,()]{1,300},\s*0o?7[0-7][157]\s*\)/g,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.45,
    cwe: ['CWE-732', 'CWE-276'],
    description: 'Any account on the machine can run it.',
    recommendation: 'Give rights to the owner alone where no other needs them.',
    source: 'code',
  },
  {
    id: 'access/plain-password',
    title: 'Passwords are compared as they are',
    languages: [...jsLanguages, 'Python', 'Java', 'PHP', 'Ruby', 'C#', 'Go'],
    pattern:
      /\b(?:\w+(?:\.|->|\[["']))?(?:password|passwd|pwd)\b(?:["']\])?\s*(?:={2,3}|!={1,2}|\.equals\()\s*(?:\w+(?:\.|->|\[["']))(?:password|passwd|pwd)\b|\b(?:\w+(?:\.|->|\[["']))(?:password|passwd|pwd)\b(?:["']\])?\s*(?:={2,3}|!={1,2}|\.equals\()\s*\w*(?:password|passwd|pwd)\b(?!\s*[.(])/gi,
    over: 'code',
    impact: 'disclosure',
    confidence: 0.55,
    cwe: ['CWE-256', 'CWE-522', 'CWE-312'],
    description:
      'To be compared so, passwords must be kept in plain text: whoever reads the table has them all.',
    recommendation:
      'Keep a salted hash (argon2id, scrypt, bcrypt) and compare with the library that made it.',
    source: 'code',
    // Repeating a new password in a form is compared as it is everywhere.
    refine: (match, view) =>
      !/confirm|repeat|retype|again|verif|new_?pass|old_?pass|\bcpassword|hash/i.test(
        view.lineText(view.lineAt(match.index ?? 0)),
      ) && { impact: 'weakening' },
  },
  {
    id: 'access/session-fixation',
    title: 'The session stays the same at login',
    languages: [...jsLanguages],
    pattern:
      /\breq(?:uest)?\.session\.(?:user_?id|user|account|uid|logged_?in|isAuthenticated|authenticated)\s*=(?!=)\s*(?!null|undefined|false)/gi,
    over: 'code',
    impact: 'weakening',
    confidence: 0.5,
    cwe: ['CWE-384'],
    description: 'Whoever planted a session in the browser before is signed in with it too.',
    recommendation: 'Call session.regenerate before the user is put into it.',
    source: 'code',
    refine: (match, view) =>
      !/\.regenerate\s*\(/.test(view.code.slice(Math.max(0, (match.index ?? 0) - 500), match.index)),
  },
  {
    id: 'access/weak-password-rule',
    title: 'Passwords may be very short',
    languages: [...jsLanguages, 'Python', 'Java', 'PHP', 'Ruby'],
    pattern:
      /\b\w*pass(?:word)?_?(?:re|regex|pattern|regexp|rule)\w*\s*(?::\s*\w+\s*)?=\s*[^\n]{0,20}\.\{(\d)(?:,\d*)?\}\$|\bpassword\b[^\n]{0,40}\b(?:minLength|min_length|minlength|isLength|min)\b["']?\s*[=:(]\s*(?:\{\s*min:\s*)?["']?(\d)\b/gi,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-521'],
    description: 'Short passwords are guessed, online or from a stolen table.',
    recommendation: 'Ask for 12 signs or more, and refuse passwords from known lists.',
    source: 'code',
    refine: (match) => Number(match[1] ?? match[2]) < 8,
  },
  {
    id: 'access/user-enumeration',
    title: 'The answer tells which names exist',
    languages: [...jsLanguages, 'Python', 'PHP', 'Java', 'Ruby'],
    pattern:
      /["'`](?:invalid (?:user ?name|user|login|e-?mail)|(?:user|user ?name|e-?mail|account)(?: was| is| does)? not (?:found|exist|registered)|no such user|unknown user|user does not exist)[.!]?["'`]/gi,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-204', 'CWE-203'],
    description:
      'With one answer for a wrong name and another for a wrong password, names can be tried one by one.',
    recommendation: 'Give one answer for both.',
    source: 'code',
    refine: (_match, view) => /["'`](?:invalid|wrong|incorrect) password[.!]?["'`]/i.test(view.text),
  },
];
