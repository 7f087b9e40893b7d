import { describe, expect, it } from 'vitest';
import { runAgent } from '../../../agents/run-agent.ts';
import { reviewInput } from '../../../fixtures/review-input.ts';

const access = 'security.access-control';
const injection = 'security.injection';
const secrets = 'security.secrets';

/** Each case: the agent, the rule, the file, code with the weakness, the line it is told at, its safe twin. */
const cases: [agent: string, rule: string, path: string, weak: string, line: number, safe: string][] = [
  [
    access,
    'access/believed-cookie',
    'src/Users.java',
    'class Users {\n  void list() {\n    for (Cookie c : request.getCookies()) {\n      if (c.getName().equals("admin") && c.getValue().equals("1")) show();\n    }\n  }\n}\n',
    4,
    'class Users {\n  void list() {\n    for (Cookie c : request.getCookies()) {\n      if (c.getName().equals("theme") && c.getValue().equals("dark")) show();\n    }\n  }\n}\n',
  ],
  [
    access,
    'access/believed-cookie',
    'admin.go',
    'package main\n\nfunc admin(w http.ResponseWriter, r *http.Request) {\n\trole, _ := r.Cookie("role")\n\tif strings.ToLower(role.Value) == "admin" {\n\t\tshow(w)\n\t}\n}\n',
    4,
    'package main\n\nfunc admin(w http.ResponseWriter, r *http.Request) {\n\tlang, _ := r.Cookie("lang")\n\tif strings.ToLower(lang.Value) == "de" {\n\t\tshow(w)\n\t}\n}\n',
  ],
  [
    access,
    'access/believed-cookie',
    'Users.cs',
    'class Users : Controller {\n  public IActionResult Index() {\n    if (Request.Cookies["isAdmin"] == "true") return View();\n    return Forbid();\n  }\n}\n',
    3,
    'class Users : Controller {\n  public IActionResult Index() {\n    if (Request.Cookies["theme"] == "dark") return View();\n    return Forbid();\n  }\n}\n',
  ],
  [
    access,
    'access/believed-cookie',
    'app.py',
    "import base64, json\nfrom flask import request\n\n@app.route('/')\ndef index():\n    raw = base64.b64decode(request.cookies.get('who'))\n    who = json.loads(raw)\n    if who['role'] == 'admin':\n        return dashboard()\n    return 'no'\n",
    7,
    "import base64, json\nfrom flask import request\n\n@app.route('/')\ndef index():\n    raw = base64.b64decode(verify(request.cookies.get('who')))\n    who = json.loads(raw)\n    if who['role'] == 'admin':\n        return dashboard()\n    return 'no'\n",
  ],
  [
    access,
    'access/believed-cookie',
    'who.php',
    "<?php\n$who = json_decode(base64_decode($_COOKIE['who']), true);\nif ($who['is_admin']) { show(); }\n",
    2,
    "<?php\n$cart = json_decode(base64_decode($_COOKIE['cart']), true);\nif ($cart['rows']) { show(); }\n",
  ],
  [
    access,
    'access/mass-assignment',
    'routes/accounts.js',
    "router.post('/register', async (req, res) => {\n  const account = { name: req.body.name, role: req.body.role };\n  await accounts.add(account);\n  res.end();\n});\n",
    2,
    "router.post('/register', async (req, res) => {\n  const account = { name: req.body.name, role: 'member' };\n  await accounts.add(account);\n  res.end();\n});\n",
  ],
  [
    access,
    'access/mass-assignment',
    'app.rb',
    "post '/api/register' do\n  data = JSON.parse(request.body.read)\n  accounts << { name: data['name'], role: data['role'] || 'user' }\nend\n",
    3,
    "post '/api/admin/accounts' do\n  data = JSON.parse(request.body.read)\n  accounts << { name: data['name'], role: data['role'] || 'user' }\nend\n",
  ],
  [
    access,
    'access/mass-assignment',
    'src/main.rs',
    'async fn register(data: web::Json<Register>) -> HttpResponse {\n    let user = User { name: data.name.clone(), role: data.role.clone() };\n    save(user)\n}\n',
    2,
    'async fn register(data: web::Json<Register>) -> HttpResponse {\n    let user = User { name: data.name.clone(), role: least() };\n    save(user)\n}\n',
  ],
  [
    access,
    'access/open-environment',
    'app.rb',
    "get '/debug' do\n  { env: ENV.to_h, pid: 1 }.to_json\nend\n",
    2,
    "get '/debug' do\n  { env: ENV.to_h.slice('STAGE'), pid: 1 }.to_json\nend\n",
  ],
  [
    access,
    'access/open-environment',
    'src/main.rs',
    'async fn debug() -> HttpResponse {\n    HttpResponse::Ok().json(std::env::vars().collect::<HashMap<String, String>>())\n}\n',
    2,
    'async fn run() -> HttpResponse {\n    Command::new("tool").envs(std::env::vars()).spawn();\n    HttpResponse::Ok().finish()\n}\n',
  ],
  [
    access,
    'access/open-environment',
    'Info.java',
    '@RestController\nclass Info {\n  @GetMapping("/info")\n  Map<String, String> info() {\n    return System.getenv();\n  }\n}\n',
    5,
    '@RestController\nclass Info {\n  @GetMapping("/info")\n  String info() {\n    return System.getenv().get("STAGE");\n  }\n}\n',
  ],
  [
    access,
    'access/open-environment',
    'info.php',
    '<?php\necho json_encode($_ENV);\n',
    2,
    "<?php\necho json_encode($_ENV['STAGE']);\n",
  ],
  [
    access,
    'access/open-environment',
    'info.go',
    'package main\n\nfunc info(w http.ResponseWriter, r *http.Request) {\n\tjson.NewEncoder(w).Encode(os.Environ())\n}\n',
    4,
    'package main\n\nfunc info(w http.ResponseWriter, r *http.Request) {\n\tcmd := exec.Command("tool")\n\tcmd.Env = os.Environ()\n}\n',
  ],
  [
    access,
    'access/open-environment',
    'Info.cs',
    'class Info : ControllerBase {\n  public IActionResult Get() {\n    return Ok(Environment.GetEnvironmentVariables());\n  }\n}\n',
    3,
    'class Info : ControllerBase {\n  public IActionResult Get() {\n    return Ok(Environment.GetEnvironmentVariables()["STAGE"]);\n  }\n}\n',
  ],
  [
    access,
    'access/endless-session',
    'Tokens.java',
    'import io.jsonwebtoken.Jwts;\nclass Tokens {\n  String of(String name) {\n    return Jwts.builder().setSubject(name).signWith(key).compact();\n  }\n}\n',
    4,
    'import io.jsonwebtoken.Jwts;\nclass Tokens {\n  String of(String name) {\n    return Jwts.builder().setSubject(name).setExpiration(soon()).signWith(key).compact();\n  }\n}\n',
  ],
  [
    access,
    'access/endless-session',
    'tokens.go',
    'package main\n\nfunc tokenOf(name string) (string, error) {\n\ttoken := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{"username": name})\n\treturn token.SignedString(key)\n}\n',
    4,
    'package main\n\nfunc tokenOf(name string) (string, error) {\n\ttoken := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{"username": name, "exp": soon()})\n\treturn token.SignedString(key)\n}\n',
  ],
  [
    access,
    'access/endless-session',
    'Tokens.php',
    "<?php\nfunction token_of($id) {\n  return JWT::encode(['sub' => $id], key(), 'HS256');\n}\n",
    3,
    "<?php\nfunction token_of($id) {\n  return JWT::encode(['sub' => $id, 'exp' => time() + 600], key(), 'HS256');\n}\n",
  ],
  [
    access,
    'access/endless-session',
    'Tokens.cs',
    'class Tokens {\n  string Of(Claim[] claims) {\n    var token = new JwtSecurityToken(claims: claims, signingCredentials: credentials);\n    return handler.WriteToken(token);\n  }\n}\n',
    3,
    'class Tokens {\n  string Of(Claim[] claims) {\n    var token = new JwtSecurityToken(claims: claims, expires: soon, signingCredentials: credentials);\n    return handler.WriteToken(token);\n  }\n}\n',
  ],
  [
    access,
    'access/known-password',
    'check.py',
    "def check(given):\n    if given['username'] == 'admin' and given['password'] == '1234':\n        return True\n",
    2,
    "def check(given):\n    if given['username'] == 'admin' and given['password'] == '':\n        return False\n",
  ],
  [
    access,
    'access/known-password',
    'src/main.rs',
    'const ADMIN_PASSWORD: &str = "admin123";\n\nfn check(data: Login) -> bool {\n    data.password == ADMIN_PASSWORD\n}\n',
    4,
    'fn check(data: Login) -> bool {\n    data.password == SETTINGS_PASSWORD\n}\n',
  ],
  [
    access,
    'access/plain-password',
    'views.py',
    "def sign_in(data, user):\n    if user and data.get('password') == user.password:\n        return True\n",
    2,
    "def sign_in(data, user):\n    if user and user.check_password(data.get('password')):\n        return True\n",
  ],
  [
    access,
    'access/cookie-flags',
    'session.go',
    'package main\n\nfunc keep(c echo.Context, token string) {\n\tcookie := new(http.Cookie)\n\tcookie.Name = "session"\n\tcookie.Value = token\n\tc.SetCookie(cookie)\n}\n',
    4,
    'package main\n\nfunc keep(c echo.Context, token string) {\n\tcookie := new(http.Cookie)\n\tcookie.Name = "session"\n\tcookie.Value = token\n\tcookie.Secure = true\n\tcookie.HttpOnly = true\n\tc.SetCookie(cookie)\n}\n',
  ],
  [
    access,
    'access/open-cors',
    'server.js',
    "app.get('/', function (req, res) {\n  origin = req.headers['origin'];\n  if (origin == undefined || origin == '') origin = '*';\n  res.writeHead(200, {\n    'Access-Control-Allow-Origin': origin,\n    'Access-Control-Allow-Credentials': 'true',\n  });\n  res.end(read(req));\n});\n",
    5,
    "app.get('/', function (req, res) {\n  origin = req.headers['origin'];\n  if (!allowed.includes(origin)) return res.end();\n  res.writeHead(200, {\n    'Access-Control-Allow-Origin': origin,\n    'Access-Control-Allow-Credentials': 'true',\n  });\n  res.end(read(req));\n});\n",
  ],
  [
    access,
    'access/fixed-signing-key',
    'config.py',
    "SECRET_KEY = os.environ.get('SECRET_KEY', 'winter-2019')\n",
    1,
    "SECRET_KEY = os.environ['SECRET_KEY']\n",
  ],
  [
    access,
    'access/unchecked-upload',
    'upload.php',
    '<?php\n$target = "up/" . basename($_FILES["f"]["name"]);\n$ending = pathinfo($target, PATHINFO_EXTENSION);\nif (in_array($ending, ["php", "phtml"])) { die(); }\nmove_uploaded_file($_FILES["f"]["tmp_name"], $target);\n',
    5,
    '<?php\n$target = "up/" . basename($_FILES["f"]["name"]);\n$ending = pathinfo($target, PATHINFO_EXTENSION);\nif (!in_array($ending, ["png", "jpg"])) { die(); }\nmove_uploaded_file($_FILES["f"]["tmp_name"], $target);\n',
  ],
  [
    access,
    'access/unchecked-upload',
    'photo.php',
    "<?php\nfunction keep($f) {\n  if (preg_match('/\\.(jpg|png)/', $f['name']) !== 1) { die(); }\n  move_uploaded_file($f['tmp_name'], 'up/' . basename($f['name']));\n}\n",
    4,
    "<?php\nfunction keep($f) {\n  if (preg_match('/\\.(jpg|png)$/', $f['name']) !== 1) { die(); }\n  move_uploaded_file($f['tmp_name'], 'up/' . basename($f['name']));\n}\n",
  ],
  [
    injection,
    'injection/unescaped-output',
    'WEB-INF/list.jsp',
    '<td><s:property value="name" escape="false"/></td>\n',
    1,
    '<td><s:property value="name"/></td>\n',
  ],
  [
    injection,
    'injection/unescaped-output',
    'client/index.html',
    '<script id="row" type="text/x-handlebars-template">\n  <p>{{{body}}}</p>\n</script>\n',
    2,
    '<script id="row" type="text/x-handlebars-template">\n  <p>{{body}}</p>\n</script>\n',
  ],
  [
    access,
    'access/debug-mode',
    'src/main/resources/struts.xml',
    '<struts>\n  <constant name="struts.devMode" value="true"/>\n</struts>\n',
    2,
    '<struts>\n  <constant name="struts.devMode" value="false"/>\n</struts>\n',
  ],
  [
    access,
    'injection/redirect',
    'src/main/resources/struts.xml',
    ['<struts>\n  <result name="redirect" type="redirect">$', '{url}</result>\n</struts>\n'].join(''),
    2,
    '<struts>\n  <result name="redirect" type="redirectAction">home</result>\n</struts>\n',
  ],
  [
    secrets,
    'secrets/facebook',
    'keys.py',
    `token = "EAACEdEose0cBA${'Zx7Kq2Lm9Pw4Rt6Yv8Bn1Cd3Fg5Hj0'.repeat(4)}"\n`,
    1,
    `picture = "data:image/jpeg;base64,/9j/EAACEdEose0cBA${'Zx7Kq2Lm9Pw4Rt6Yv8Bn1Cd3Fg5Hj0'.repeat(4)}/AA="\n`,
  ],
];

describe('rights that people claim, and what services say of themselves', () => {
  it.each(cases)(
    '%s: %s in %s: the weak form is told on its line, its safe twin is not',
    async (agent, rule, path, weak, line, safe) => {
      const linesOf = async (text: string) => {
        const { index, entries, dependencies } = await reviewInput({ [path]: text });
        const { findings } = await runAgent(agent, index, entries, { dependencies });
        return findings.filter((one) => one.ruleId === rule).map((one) => one.line);
      };
      expect(await linesOf(weak)).toEqual([line]);
      expect(await linesOf(safe)).toEqual([]);
    },
  );
});
