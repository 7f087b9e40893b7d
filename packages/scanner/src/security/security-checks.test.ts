import { describe, expect, it } from 'vitest';
import { runAgent } from '../agents/run-agent.ts';
import { reviewInput } from '../fixtures/review-input.ts';

/** Each case: the file, code with the weakness, its safe twin, the rule. */
const cases: [path: string, weak: string, safe: string, rule: string][] = [
  [
    'src/list.js',
    "app.use('/files', serveIndex('files'));\n",
    "app.use('/files', express.static('public'));\n",
    'access/directory-listing',
  ],
  [
    'src/limit.ts',
    "app.use(rateLimit({ max: 5, keyGenerator: (req) => req.headers['x-forwarded-for'] }));\n",
    'app.use(rateLimit({ max: 5, keyGenerator: (req) => req.ip }));\n',
    'access/client-chosen-limit-key',
  ],
  [
    'src/guards.ts',
    "app.get('/a', isAuthorized(), show);\n// app.put('/a', isAuthorized(), change);\n",
    "app.get('/a', isAuthorized(), show);\n// The guard isAuthorized() stands before app.put below.\napp.put('/a', isAuthorized(), change);\n",
    'access/commented-guard',
  ],
  [
    'src/allow.ts',
    'const allowed = ["https://a.example"];\nexport function isRedirectAllowed(url) {\n  return allowed.some((allowedUrl) => url.includes(allowedUrl));\n}\n',
    'const allowed = ["https://a.example"];\nexport function isRedirectAllowed(url) {\n  return allowed.includes(new URL(url).origin);\n}\n',
    'access/substring-allow-list',
  ],
  [
    'src/owner.js',
    "const user = require('passport');\nexports.save = (req, res) => {\n  db.notes.update({ _id: req.body.id }, { $set: { text: req.body.text } });\n};\n",
    "const user = require('passport');\nexports.save = (req, res) => {\n  db.notes.update({ _id: req.body.id, owner: req.user.id }, { $set: { text: req.body.text } });\n};\n",
    'access/foreign-record',
  ],
  [
    'src/bot.ts',
    "import { tool } from 'ai';\nexport const coupon = tool({ inputSchema: z.object({ percent: z.number() }), execute: async ({ percent }) => issueCoupon(percent) });\n",
    "import { tool } from 'ai';\nexport const coupon = tool({ inputSchema: z.object({ percent: z.number().max(10) }), execute: async ({ percent }) => issueCoupon(percent) });\n",
    'access/unbounded-model-argument',
  ],
  [
    'data/questions.yml',
    '- question: "Your mother\'s maiden name?"\n- question: "Name of your favourite pet?"\n',
    '- question: "How do I reset my password?"\n- question: "Who can see my name?"\n',
    'access/knowledge-question',
  ],
  [
    'contracts/Bank.sol',
    'pragma solidity ^0.8.0;\ncontract Bank {\n  mapping(address => uint) balances;\n  function take(uint amount) public {\n    (bool ok, ) = msg.sender.call{value: amount}("");\n    require(ok);\n    balances[msg.sender] -= amount;\n  }\n}\n',
    'pragma solidity ^0.8.0;\ncontract Bank {\n  mapping(address => uint) balances;\n  function take(uint amount) public {\n    balances[msg.sender] -= amount;\n    (bool ok, ) = msg.sender.call{value: amount}("");\n    require(ok);\n  }\n}\n',
    'contract/reentrancy',
  ],
  [
    'src/routes.ts',
    "import { Routes } from '@angular/router';\nexport const routes: Routes = [\n  { path: 'orders', component: Orders, canActivate: [LoginGuard] },\n  { path: 'admin', component: Admin },\n];\n",
    "import { Routes } from '@angular/router';\nexport const routes: Routes = [\n  { path: 'orders', component: Orders, canActivate: [LoginGuard] },\n  { path: 'admin', component: Admin, canActivate: [AdminGuard] },\n];\n",
    'access/unguarded-page',
  ],
  [
    'views/page.html',
    "<script>\n  document.write('You came from ' + document.referrer);\n</script>\n",
    "<script>\n  document.title = 'You came from ' + document.referrer;\n</script>\n",
    'injection/xss',
  ],
  [
    'page.php',
    "<?php\n$html .= '<pre>Hello ' . $_GET['name'] . '</pre>';\n",
    "<?php\n$html .= '<pre>Hello ' . htmlspecialchars($_GET['name']) . '</pre>';\n",
    'injection/xss',
  ],
  [
    'query.php',
    '<?php\n$id = mysqli_real_escape_string($db, $_POST["id"]);\n$query = "SELECT name FROM users WHERE id = $id";\n',
    '<?php\n$id = mysqli_real_escape_string($db, $_POST["id"]);\n$query = "SELECT name FROM users WHERE id = \'$id\'";\n',
    'injection/sql',
  ],
  [
    'Web.config',
    '<configuration><system.web>\n<customErrors mode="Off" />\n</system.web></configuration>\n',
    '<configuration><system.web>\n<customErrors mode="RemoteOnly" />\n</system.web></configuration>\n',
    'access/debug-mode',
  ],
];

