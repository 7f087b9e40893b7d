import { describe, expect, it } from 'vitest';
import { runAgent } from '../../../agents/run-agent.ts';
import { reviewInput } from '../../../fixtures/review-input.ts';

const access = 'security.access-control';
const injection = 'security.injection';

/** Each case: the agent, the rule, the file, code with the weakness, the line of the finding, the safe twin. */
const cases: [agent: string, rule: string, path: string, weak: string, line: number, safe: string][] = [
  [
    access,
    'access/unverified-token',
    'src/token.ts',
    "import jwt from 'jsonwebtoken';\nexport function claims(token: string, key: string) {\n  const header = parse(token);\n  return jwt.verify(token, key, { algorithms: [header.alg] });\n}\n",
    4,
    "import jwt from 'jsonwebtoken';\nexport function claims(token: string, key: string) {\n  const alg = 'RS256';\n  return jwt.verify(token, key, { algorithms: [alg] });\n}\n",
  ],
  [
    access,
    'access/unverified-token',
    'src/token.ts',
    "import { decode } from 'jwt-simple';\nexport const claims = (token: string, key: string) => decode(token, key, true, 'RS256');\n",
    2,
    "import { decode } from 'jwt-simple';\nexport const claims = (token: string, key: string) => decode(token, key, false, 'RS256');\n",
  ],
  [
    access,
    'access/unverified-token',
    'src/token.ts',
    "import * as jose from 'jose';\nexport async function claims(token: string) {\n  const header = jose.decodeProtectedHeader(token);\n  const key = await jose.importJWK(header.jwk);\n  return jose.jwtVerify(token, key);\n}\n",
    4,
    "import * as jose from 'jose';\nexport async function claims(token: string) {\n  const header = jose.decodeProtectedHeader(token);\n  const key = await jose.importJWK(keys[header.kid]);\n  return jose.jwtVerify(token, key);\n}\n",
  ],
  [
    access,
    'access/unverified-token',
    'claims.py',
    "import jwt\n\n\ndef claims(token, key):\n    header = jwt.get_unverified_header(token)\n    return jwt.decode(token, key, algorithms=[header['alg']])\n",
    6,
    "import jwt\n\n\ndef claims(token):\n    header = jwt.get_unverified_header(token)\n    return jwt.decode(token, KEYS[header['kid']], algorithms=['RS256'])\n",
  ],
  [
    access,
    'access/unverified-token',
    'claims.php',
    '<?php\nfunction claims($token, $key) {\n  $header = head($token);\n  return JWT::decode($token, new Key($key, $header->alg));\n}\n',
    4,
    "<?php\nfunction claims($token, $key) {\n  return JWT::decode($token, new Key($key, 'RS256'));\n}\n",
  ],
  [
    access,
    'access/unverified-token',
    'claims.rb',
    "require 'jwt'\ndef claims(token, header, key)\n  JWT.decode(token, key, true, algorithm: header['alg'])\nend\n",
    3,
    "require 'jwt'\ndef claims(token, key)\n  JWT.decode(token, key, true, algorithm: 'RS256')\nend\n",
  ],
  [
    access,
    'access/endless-session',
    'src/token.js',
    "const jwt = require('jsonwebtoken');\nexports.sign = (user) => jwt.sign({ sub: user.id }, process.env.KEY);\n",
    2,
    "const jwt = require('jsonwebtoken');\nexports.sign = (user) => jwt.sign({ sub: user.id }, process.env.KEY, { expiresIn: '1h' });\n",
  ],
  [
    access,
    'access/endless-session',
    'token.py',
    "import jwt\n\n\ndef sign(user, key):\n    return jwt.encode({'sub': user.id}, key, algorithm='HS256')\n",
    5,
    "import jwt\n\n\ndef sign(user, key, end):\n    return jwt.encode({'sub': user.id, 'exp': end}, key, algorithm='HS256')\n",
  ],
  [
    access,
    'access/believed-parameter',
    'src/photos.controller.ts',
    "import { Controller, Delete, Query, UnauthorizedException } from '@nestjs/common';\n@Controller('photos')\nexport class Photos {\n  @Delete()\n  async remove(@Query('isAdmin') isAdmin: string) {\n    if (isAdmin !== 'true') throw new UnauthorizedException();\n    await this.photos.clear();\n  }\n}\n",
    5,
    "import { Controller, Get, Query } from '@nestjs/common';\n@Controller('people')\nexport class People {\n  @Get()\n  async list(@Query('isAdmin') isAdmin: string) {\n    return this.people.find({ isAdmin: isAdmin === 'true' });\n  }\n}\n",
  ],
  [
    access,
    'access/believed-parameter',
    'a.php',
    "<?php\nif ($_GET['admin'] != 1) { header('HTTP/1.1 403 Forbidden'); exit; }\nremove($_GET['id']);\n",
    2,
    "<?php\nif (!$_SESSION['admin']) { header('HTTP/1.1 403 Forbidden'); exit; }\nlisted($_GET['admin']);\n",
  ],
  [
    access,
    'access/commented-guard',
    'menu.py',
    'from fastapi import APIRouter, Depends\nrouter = APIRouter()\n\n\n@router.delete("/menu/{item}")\ndef remove(\n    item: int,\n    # auth=Depends(RolesBasedAuthChecker([UserRole.CHEF])),\n):\n    drop(item)\n',
    8,
    'from fastapi import APIRouter, Depends\nrouter = APIRouter()\n\n\n@router.delete("/menu/{item}")\ndef remove(\n    item: int,\n    # The kitchen depends on it.\n    auth=Depends(RolesBasedAuthChecker([UserRole.CHEF])),\n):\n    drop(item)\n',
  ],
  [
    access,
    'access/mass-assignment',
    'profile.py',
    'from pydantic import BaseModel, Extra\n\n\nclass Change(BaseModel, extra=Extra.allow):\n    name: str\n\n\n@router.patch("/profile")\ndef change(given: Change, user=Depends(me)):\n    for key, value in given.dict().items():\n        setattr(user, key, value)\n',
    4,
    'from pydantic import BaseModel\n\n\nclass Change(BaseModel, extra="forbid"):\n    name: str\n\n\n@router.patch("/profile")\ndef change(given: Change, user=Depends(me)):\n    for key, value in given.dict().items():\n        setattr(user, key, value)\n',
  ],
  [
    access,
    'access/mass-assignment',
    'profile.py',
    'from pydantic import BaseModel, ConfigDict\n\n\nclass Change(BaseModel):\n    model_config = ConfigDict(extra="allow")\n    name: str\n\n\ndef change(given: Change):\n    return Profile(**given.model_dump())\n',
    5,
    'from pydantic import BaseModel, ConfigDict\n\n\nclass Event(BaseModel):\n    model_config = ConfigDict(extra="allow")\n    name: str\n\n\ndef log(given: Event):\n    logger.info(given.name)\n',
  ],
  [
    access,
    'access/loose-origin',
    'app.py',
    'from fastapi.middleware.cors import CORSMiddleware\napp.add_middleware(\n    CORSMiddleware,\n    allow_origin_regex=".*.(shop.com|orders.com)",\n    allow_credentials=True,\n)\n',
    4,
    'from fastapi.middleware.cors import CORSMiddleware\napp.add_middleware(\n    CORSMiddleware,\n    allow_origin_regex=r"^https://(?:www\\.)?shop\\.com$",\n    allow_credentials=True,\n)\n',
  ],
  [
    access,
    'access/open-environment',
    'debug.py',
    'import os\nfrom fastapi import APIRouter\nrouter = APIRouter()\n\n\n@router.get("/debug")\ndef debug():\n    variables = dict(os.environ)\n    return {"host": name(), "env": variables}\n',
    8,
    'import os\nfrom fastapi import APIRouter\nrouter = APIRouter()\n\n\n@router.get("/debug")\ndef debug():\n    variables = dict(os.environ)\n    start(variables)\n    return {"host": name(), "stage": variables["STAGE"]}\n',
  ],
  [
    access,
    'access/foreign-record',
    'orders.py',
    'from fastapi import APIRouter, Depends\nrouter = APIRouter()\n\n\n@router.get("/orders/{order_id}")\ndef show(\n    order_id: int,\n    db: Session = Depends(get_db),\n    auth=Depends(RolesBasedAuthChecker([UserRole.CUSTOMER])),\n):\n    return db.query(Order).filter(Order.id == order_id).first()\n',
    11,
    'from fastapi import APIRouter, Depends\nrouter = APIRouter()\n\n\n@router.get("/orders/{order_id}")\ndef show(\n    order_id: int,\n    current_user: User = Depends(get_current_user),\n    db: Session = Depends(get_db),\n):\n    order = db.query(Order).filter(Order.id == order_id).first()\n    if order.user_id != current_user.id:\n        raise HTTPException(404)\n    return order\n',
  ],
  [
    access,
    'access/client-chosen-address',
    'views.py',
    "def target(request):\n    forwarded = request.META.get('HTTP_X_FORWARDED_FOR')\n    ip = forwarded.split(',')[0] if forwarded else request.META.get('REMOTE_ADDR')\n    if ip == '127.0.0.1':\n        return show(request)\n    return refuse(request)\n",
    2,
    "def target(request):\n    ip = request.META.get('REMOTE_ADDR')\n    if ip == '127.0.0.1':\n        return show(request)\n    return refuse(request)\n",
  ],
  [
    access,
    'access/plain-password',
    'views.py',
    "def sign_up(request):\n    name = request.POST['name']\n    password = request.POST['password']\n    Account.objects.create(name=name, password=password)\n    return redirect('/')\n",
    4,
    "def sign_up(request):\n    name = request.POST['name']\n    password = request.POST['password']\n    Account.objects.create(name=name, password=make_password(password))\n    return redirect('/')\n",
  ],
  [
    access,
    'access/session-fixation',
    'login.php',
    "<?php\nsession_start();\n$row = find($_POST['name']);\nif (md5($_POST['password']) === $row['hash']) {\n  $_SESSION['user'] = $row['id'];\n}\n",
    5,
    "<?php\nsession_start();\n$row = find($_POST['name']);\nif (md5($_POST['password']) === $row['hash']) {\n  session_regenerate_id(true);\n  $_SESSION['user'] = $row['id'];\n}\n",
  ],
  [
    access,
    'access/empty-password',
    'config.php',
    '<?php\n$user = "root";\n$pass = "";\n$db = new mysqli("localhost", $user, $pass, "shop");\n',
    4,
    '<?php\n$user = "shop";\n$pass = getenv("DB_PASSWORD");\n$db = new mysqli("localhost", $user, $pass, "shop");\n',
  ],
  [
    access,
    'injection/spreadsheet-formula',
    'export.php',
    "<?php\n$rows = $db->query('select name, mail from people');\nwhile ($row = $rows->fetch_assoc()) fputcsv($out, $row);\n",
    3,
    "<?php\nforeach (['name', 'mail'] as $title) { fputcsv($out, [$title]); }\n",
  ],
  [
    access,
    'access/mass-assignment',
    'src/users.js',
    "app.put('/users/:id', async (req, res) => {\n  await db.user.update(req.body, { where: { id: req.params.id } });\n  res.end();\n});\n",
    2,
    "app.put('/users/:id', async (req, res) => {\n  await db.user.update({ name: req.body.name }, { where: { id: req.params.id } });\n  res.end();\n});\n",
  ],
  [
    access,
    'access/mass-assignment',
    'src/users.js',
    "app.put('/users/:id', async (req, res) => {\n  await prisma.user.update({ where: { id: 1 }, data: req.body });\n  res.end();\n});\n",
    2,
    "app.put('/users/:id', async (req, res) => {\n  await prisma.user.update({ where: { id: 1 }, data: { name: req.body.name } });\n  res.end();\n});\n",
  ],
  [
    access,
    'access/mass-assignment',
    'src/users.js',
    "app.put('/users/:id', async (req, res) => {\n  await User.updateOne({ _id: req.params.id }, { $set: req.body });\n  res.end();\n});\n",
    2,
    "app.put('/users/:id', async (req, res) => {\n  await User.updateOne({ _id: req.params.id }, { $set: { name: req.body.name } });\n  res.end();\n});\n",
  ],
  [
    access,
    'access/mass-assignment',
    'src/users.js',
    "app.put('/users/:id', async (req, res) => {\n  await knex('users').insert(req.body);\n  res.end();\n});\n",
    2,
    "app.put('/users/:id', async (req, res) => {\n  await knex('users').insert({ name: req.body.name });\n  res.end();\n});\n",
  ],
  [
    access,
    'access/mass-assignment',
    'src/users.js',
    "app.put('/users/:id', async (req, res) => {\n  await wrap(user).assign({ ...req.body });\n  res.end();\n});\n",
    2,
    "app.put('/users/:id', async (req, res) => {\n  await wrap(user).assign({ name: req.body.name });\n  res.end();\n});\n",
  ],
  [
    access,
    'access/mass-assignment',
    'src/users.js',
    "app.post('/users', async (req, res) => {\n  const given = req.body;\n  await User.create(given);\n  res.end();\n});\n",
    3,
    "app.post('/users', async (req, res) => {\n  const given = req.body;\n  await User.create({ name: given.name });\n  res.end();\n});\n",
  ],
  [
    access,
    'access/mass-assignment',
    'src/users.js',
    "app.post('/users', async (req, res) => {\n  const { body } = req;\n  await prisma.user.create({ data: body });\n  res.end();\n});\n",
    3,
    "app.post('/users', async (req, res) => {\n  const { body } = req;\n  await schema.validate(body);\n  await prisma.user.create({ data: body });\n  res.end();\n});\n",
  ],
  [
    injection,
    'access/message-to-all',
    'views/popup.ejs',
    "<script>\n  window.opener.postMessage({ token: '<%= token %>' }, '*');\n</script>\n",
    2,
    "<script>\n  window.opener.postMessage({ token: '<%= token %>' }, 'https://shop.test');\n</script>\n",
  ],
  [
    injection,
    'access/message-from-any',
    'views/popup.ejs',
    "<script>\n  window.addEventListener('message', function (event) {\n    document.getElementById('token').value = event.data.token;\n  });\n</script>\n",
    2,
    "<script>\n  window.addEventListener('message', function (event) {\n    if (event.origin !== 'https://shop.test') return;\n    document.getElementById('token').value = event.data.token;\n  });\n</script>\n",
  ],
  [
    injection,
    'injection/dom-markup',
    'views/chat.ejs',
    '<script>\n  socket.on("said", (data) => {\n    box.innerHTML = before + `<p style="color: red; display: inline">\u0024{data.message}</p>`;\n  });\n</script>\n',
    3,
    '<script>\n  socket.on("said", (data) => {\n    box.innerHTML = before + `<p style="color: red; display: inline">?</p>`;\n  });\n</script>\n',
  ],
];

describe('common code of web applications', () => {
  it.each(cases)(
    '%s: %s in %s: the weak code is reported on its line, its safe twin is not',
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
