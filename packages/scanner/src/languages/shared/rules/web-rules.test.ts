import { describe, expect, it } from 'vitest';
import { runAgent } from '../../../agents/run-agent.ts';
import { reviewInput } from '../../../fixtures/review-input.ts';

/** Each case: the file, code with the weakness, its safe twin, the rule. */
const cases: [path: string, weak: string, safe: string, rule: string][] = [
  [
    'src/fail.js',
    'app.use((problem, a, b, next) => {\n  b.status(500).send(problem.stack);\n});\n',
    "app.use((problem, a, b, next) => {\n  console.error(problem.stack);\n  b.status(500).send('failed');\n});\n",
    'access/error-details',
  ],
  [
    'src/seal.ts',
    "const key = 'k3yk3yk3yk3yk3yk3yk3';\nconst c = createCipheriv('aes-256-cbc', key, iv);\n",
    "const key = process.env.KEY;\nconst c = createCipheriv('aes-256-cbc', key, iv);\n",
    'crypto/fixed-key',
  ],
  [
    'src/hash.js',
    'const kept = bcrypt.hashSync(given, 4);\n',
    'const kept = bcrypt.hashSync(given, 12);\n',
    'crypto/few-rounds',
  ],
  [
    'src/store.ts',
    "localStorage.setItem('accessToken', given);\n",
    "localStorage.setItem('theme', given);\n",
    'access/stored-in-browser',
  ],
  [
    'src/main/java/Config.java',
    'class Config {\n  PasswordEncoder encoder() { return NoOpPasswordEncoder.getInstance(); }\n}\n',
    'class Config {\n  PasswordEncoder encoder() { return new BCryptPasswordEncoder(); }\n}\n',
    'access/plain-password',
  ],
  [
    'src/main/java/Reader.java',
    'class Reader {\n  void setUp(ObjectMapper m) { m.enableDefaultTyping(); }\n}\n',
    'class Reader {\n  void setUp(ObjectMapper m) { m.findAndRegisterModules(); }\n}\n',
    'injection/deserialization',
  ],
  [
    'src/main/java/Seal.java',
    'class Seal {\n  Key k = new SecretKeySpec("0123456789abcdef".getBytes(), "AES");\n}\n',
    'class Seal {\n  Key k = new SecretKeySpec(store.read(), "AES");\n}\n',
    'crypto/fixed-key',
  ],
  [
    'src/main/java/People.java',
    `interface People {\n  @Select("select * from p where n = '\${n}'")\n  List<P> named(String n);\n}\n`,
    'interface People {\n  @Select("select * from p where n = #{n}")\n  List<P> named(String n);\n}\n',
    'injection/mapped-sql',
  ],
  [
    'app/site.py',
    'from flask_cors import CORS\nCORS(app, resources={r"/*": {"origins": "*"}}, supports_credentials=True)\n',
    'from flask_cors import CORS\nCORS(app, resources={r"/*": {"origins": "https://a.example"}}, supports_credentials=True)\n',
    'access/open-cors',
  ],
  [
    'app/settings.py',
    'PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]\n',
    'PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]\n',
    'crypto/weak-hash',
  ],
  [
    'src/labels.ts',
    "export const options = { host: 'db', secret: 'q7Xp2mVb9TzR4sKd' };\n",
    "export const labels = { host: 'Host', secret: 'Schlüssel' };\n",
    'access/fixed-signing-key',
  ],
  [
    'login.php',
    "<?php\nif (password_verify($given, $user['hash'])) {\n  $_SESSION['uid'] = $user['id'];\n}\n",
    "<?php\nif (password_verify($given, $user['hash'])) {\n  session_regenerate_id(true);\n  $_SESSION['uid'] = $user['id'];\n}\n",
    'access/session-fixation',
  ],
  [
    'src/team.js',
    "router.get('/users/:id/delete', async (req, res) => {\n  await team.removeMember(req.params.id);\n});\n",
    "router.get('/users/:id/delete', async (req, res) => {\n  res.render('ask');\n});\n",
    'access/changed-by-link',
  ],
  [
    'app/models/lead.rb',
    'scope :named, ->(q) { where("name = \'#{q}\'") }\n',
    'scope :named, ->(q) { where("name = ?", q) }\n',
    'injection/sql',
  ],
  [
    'same.php',
    '<?php\n$isSame = md5($given) == $kept;\n',
    "<?php\n$isSame = hash_equals($kept, hash('sha256', $given));\n",
    'access/loose-comparison',
  ],
  [
    'app/controllers/notes_controller.rb',
    'class NotesController < ApplicationController\n  before_action :require_admin, only: [:index]\n  def destroy\n    Note.find(params[:id]).destroy\n  end\nend\n',
    'class NotesController < ApplicationController\n  before_action :require_admin, except: [:index]\n  def destroy\n    Note.find(params[:id]).destroy\n  end\nend\n',
    'access/partly-guarded',
  ],
  [
    'lib/tokens.rb',
    'def read(token)\n  JWT.decode(token, nil, false).first\nend\n',
    "def read(token)\n  JWT.decode(token, ENV.fetch('KEY'), true, algorithm: 'HS256').first\nend\n",
    'access/unverified-token',
  ],
  [
    'app/controllers/cookie_controller.rb',
    'cookies[:auth_token] = { value: token, expires: 1.year }\n',
    'cookies[:auth_token] = { value: token, secure: true, httponly: true }\n',
    'access/cookie-flags',
  ],
  [
    'app/search.rb',
    'user = User.new(params[:user])\n',
    'pattern = Regexp.new(params[:pattern])\n',
    'access/mass-assignment',
  ],
  [
    'app/me.py',
    'def save(request, user):\n    for key, value in request.json.items():\n        setattr(user, key, value)\n',
    "def save(request, user):\n    for key, value in request.json.items():\n        if key in ('nickname',):\n            setattr(user, key, value)\n",
    'access/mass-assignment',
  ],
  [
    'src/reflect.js',
    "res.setHeader('Access-Control-Allow-Origin', req.headers.origin);\n",
    "if (trusted.includes(req.headers.origin)) {\n  res.setHeader('Access-Control-Allow-Origin', req.headers.origin);\n}\n",
    'access/open-cors',
  ],
  [
    'app/admin.py',
    "from fastapi import APIRouter, Depends\n@router.get('/a', dependencies=[Depends(require_admin)])\ndef a(): ...\n@router.delete('/b')\ndef b(): ...\n",
    "from fastapi import APIRouter, Depends\n@router.get('/a', dependencies=[Depends(require_admin)])\ndef a(): ...\n@router.delete('/b', dependencies=[Depends(require_admin)])\ndef b(): ...\n",
    'access/unguarded-route',
  ],
  [
    'src/hook.js',
    "const mac = createHmac('sha256', key).update(body).digest('hex');\nif (mac !== given) fail();\n",
    "const mac = createHmac('sha256', key).update(body).digest('hex');\nif (mac !== null && timingSafeEqual(mac, given)) run();\n",
    'access/timing-comparison',
  ],
  [
    'app/hook.py',
    'mac = hmac.new(KEY, body, sha256).hexdigest()\nif mac != header:\n    fail()\n',
    'mac = hmac.new(KEY, body, sha256).hexdigest()\nif not hmac.compare_digest(mac, header):\n    fail()\n',
    'access/timing-comparison',
  ],
  [
    'gate.php',
    "<?php\n$key = getenv('API_KEY');\nif ($_SERVER['HTTP_X_KEY'] == $key) { run(); }\n",
    "<?php\n$key = getenv('API_KEY');\nif ($key !== false && hash_equals($key, $_SERVER['HTTP_X_KEY'])) { run(); }\n",
    'access/timing-comparison',
  ],
  [
    'src/noise.js',
    "app.get('/n', (req, res) => {\n  const size = parseInt(req.query.size, 10);\n  res.end(Buffer.alloc(size));\n});\n",
    "app.get('/n', (req, res) => {\n  const size = parseInt(req.query.size, 10);\n  if (size > 4096) return res.end();\n  res.end(Buffer.alloc(size));\n});\n",
    'access/requested-size',
  ],
  [
    'app/page.py',
    'def a():\n    size = int(request.args["size"])\n    return Post.query.limit(size)\n',
    'def a():\n    size = min(int(request.args["size"]), 100)\n    return Post.query.limit(size)\n',
    'access/requested-size',
  ],
  [
    'src/window.js',
    "const { BrowserWindow } = require('electron');\nnew BrowserWindow({ webPreferences: { nodeIntegration: true } });\n",
    "const { BrowserWindow } = require('electron');\nnew BrowserWindow({ webPreferences: { nodeIntegration: false } });\n",
    'access/page-with-node',
  ],
  [
    'src/upload.js',
    'multer.diskStorage({\n  filename(req, file, cb) {\n    cb(null, file.originalname);\n  },\n});\n',
    'multer.diskStorage({\n  filename(req, file, cb) {\n    cb(null, randomUUID() + path.extname(file.originalname));\n  },\n});\n',
    'access/unchecked-upload',
  ],
  [
    'app/badge.rb',
    '"<b>#{user.nickname}</b>".html_safe\n',
    '"<b>#{h(user.nickname)}</b>".html_safe\n',
    'injection/trusted-markup',
  ],
  [
    'app/badge.py',
    'def badge(user):\n    return mark_safe("<b>" + user.nickname + "</b>")\n',
    'def badge(user):\n    return mark_safe("<b>" + escape(user.nickname) + "</b>")\n',
    'injection/trusted-markup',
  ],
  [
    'app/notes.py',
    'class Notes(generics.RetrieveUpdateDestroyAPIView):\n    permission_classes = [IsAuthenticated]\n    queryset = Note.objects.all()\n',
    'class Notes(generics.RetrieveUpdateDestroyAPIView):\n    permission_classes = [IsAuthenticated]\n    def get_queryset(self):\n        return Note.objects.filter(owner=self.request.user)\n',
    'access/foreign-record',
  ],
  [
    'src/actions.ts',
    "'use server';\nexport async function drop(id: string) {\n  const session = await getServerSession();\n  await prisma.invoice.delete({ where: { id } });\n}\n",
    "'use server';\nexport async function drop(id: string) {\n  const session = await getServerSession();\n  await prisma.invoice.delete({ where: { id, ownerId: session.user.id } });\n}\n",
    'access/foreign-record',
  ],
  [
    'src/read-token.ts',
    "export const read = (t) => jwt.verify(t, key, { algorithms: ['HS256', 'none'] });\n",
    "export const read = (t) => jwt.verify(t, key, { algorithms: ['HS256'] });\n",
    'access/unverified-token',
  ],
  [
    'routes.php',
    "<?php\nregister_rest_route('a', '/b', [\n  'methods' => 'POST',\n  'permission_callback' => '__return_true',\n]);\n",
    "<?php\nregister_rest_route('a', '/b', [\n  'methods' => 'GET',\n  'permission_callback' => '__return_true',\n]);\n",
    'access/no-nonce',
  ],
  [
    'app/bans.py',
    "from fastapi import APIRouter, Depends\n@router.post('/a')\ndef a(who=Depends(require_admin)): ...\n@router.put('/b')\ndef b(who=Depends(require_admin)): ...\n@router.delete('/c')\ndef c(): ...\n",
    "from fastapi import APIRouter, Depends\n@router.post('/a')\ndef a(who=Depends(require_admin)): ...\n@router.put('/b')\ndef b(who=Depends(require_admin)): ...\n@router.delete('/c')\ndef c(who=Depends(require_admin)): ...\n",
    'access/unguarded-route',
  ],
];

async function rulesIn(files: Record<string, string>): Promise<Map<string, string[]>> {
  const { index, entries, dependencies } = await reviewInput(files);
  const found = new Map<string, string[]>();
  for (const id of ['security.injection', 'security.access-control'])
    for (const one of (await runAgent(id, index, entries, { dependencies })).findings)
      found.set(one.file, [...(found.get(one.file) ?? []), one.ruleId]);
  return found;
}

describe('rules of web applications', async () => {
  const weak = await rulesIn(Object.fromEntries(cases.map(([path, text]) => [path, text])));
  const safe = await rulesIn(Object.fromEntries(cases.map(([path, , text]) => [path, text])));

  it.each(cases)('distinguish %s from its safe twin', (path, _weak, _safe, rule) => {
    expect(weak.get(path) ?? []).toContain(rule);
    expect(safe.get(path) ?? []).not.toContain(rule);
  });
});