async function rulesIn(files: Record<string, string>): Promise<Map<string, string[]>> {
  const { index, entries, dependencies } = await reviewInput(files);
  const found = new Map<string, string[]>();
  for (const id of ['security.injection', 'security.access-control', 'security.crypto-transport'])
    for (const one of (await runAgent(id, index, entries, { dependencies })).findings)
      found.set(one.file, [...(found.get(one.file) ?? []), one.ruleId]);
  return found;
}

describe('the security agents', async () => {
  const weak = await rulesIn(Object.fromEntries(cases.map(([path, text]) => [path, text])));
  const safe = await rulesIn(Object.fromEntries(cases.map(([path, , text]) => [path, text])));

  it.each(cases)('distinguish %s from its safe twin', (path, _weak, _safe, rule) => {
    expect(weak.get(path) ?? []).toContain(rule);
    expect(safe.get(path) ?? []).not.toContain(rule);
  });

  it('follow a password into a weak hash in another file', async () => {
    const found = await rulesIn({
      'src/hash.ts':
        "import crypto from 'node:crypto';\nexport const hash = (data: string) => crypto.createHash('md5').update(data).digest('hex');\n",
      'src/user.ts':
        "import { hash } from './hash.ts';\nexport function setPassword(user: User, password: string) {\n  user.password = hash(password);\n}\n",
    });
    expect(found.get('src/user.ts')).toContain('crypto/weak-password-hash');
  });

  it('raise the severity of an unescaped value to that of the data that the code passes to it', async () => {
    const files = (value: string) => ({
      'src/app.js': `app.get('/s', (req, res) => {\n  res.render('search', { term: ${value} });\n});\n`,
      'views/search.ejs': '<p><%- term %></p>\n',
    });
    const severityOf = async (value: string) => {
      const { index, entries, dependencies } = await reviewInput(files(value));
      const { findings } = await runAgent('security.injection', index, entries, { dependencies });
      return findings.find((one) => one.file === 'views/search.ejs')?.severity;
    };
    expect(await severityOf('req.query.q')).toBe('high');
    expect(await severityOf('settings.title')).toBe('medium');
  });
});

describe('memory in C', async () => {
  const found = await rulesIn({
    'weak.c':
      '#include <stdlib.h>\nvoid a(char *p) {\n  free(p);\n  p[0] = 1;\n}\nvoid b(char *p) {\n  free(p);\n  free(p);\n}\n',
    'safe.c':
      '#include <stdlib.h>\nvoid a(char *p) {\n  p[0] = 1;\n  free(p);\n}\nvoid b(char *p) {\n  if (p[0]) {\n    free(p);\n    return;\n  }\n  p[0] = 2;\n  free(p);\n  p = NULL;\n}\n',
  });

  it('is not used and not freed after it was freed', () => {
    expect(found.get('weak.c')).toEqual(
      expect.arrayContaining(['memory/use-after-free', 'memory/double-free']),
    );
    expect(found.get('safe.c') ?? []).toEqual([]);
  });
});
