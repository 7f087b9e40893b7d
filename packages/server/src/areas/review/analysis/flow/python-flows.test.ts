import { describe, test } from 'vitest';
import { expectFlows } from '../testing/expect-flows.ts';

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

  test('dead branches, elements, keys and fields are told apart', async () => {
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

  test('weak algorithms, loaders that run code, switched-off checks', async () => {
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
});
