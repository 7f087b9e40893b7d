import { test } from 'vitest';
import { expectFlows } from '../../fixtures/expect-flows.ts';

test('fields called size or count hold request data; promises hold the value that they resolve with', async () => {
  await expectFlows({
    'src/pictures.js': `const express = require('express');
const { exec } = require('child_process');
const app = express();
const run = (line) => new Promise((done, fail) => exec(line, (e, out) => done(out))); // !command
const later = (text) => new Promise((done) => { setTimeout(() => done(text), 10); });
app.get('/one', async (req, res) => res.json(await run('convert -resize ' + req.query.size)));
app.get('/two', async (req, res) => { exec('ls ' + req.body.page.count); }); // !command
app.get('/three', async (req, res) => res.send('<p>' + (await later(req.query.name)) + '</p>')); // !xss
app.get('/four', async (req, res) => { exec('head -n ' + req.body.list.length); });`,
  });
});

test('Java sends plain strings as pages, reads cookies with helpers and documents with each parser', async () => {
  await expectFlows({
    'src/Pages.java': `import org.springframework.web.bind.annotation.*;
import org.springframework.web.util.WebUtils;
import org.dom4j.io.SAXReader;
@RestController
public class Pages {
  record Ask(String count, String hash) {}
  @GetMapping("/echo") public String echo(@RequestParam String word) { return word; } // !xss
  @GetMapping("/made") public String made(@RequestParam String word) { return store.titleOf(word); }
  @GetMapping(value = "/json", produces = "application/json")
  public String json(@RequestParam String word) { return word; }
  @PostMapping("/ask") public void ask(@RequestBody Ask ask) throws Exception {
    Runtime.getRuntime().exec("sh -c " + ask.count() + ask.hash()); // !command
  }
  @GetMapping("/state") public void state(HttpServletRequest request) throws Exception {
    Object o = new ObjectInputStream(new ByteArrayInputStream(Base64.getDecoder().decode( // !deserialization
      WebUtils.getCookie(request, "state").getValue()))).readObject();
  }
  @PostMapping("/read") public void read(HttpServletRequest request) throws Exception {
    new SAXReader().read(request.getInputStream()); // !xxe
  }
  @PostMapping("/safe") public void safe(HttpServletRequest request) throws Exception {
    SAXReader reader = new SAXReader();
    reader.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    reader.read(request.getInputStream());
  }
}`,
  });
});

test('the host of an address in an object is checked once for the field', async () => {
  await expectFlows({
    'app/controllers/pictures_controller.rb': `class PicturesController < ApplicationController
  def show
    Picture.new(params[:url]).call
    Open.new(params[:url]).call
  end
end`,
    'app/services/picture.rb': `class Picture
  HOSTS = %w[img.example.org].freeze
  def initialize(url)
    @url = url
  end
  def call
    raise ArgumentError unless HOSTS.include?(URI.parse(@url).host)
    Faraday.get(@url)
  end
end`,
    'app/services/open.rb': `class Open
  def initialize(url)
    @url = url
  end
  def call
    Faraday.get(@url) # !ssrf
  end
end`,
  });
});

test('a thrown value is the caught one, and what a function writes through its parameters reaches the caller', async () => {
  await expectFlows({
    'find.php': `<?php
function find($id) { throw new RuntimeException('no ' . $id); }
function fill(&$into) { $into = $_GET['dir']; }
function page() {
  try { find($_GET['id']); } catch (RuntimeException $e) { echo '<p>' . $e->getMessage() . '</p>'; } // !xss
  fill($dir);
  system('ls ' . $dir); // !command
  $name = $_GET['name'];
  $run = function () use ($name) { return $name; };
  system('ls ' . $run()); // !command
  preg_match('/(.*)/', $_GET['all'], $found);
  system('ls ' . $found[1]); // !command
  preg_match('/^(\\d+)$/', $_GET['number'], $digits);
  system('ls ' . $digits[1]);
  $cell = function ($text) { return '<td>' . htmlspecialchars($text) . '</td>'; };
  echo implode('', array_map($cell, $_GET['cells']));
  echo implode('', array_map(fn($text) => "<td>$text</td>", $_GET['cells'])); // !xss
  ['key' => $kept] = ['key' => $_GET['key']];
  system('ls ' . $kept); // !command
}
page();`,
    'find.py': `import os
from flask import request
def find(name):
    raise LookupError('no ' + name)
def show():
    try:
        find(request.args['name'])
    except LookupError as e:
        os.system('echo ' + str(e))  # !command
    names = {key: value for key, value in [('a', request.args['a'])]}
    os.system('echo ' + names['a'])  # !command
`,
    'A.cs': `using System.Diagnostics;
using Microsoft.AspNetCore.Mvc;
public class AController : Controller {
  static bool Read(string given, out string name) { name = given; return true; }
  static (string Line, int Count) Build(string name) => ("/c dir " + name, 1);
  [HttpPost] public async Task Post(string text) {
    if (Read(text, out var name)) Process.Start("cmd.exe", "/c dir " + name); // !command
    var (line, count) = Build(text);
    Process.Start("cmd.exe", line); // !command
    object held = text;
    if (held is string known) Process.Start("cmd.exe", "/c dir " + known); // !command
    Process.Start("cmd.exe", "/c dir " + await Task.Run(() => text)); // !command
    var table = new Dictionary<string, string> { { "a", text }, { "b", "c" } };
    Process.Start("cmd.exe", "/c dir " + table["a"]); // !command
    Process.Start("cmd.exe", "/c dir " + table["b"]);
  }
}`,
  });
});

