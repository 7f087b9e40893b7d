import { test } from 'vitest';
import { expectFlows } from '../../fixtures/expect-flows.ts';

test('functions that a platform calls get untrusted data, whatever the event; functions that a page calls do not', () =>
  expectFlows({
    'resize.js': `const { exec } = require('child_process');
const { DynamoDBDocumentClient, QueryCommand } = require('@aws-sdk/lib-dynamodb');
const client = DynamoDBDocumentClient.from(base);
exports.handler = async (event, context) => {
  for (const record of event.Records) exec('convert ' + record.s3.object.key); // !command
  await client.send(new QueryCommand(event.detail)); // !nosql
  return client.send(new QueryCommand({ TableName: 'books', Key: { id: event.id } }));
};
`,
    'click.js': `const { exec } = require('child_process');
exports.handler = (event) => {
  event.preventDefault();
  exec('open ' + event.name);
};
`,
  }));

test('what a headless browser opens, shows or runs must not be chosen by others', () =>
  expectFlows({
    'print.js': `const puppeteer = require('puppeteer');
const wkhtmltopdf = require('wkhtmltopdf');
app.get('/print', async (req, res) => {
  const page = await browser.newPage();
  await page.setContent('<p>' + req.query.text + '</p>'); // !ssrf
  await page.evaluate('show(' + req.query.text + ')'); // !code
  await page.evaluate((text) => show(text), req.query.text);
  await page.setContent('<p>fixed</p>');
  wkhtmltopdf(req.query.address).pipe(file); // !ssrf
  res.sendFile(req.params.name); // !path
  res.sendFile(req.params.name, { root: '/srv/pages' });
});
`,
  }));

test('signing keys in the code are followed to where they are used', () =>
  expectFlows({
    'token.js': `const tokens = require('jsonwebtoken');
const { JWK, JWT } = require('jose');
const fixed = 'swordfish';
exports.sign = (user) => tokens.sign({ user }, fixed); // !hardcoded_secret
exports.signed = (user) => tokens.sign({ user }, process.env.TOKEN_KEY);
exports.check = (token) => JWT.verify(token, JWK.asKey(fixed)); // !hardcoded_secret
`,
  }));

test('functions of a script without exports are called by whoever loads it; entities are enabled for each call', () =>
  expectFlows({
    'tools.js': `const { exec } = require('child_process');
function pack(name) {
  exec('tar cf all.tar ' + name); // !command
}
function list() {
  show('.');
}
function show(name) {
  exec('ls ' + name);
}
`,
    'xml.js': `const xml = require('libxmljs2');
module.exports.read = (req, res) => {
  xml.parseXml(req.body, { noent: false });
  xml.parseXml(req.body, { noent: true }); // !xxe !unsafe_xml
};
`,
  }));
