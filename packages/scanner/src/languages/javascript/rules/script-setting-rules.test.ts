import { describe, expect, it } from 'vitest';
import { runAgent } from '../../../agents/run-agent.ts';
import { reviewInput } from '../../../fixtures/review-input.ts';

const access = 'security.access-control';
const transport = 'security.crypto-transport';
const stack = (text: string) => `import { aws_s3 as s3, aws_sqs as sqs } from 'aws-cdk-lib';\n${text}\n`;

/** Code that does not protect, and a safe twin. */
const cases: [agent: string, rule: string, path: string, weak: string, safe: string][] = [
  [
    access,
    'access/public-store',
    'stack.ts',
    stack("const files = new s3.Bucket(this, 'files', all);\nfiles.grantPublicAccess();"),
    stack("const files = new s3.Bucket(this, 'files', all);\nfiles.grantRead(reader);"),
  ],
  [
    access,
    'access/unencrypted-store',
    'queue.ts',
    stack("new sqs.Queue(this, 'jobs', { fifo: true });"),
    stack("new sqs.Queue(this, 'jobs', { encryption: sqs.QueueEncryption.KMS_MANAGED });"),
  ],
  [
    transport,
    'transport/plain-request',
    'ask.ts',
    "const site = 'http://api.shop.example';\nawait fetch(site);\n",
    "const site = 'http://localhost:80';\nawait fetch(site);\nfetch('https://api.shop.example');\n",
  ],
  [
    transport,
    'transport/plain-request',
    'socket.ts',
    "new WebSocket('ws://feed.shop.example/prices');\n",
    "new WebSocket('wss://feed.shop.example/prices');\n",
  ],
  [
    transport,
    'crypto/unfinished-decryption',
    'open.js',
    "function open(key, iv, text) {\n  const reader = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: 16 });\n  return reader.update(text);\n}\n",
    "function open(key, iv, text) {\n  const reader = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: 16 });\n  return Buffer.concat([reader.update(text), reader.final()]);\n}\n",
  ],
  [
    transport,
    'crypto/short-tag',
    'tag.js',
    "function open(key, box) {\n  const reader = createDecipheriv('aes-256-gcm', key, box.iv);\n  reader.setAuthTag(box.tag);\n  return reader.update(box.text) + reader.final();\n}\n",
    "function open(key, box) {\n  const reader = createDecipheriv('aes-256-gcm', key, box.iv, { authTagLength: 16 });\n  reader.setAuthTag(box.tag);\n  return reader.update(box.text) + reader.final();\n}\n",
  ],
  [
    access,
    'access/open-cors',
    'named.js',
    "app.get('/a', (req, res) => {\n  const site = req.query.origin;\n  res.set({ 'Access-Control-Allow-Origin': site });\n});\n",
    "app.get('/a', (req, res) => {\n  const site = req.query.origin;\n  if (sites.has(site)) res.set({ 'Access-Control-Allow-Origin': site });\n});\n",
  ],
  [
    access,
    'access/loose-origin',
    'origins.ts',
    'export const origins = [/^https:\\/\\/a\\.shop\\.example$/, /^https:\\/\\/b.shop\\.example$/];\n',
    "export const origins = [/^https:\\/\\/a\\.shop\\.example$/, /^https:\\/\\/.*\\.shop\\.example$/, 'https://b.shop.example'];\n",
  ],
  [
    access,
    'access/partial-escape',
    'escape.js',
    'function escapeQuotes(text) {\n  return text.replace("\'", "\'\'");\n}\n',
    'function escapeQuotes(text) {\n  return text.replaceAll("\'", "\'\'");\n}\n',
  ],
  [
    access,
    'access/trusted-markup',
    'trust.js',
    'shop.controller("a", ($sce, $scope) => {\n  $scope.text = $sce.trustAsHtml($scope.review);\n});\n',
    'shop.controller("a", ($sce, $scope) => {\n  $scope.text = $sce.trustAsHtml("<b>new</b>");\n});\n',
  ],
  [
    access,
    'access/unverified-token',
    'who.js',
    "const jwt = require('jwt-simple');\napp.get('/a', (req, res) => {\n  res.json(jwt.decode(req.headers.authorization, key, true));\n});\n",
    "const jwt = require('jwt-simple');\napp.get('/a', (req, res) => {\n  res.json(jwt.decode(req.headers.authorization, key, false, 'HS256'));\n});\n",
  ],
];

describe('settings of JavaScript and TypeScript', () => {
  it.each(cases)(
    '%s: %s in %s is reported, and its safe twin is not',
    async (agent, rule, path, weak, safe) => {
      const told = async (text: string) => {
        const { index, entries, dependencies } = await reviewInput({ [`src/${path}`]: text });
        const { findings } = await runAgent(agent, index, entries, { dependencies });
        return findings.map(({ ruleId }) => ruleId);
      };
      expect(await told(weak)).toContain(rule);
      expect(await told(safe)).not.toContain(rule);
    },
  );
});