test('lambdas in Java, pairs in Kotlin and texts on separate lines in Ruby carry their values', async () => {
  await expectFlows({
    'A.java': `import java.util.function.*;
import org.springframework.web.bind.annotation.*;
@RestController
public class A {
  @GetMapping("/a") public void a(@RequestParam String name) throws Exception {
    Function<String, String> line = x -> "sh -c " + x;
    Runtime.getRuntime().exec(line.apply(name)); // !command
    Object held = name;
    if (held instanceof String text) Runtime.getRuntime().exec("sh -c " + text); // !command
    String value = switch (name.length()) { case 1 -> "a"; default -> { yield name; } };
    Runtime.getRuntime().exec("sh -c " + value); // !command
    ThreadLocal<String> local = new ThreadLocal<>();
    local.set(name);
    Runtime.getRuntime().exec("sh -c " + local.get()); // !command
  }
}`,
    'A.kt': `import org.springframework.web.bind.annotation.*
@RestController
class A {
  @GetMapping("/a") fun a(@RequestParam name: String) {
    val known = mapOf("a" to name, "b" to "c")
    Runtime.getRuntime().exec("sh -c " + known["a"]!!) // !command
    Runtime.getRuntime().exec("sh -c " + known["b"]!!)
    val (first, second) = "x" to name
    Runtime.getRuntime().exec("sh -c " + second) // !command
    val later by lazy { name }
    Runtime.getRuntime().exec("sh -c " + later) // !command
  }
}`,
    'app/controllers/reports_controller.rb': `class ReportsController < ApplicationController
  def show
    sql = <<~SQL
      SELECT total FROM orders WHERE region = '#{params[:region]}'
    SQL
    connection.select_all(sql) # !sql
    system(<<~LINE, exception: true) # !command
      ls #{params[:dir]}
    LINE
    kept = { a: { b: params[:b] } }
    system("ls " + kept.dig(:a, :b)) # !command
    given = ->(text) { text }
    system("ls " + given.call(params[:c])) # !command
  end
end`,
  });
});

test('strong parameters, sockets, servers of the standard library and route attributes bring in untrusted data', async () => {
  await expectFlows({
    'app/controllers/jobs_controller.rb': `class JobsController < ApplicationController
  def show
    system("ls " + job_params[:name]) # !command
    system("ls " + folder) # !command
    system("ls " + fixed)
  end
  private
  def job_params
    params.require(:job).permit(:name)
  end
  def folder
    params[:folder]
  end
  def fixed
    'here'
  end
end`,
    'server.py': `import os
from http.server import BaseHTTPRequestHandler
class Page(BaseHTTPRequestHandler):
    def do_GET(self):
        os.system('ls ' + self.path)  # !command
class Folder:
    def show(self):
        os.system('ls ' + self.path)
`,
    'src/JobController.php': `<?php
use Symfony\\Component\\Routing\\Attribute\\Route;
class Job {
  #[Route('/job/{name}')]
  public function show(string $name) { system('ls ' . $name); } // !command
}`,
    'Socket.java': `import jakarta.websocket.*;
@ServerEndpoint("/a")
class Socket {
  @OnMessage public void on(String text) throws Exception { Runtime.getRuntime().exec("sh -c " + text); } // !command
}`,
    'app/api/a/route.ts': `import * as cp from 'child_process';
export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  cp.exec('ls ' + id); // !command
}`,
  });
});

test("messages from pages to Electron's main process and from queues are data from outside", async () => {
  await expectFlows({
    'src/main.js': `const { ipcMain } = require('electron');
const { exec } = require('child_process');
ipcMain.handle('open', (event, name) => { exec('xdg-open ' + name); }); // !command
ipcMain.on('list', (event, ask) => { exec('ls ' + ask.dir); }); // !command
ipcMain.handle('version', () => { exec('git --version'); });`,
    'src/consumer.ts': `import { Kafka } from 'kafkajs';
import { exec } from 'node:child_process';
const consumer = new Kafka({ brokers: [] }).consumer({ groupId: 'a' });
await consumer.run({
  eachMessage: async ({ message }) => {
    exec('convert ' + message.value.toString()); // !command
  },
});
channel.consume('jobs', (job) => { exec('convert ' + job.content.toString()); }); // !command`,
  });
});

test('a loop over a Python dictionary yields its keys, and its values only with a method', async () => {
  await expectFlows({
    'app.py': `import subprocess
from flask import request

def run():
    asked = {"dir": request.args["dir"], "depth": "1"}
    for name in asked:
        subprocess.call("echo " + name, shell=True)
    for value in asked.values():
        subprocess.call("echo " + value, shell=True)  # !command
    subprocess.call(" ".join(name for name in asked), shell=True)
    subprocess.call(" ".join(asked[name] for name in asked), shell=True)  # !command
`,
  });
});
