import { describe, expect, it } from 'vitest';
import { runAgent } from '../../../agents/run-agent.ts';
import { reviewInput } from '../../../fixtures/review-input.ts';

/** Each case: the rule, the file, code with the weakness and its line, the safe twin. */
const cases: [rule: string, path: string, weak: string, line: number, safe: string][] = [
  [
    'access/believed-cookie',
    'src/a.js',
    "module.exports = (req, res, next) => {\n  if (req.cookies.role === 'admin') return next();\n  res.sendStatus(403);\n};\n",
    2,
    "module.exports = (req, res, next) => {\n  if (req.session.role === 'admin') return next();\n  res.render('a', { role: req.cookies.role });\n};\n",
  ],
  [
    'access/believed-cookie',
    'a.php',
    "<?php\nif ($_COOKIE['is_admin'] == 1) { show(); }\n",
    2,
    "<?php\nif ($_SESSION['is_admin'] == 1) { show($_COOKIE['theme']); }\n",
  ],
  [
    'reliability/compared-identity',
    'src/A.java',
    'class A {\n  boolean f(String r) {\n    return r == "keeper";\n  }\n}\n',
    3,
    'class A {\n  boolean f(String r) {\n    return "keeper".equals(r) && r != null;\n  }\n}\n',
  ],
  [
    'reliability/used-when-null',
    'src/A.java',
    'class A {\n  int f(String r) {\n    if (r == null) {\n      log.warn("none");\n    }\n    return r.length();\n  }\n}\n',
    6,
    'class A {\n  int f(String r) {\n    if (r == null) {\n      r = "";\n    }\n    if (r == null) {\n      return 0;\n    }\n    return r.length();\n  }\n}\n',
  ],
  [
    'transport/plain-protocol',
    'src/A.java',
    'class A {\n  void f(Map e) {\n    e.put(Context.PROVIDER_URL, "ldap://dir.example.org");\n    e.put(Context.SECURITY_CREDENTIALS, word);\n  }\n}\n',
    3,
    'class A {\n  void f(Map e) {\n    e.put(Context.PROVIDER_URL, "ldaps://dir.example.org");\n    e.put(Context.SECURITY_CREDENTIALS, word);\n  }\n}\n',
  ],
  [
    'access/weak-password-rule',
    'A.cs',
    'class A {\n  void F(O o) {\n    o.Password.RequiredLength = 4;\n  }\n}\n',
    3,
    'class A {\n  void F(O o) {\n    o.Password.RequiredLength = 12;\n  }\n}\n',
  ],
  [
    'access/fixed-signing-key',
    'src/a.ts',
    "import { SignJWT } from 'jose';\nconst key = new TextEncoder().encode('blue-house-17');\nexport const f = () => new SignJWT({}).sign(key);\n",
    2,
    "import { SignJWT } from 'jose';\nconst key = new TextEncoder().encode(process.env.KEY);\nconst text = new TextEncoder().encode('blue-house-17');\nexport const f = () => new SignJWT({}).sign(key);\n",
  ],
  [
    'access/fixed-signing-key',
    'app.rb',
    "use Rack::Session::Cookie,\n  secret: 'some-words-that-all-may-read'\n",
    2,
    "use Rack::Session::Cookie,\n  secret: ENV.fetch('SECRET')\n",
  ],
  [
    'access/loose-comparison',
    'a.php',
    '<?php\nfunction f($given, $row) {\n  $made = md5($row);\n  return $given == $made;\n}\n',
    4,
    '<?php\nfunction f($given, $row) {\n  $made = md5($row);\n  return hash_equals($made, $given) && $made === $given;\n}\n',
  ],
  [
    'crypto/predictable-token',
    'a.py',
    'import time\ndef f(mail):\n    token = str(int(time.time()))\n    send(mail, token)\n',
    3,
    'import secrets\ndef f(mail):\n    token = secrets.token_urlsafe(32) + str(time.time())\n    token_expires = time.time() + 60\n    send(mail, token)\n',
  ],
  [
    'access/unverified-token',
    'src/a.ts',
    "import jwt from 'jsonwebtoken';\nexport function guard(req, res, next) {\n  const raw = req.headers.authorization.slice(7);\n  res.locals.user = jwt.decode(raw);\n  next();\n}\n",
    4,
    "import jwt from 'jsonwebtoken';\nexport function guard(req, res, next) {\n  const raw = req.headers.authorization.slice(7);\n  res.locals.user = jwt.verify(raw, key);\n  next();\n}\nexport const shown = (raw) => jwt.decode(raw).exp;\n",
  ],
];

describe('small mistakes in several languages', () => {
  it.each(cases)(
    '%s in %s: the weak code is reported on its line, its safe twin is not',
    async (rule, path, weak, line, safe) => {
      const linesOf = async (text: string) => {
        const { index, entries, dependencies } = await reviewInput({ [path]: text });
        const { findings } = await runAgent('security.access-control', index, entries, { dependencies });
        return findings.filter((one) => one.ruleId === rule).map((one) => one.line);
      };
      expect(await linesOf(weak)).toEqual([line]);
      expect(await linesOf(safe)).toEqual([]);
    },
  );
});
