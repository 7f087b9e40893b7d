import { describe, test } from 'vitest';
import { expectFlows } from '../../fixtures/expect-flows.ts';

describe('data followed through Python', () => {
  test('Flask views: queries, commands, files, templates', async () => {
    await expectFlows({
      'app.py': `
import os, subprocess, sqlite3, shlex
from flask import Flask, request, render_template_string, redirect, escape
app = Flask(__name__)

@app.route('/a/<name>')
def a(name):
    cur = sqlite3.connect('x').cursor()
    cur.execute("SELECT * FROM t WHERE n = '%s'" % name)  # !sql
    cur.execute("SELECT * FROM t WHERE n = ?", (name,))
    cur.execute(f"SELECT * FROM t WHERE n = {request.args.get('n')}")  # !sql
    os.system('ls ' + request.form['d'])  # !command
    os.system('ls ' + shlex.quote(request.form['d']))
    subprocess.run(['ls', name])
    subprocess.run('ls ' + name, shell=True)  # !command
    open('/srv/' + request.args['f'])  # !path
    open('/srv/' + os.path.basename(request.args['f']))
    return render_template_string('<p>' + name)  # !template !xss
`,
    });
  });

  test('dead branches, elements, keys and fields are distinguished', async () => {
    await expectFlows({
      'app.py': `
import os
from flask import request

class Box:
    def __init__(self, theirs):
        self.theirs = theirs
        self.ours = 'x'

    def mine(self):
        return self.ours

def view():
    param = request.args.get('p')
    num = 106
    bar = 'safe' if 7 * 18 + num > 200 else param
    os.system(bar)
    values = ['a', param, 'b']
    values.pop(0)
    os.system(values[0])  # !command
    os.system(values[1])
    d = {'a': 'x', 'b': param}
    os.system(d['a'])
    os.system(d['b'])  # !command
    box = Box(param)
    os.system(box.mine())
    os.system(box.theirs)  # !command
    if param in ('on', 'off'):
        os.system(param)
`,
    });
  });

  test('helpers in other modules and packages are followed', async () => {
    await expectFlows({
      'web/views.py': `
from flask import request
from web.helpers import build, constant
from . import helpers as h
import subprocess

def view():
    subprocess.call(build(request.args['x']), shell=True)  # !command
    subprocess.call(constant(request.args['x']), shell=True)
    subprocess.call(h.build('x'), shell=True)
    h.run(request.values['y'])
`,
      'web/__init__.py': '',
      'web/helpers.py': `
import os

def build(value):
    parts = ['echo', value]
    return ' '.join(parts)

def constant(value):
    return 'echo'

def run(value):
    os.popen(value)  # !command
`,
    });
  });

  test('weak algorithms, loaders that run code, disabled checks', async () => {
    await expectFlows({
      'app.py': `
import hashlib, yaml, pickle, requests, random, secrets
from flask import request

def view():
    hashlib.md5(b'x')  # !weak_hash
    hashlib.sha256(b'x')
    yaml.load(request.data)  # !deserialization
    yaml.safe_load(request.data)
    pickle.loads(request.data)  # !deserialization
    requests.get('https://example.com', verify=False)  # !insecure_tls
    token = random.randint(0, 9)  # !weak_random
    dice = random.randint(0, 9)  # !weak_random
    token = secrets.token_hex()
`,
    });
  });

  test('FastAPI and Django parameters are data from outside', async () => {
    await expectFlows({
      'api.py': `
from fastapi import FastAPI
from django.db import connection
app = FastAPI()

@app.get('/x')
async def x(name: str, page: int):
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM t WHERE a = '" + name + "'")  # !sql
        cursor.execute("SELECT 1 FROM t LIMIT " + str(page))

def view(request):
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM t WHERE a = '" + request.GET['a'] + "'")  # !sql
`,
    });
  });

  test('programs of asyncio and os, parts of queries, errors as pages, conditions as objects', async () => {
    await expectFlows({
      'app.py': `
import asyncio, os, boto3
from sqlalchemy import select
from django.http import HttpResponseBadRequest

async def view(request):
    name = request.GET['n']
    args = ['bash', '-c', name]
    await asyncio.create_subprocess_exec(*args)  # !command
    await asyncio.create_subprocess_exec('ls', name)
    loop = asyncio.get_running_loop()
    await loop.subprocess_shell(Protocol, 'ls ' + name)  # !command
    os.posix_spawn(name, [name], os.environ)  # !command
    os.posix_spawn('/bin/ls', ['ls'], os.environ)
    session.query(Thing).having('n > {}'.format(name))  # !sql
    session.query(Thing).filter(Thing.name == name)
    Thing.objects.order_by('-' + name)
    table.scan(ScanFilter=request.json['filter'])  # !nosql
    return HttpResponseBadRequest('<p>' + name)  # !xss
`,
    });
  });

  test('unencrypted addresses, modes and keys, found through constants', async () => {
    await expectFlows({
      'app.py': `
import os, requests, boto3, urllib.request
from Crypto.Cipher import AES
from cryptography.hazmat.primitives.asymmetric import rsa
url = 'http://api.example.net/x'
key = 'Qm9vVHJlZVNreUxha2VSaXZlclN0b25lUGF0aDE='

def go(near='http://10.0.0.5/x'):
    requests.get(url)  # !plain_transport
    requests.get(near)
    requests.get('https://api.example.net')
    urllib.request.urlopen('ftp://files.example.net/a')  # !plain_transport
    boto3.client('s3', aws_secret_access_key=key)  # !hardcoded_secret
    boto3.client('s3', aws_secret_access_key=os.environ['KEY'])
    os.chmod('f', 0o747)  # !unsafe_permissions
    os.lchmod('f', 0o100777)  # !unsafe_permissions
    os.chmod('f', 0o755)
    os.chmod('/spool', 0o1777)
    rsa.generate_private_key(65537, 1024)  # !weak_cipher
    rsa.generate_private_key(65537, 3072)
    AES.new(b'0123456789abcdef', AES.MODE_GCM, nonce)  # !hardcoded_secret
    AES.new(load(), AES.MODE_GCM, nonce)
`,
    });
  });
});
