import { test } from 'vitest';
import { expectFlows } from '../testing/expect-flows.ts';

test('fields that are called size or count are what a request put there; promises give what they resolve with', async () => {
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

test('Java answers plain strings as pages, reads cookies by helpers and documents by each parser', async () => {
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

test('the host of an address that an object keeps is checked once for the field', async () => {
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
