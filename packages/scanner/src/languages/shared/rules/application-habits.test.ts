import { describe, expect, it } from 'vitest';
import { runAgent } from '../../../agents/run-agent.ts';
import { reviewInput } from '../../../fixtures/review-input.ts';

const access = 'security.access-control';
const injection = 'security.injection';

/** Code that discloses something, and a safe twin. */
const cases: [agent: string, rule: string, path: string, weak: string, safe: string][] = [
  [
    access,
    'access/open-environment',
    'info.js',
    'function info(req, res) {\n  res.json({ node: process.version, env: process.env });\n}\n',
    'function info(req, res) {\n  const child = spawn(tool, { env: process.env });\n  res.json({ pid: child.pid });\n}\n',
  ],
  [
    access,
    'access/open-environment',
    'info.py',
    'from flask import jsonify\n\ndef info():\n    return jsonify(dict(os.environ))\n',
    'from flask import jsonify\n\ndef info():\n    return jsonify(os.environ["REGION"])\n',
  ],
  [
    access,
    'access/open-cors',
    'cors.js',
    'const options = {\n  origin: true,\n  credentials: true,\n};\napp.use(cors(options));\n',
    'const options = {\n  origin: true,\n};\napp.use(cors(options));\n',
  ],
  [
    access,
    'access/error-details',
    'answer.js',
    'read((err, data) => {\n  if (err) return res.send(err.toString());\n  res.send(data);\n});\n',
    'read((err, data) => {\n  if (err) return next(err);\n  res.send(data);\n});\n',
  ],
  [
    injection,
    'injection/shell-true',
    'tool.py',
    'def run(name):\n    subprocess.run(f"ls {name}", shell=True)\n',
    'def run():\n    subprocess.run(f"{Tool.LIST.value} {FOLDER}", shell=True)\n',
  ],
  [
    access,
    'access/cookie-flags',
    'cookie.js',
    "res.setHeader('Set-Cookie', 'session=x; Path=/; HttpOnly');\n",
    "res.setHeader('Set-Cookie', 'session=x; Path=/; HttpOnly; Secure; SameSite=Lax');\nask().expect('Set-Cookie', 'user=a; Path=/');\n",
  ],
  [
    access,
    'access/session-cookie',
    'app.py',
    'storage = RedisStorage(pool, httponly=False)\n',
    'storage = RedisStorage(pool, httponly=True)\n',
  ],
  [
    access,
    'access/session-cookie',
    'config/initializers/session_store.rb',
    'Shop::Application.config.session_store :cookie_store, key: "_shop", httponly: false\n',
    'Shop::Application.config.session_store :cookie_store, key: "_shop", httponly: true\n',
  ],
  [
    access,
    'access/escaping-off',
    'config/initializers/json.rb',
    'ActiveSupport::JSON::Encoding::escape_html_entities_in_json = false\n',
    'ActiveSupport::JSON::Encoding::escape_html_entities_in_json = true\n',
  ],
  [
    access,
    'injection/sql',
    'app/models/visit.rb',
    'class Visit < ApplicationRecord\n  scope :by, ->(address, field = "*") { select("#{field}").where(address: address) }\nend\n',
    'class Visit < ApplicationRecord\n  scope :by, ->(address) { select("#{table_name}.*").where(address: address) }\nend\n',
  ],
  [
    access,
    'injection/sql',
    'app/models/sale.rb',
    'class Sale < ApplicationRecord\n  def self.sorted(field)\n    order("#{field} desc")\n  end\nend\n',
    'class Sale < ApplicationRecord\n  def self.sorted(field)\n    raise ArgumentError unless FIELDS.include?(field)\n    order("#{field} desc")\n  end\nend\n',
  ],
  [
    access,
    'access/any-origin',
    'answer.go',
    'package a\n\nfunc answer(w http.ResponseWriter) {\n\tw.Header().Set("Access-Control-Allow-Origin", "*")\n}\n',
    'package a\n\nfunc answer(w http.ResponseWriter) {\n\tw.Header().Set("Access-Control-Allow-Origin", "https://shop.test")\n}\n',
  ],
  [
    access,
    'access/evaluated-field',
    'Hook.php',
    '<?php\nclass Hook {\n  public $code;\n  function run() { eval($this->code); }\n}\n',
    '<?php\nclass Hook {\n  public $code;\n  function run() { $this->call($this->code); }\n}\n',
  ],
  [
    access,
    'access/client-chosen-address',
    'limit.js',
    "const rateLimit = (req) => {\n  const ip = req.headers['x-forwarded-for'] || req.socket.remoteAddress;\n  return seen.get(ip) > 9;\n};\n",
    'const rateLimit = (req) => {\n  const ip = req.socket.remoteAddress;\n  return seen.get(ip) > 9;\n};\n',
  ],
  [
    access,
    'access/commented-guard',
    'app.py',
    'app = Application(middlewares=[\n    session_middleware,\n    # csrf_middleware,\n])\n',
    'app = Application(middlewares=[\n    session_middleware,\n    csrf_middleware,\n    # csrf is checked there\n])\n',
  ],
  [
    access,
    'access/user-enumeration',
    'login.py',
    'def login(name):\n    if user is None:\n        return answer("Username does not exist")\n    return answer("Password is not correct for the given username.")\n',
    'def login(name):\n    if user is None:\n        return answer("Username does not exist")\n    return answer("Welcome")\n',
  ],
  [
    access,
    'access/cookie-flags',
    'cookie.go',
    'package a\n\nfunc set(w http.ResponseWriter) {\n\thttp.SetCookie(w, &http.Cookie{Name: "id", Value: id()})\n}\n',
    'package a\n\nfunc send(r *http.Request, w http.ResponseWriter) {\n\tr.AddCookie(&http.Cookie{Name: "id", Value: id()})\n\tc := &http.Cookie{Name: "id", MaxAge: -1}\n\thttp.SetCookie(w, c)\n}\n',
  ],
  [
    access,
    'access/open-permissions',
    'Disk.php',
    '<?php\nchmod($path, 0666);\n',
    '<?php\nchmod($path, 0666 & ~umask());\n',
  ],
  [
    access,
    'access/known-password',
    'answer.py',
    "from flask import request\nanswer = {'status': 'ok', 'password': 'tiger-99'}\n",
    "from flask import request\nanswer = {'status': 'ok', 'password': 'Updated.'}\n",
  ],
  [
    injection,
    'injection/autoescape-off',
    'pages.py',
    'import aiohttp_jinja2\naiohttp_jinja2.setup(app, loader=loader, autoescape=False)\n',
    'import aiohttp_jinja2\naiohttp_jinja2.setup(app, loader=loader, autoescape=True)\n',
  ],
  [
    injection,
    'injection/sql',
    'users.py',
    'class User(Model):\n  name = Column(String)\n\ndef find(name):\n    query = f"SELECT * FROM users WHERE name = \'{name}\'"\n    return db.session.execute(text(query))\n',
    'def find(name):\n    query = "SELECT * FROM users WHERE name = :name"\n    return db.session.execute(text(query), {"name": name})\n',
  ],
  [
    injection,
    'injection/unsafe-yaml',
    'upload.py',
    "from flask import request\nimport yaml\n\ndef load():\n    f = request.files['file']\n    f.save(path)\n    with open(path) as kept:\n        return yaml.load(kept.read())\n",
    "from flask import request\nimport yaml\n\ndef load():\n    f = request.files['file']\n    f.save(path)\n    with open(path) as kept:\n        return yaml.safe_load(kept.read())\n",
  ],
  [
    injection,
    'injection/nosql',
    'search.js',
    "const find = (body) => notes.find({ $where: 'this.name == ' + body });\n",
    "const kind = 'public';\nconst find = () => notes.find({ $where: 'this.kind == ' + kind });\n",
  ],
  [
    injection,
    'injection/unescaped-output',
    'app/views/a.html.erb',
    '<%= user.name.html_safe %>\n',
    "<%= user.admin ? '<i></i>'.html_safe : '<b></b>'.html_safe %>\n",
  ],
  [
    injection,
    'injection/xss',
    'home.html',
    "<script>\nvar url = window.location.href;\nvar rest = url.substring(url.indexOf('#') + 1);\ndocument.write('<b>' + rest + '</b>');\n</script>\n",
    "<script>\nvar i = location.href.indexOf('lang=');\ndocument.write(\"<option value=1>\" + 'x' + '</option>');\nif (i > -1) document.write(\"<option value=2>English</option>\");\n</script>\n",
  ],
];

describe('common mistakes in web applications', () => {
  it.each(cases)(
    '%s: %s in %s is reported, and its safe twin is not',
    async (agent, rule, path, weak, safe) => {
      const told = async (text: string) => {
        const { index, entries, dependencies } = await reviewInput({ [path]: text });
        const { findings } = await runAgent(agent, index, entries, { dependencies });
        return findings.map(({ ruleId }) => ruleId);
      };
      expect(await told(weak)).toContain(rule);
      expect(await told(safe)).not.toContain(rule);
    },
  );
});
