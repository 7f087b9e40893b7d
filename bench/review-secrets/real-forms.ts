import { createHmac, generateKeyPairSync } from 'node:crypto';
import { crc32 } from 'node:zlib';
import {
  alphanumeric,
  base32,
  base64,
  base64url,
  digits,
  hex,
  lower,
  type RandomText,
  upper,
} from '../../packages/scanner/src/fixtures/random-text.ts';
import { required } from '../../packages/server/src/kit/required.ts';

/** A file with one planted credential, or with one text that only looks like one. */
export interface Sample {
  id: string;
  path: string;
  text: string;
  isSecret: boolean;
}

type Make = (random: RandomText) => string;

const base62 = digits + upper + lower;
function crcToken(prefix: string, random: RandomText): string {
  const body = random.of(alphanumeric, 30);
  let rest = crc32(body);
  let tail = '';
  while (rest > 0) {
    tail = base62.charAt(rest % 62) + tail;
    rest = Math.floor(rest / 62);
  }
  return `${prefix}${body}${tail.padStart(6, '0')}`;
}

/** Credentials in the formats that the providers document. */
const providerTokens: Record<string, Make> = {
  awsKeyId: (r) => `AKIA${r.of(base32, 16)}`,
  github: (r) => crcToken('ghp_', r),
  githubServer: (r) => crcToken('ghs_', r),
  githubFine: (r) => `github_pat_${r.of(alphanumeric, 22)}_${r.of(alphanumeric, 59)}`,
  gitlab: (r) => `glpat-${r.of(base64url, 20)}`,
  slackBot: (r) => `xoxb-${r.of(digits, 12)}-${r.of(digits, 12)}-${r.of(alphanumeric, 24)}`,
  slackHook: (r) =>
    `https://hooks.slack.com/services/T${r.of(upper + digits, 8)}/B${r.of(upper + digits, 10)}/${r.of(alphanumeric, 24)}`,
  stripe: (r) => `sk_live_${r.of(alphanumeric, 24)}`,
  stripeRestricted: (r) => `rk_live_${r.of(alphanumeric, 99)}`,
  google: (r) => `AIza${r.of(base64url, 35)}`,
  googleOauth: (r) => `GOCSPX-${r.of(alphanumeric, 28)}`,
  openai: (r) => `sk-proj-${r.of(alphanumeric, 48)}T3BlbkFJ${r.of(alphanumeric, 48)}`,
  anthropic: (r) => `sk-ant-api03-${r.of(base64url, 93)}AA`,
  npm: (r) => crcToken('npm_', r),
  pypi: (r) => `pypi-AgEIcHlwaS5vcmc${r.of(base64url, 120)}`,
  sendgrid: (r) => `SG.${r.of(base64url, 22)}.${r.of(base64url, 43)}`,
  mailchimp: (r) => `${r.of(hex, 32)}-us${1 + r.integer(20)}`,
  twilio: (r) => `SK${r.of(hex, 32)}`,
  telegram: (r) => `${1 + r.integer(9)}${r.of(digits, 8)}:AA${r.of(base64url, 33)}`,
  digitalocean: (r) => `dop_v1_${r.of(hex, 64)}`,
  databricks: (r) => `dapi${r.of(hex, 32)}`,
  vault: (r) => `hvs.${r.of(alphanumeric, 24)}`,
  shopify: (r) => `shpat_${r.of(hex, 32)}`,
  huggingface: (r) => `hf_${r.of(upper + lower, 34)}`,
  grafana: (r) => {
    const body = r.of(alphanumeric, 32);
    return `glsa_${body}_${crc32(body).toString(16).padStart(8, '0')}`;
  },
  dockerhub: (r) => `dckr_pat_${r.of(base64url, 26)}k`,
  discord: (r) =>
    `${Buffer.from(`1${r.of(digits, 17)}`)
      .toString('base64')
      .replace(/=/g, '')}.${r.of(alphanumeric, 6)}.${r.of(alphanumeric, 30)}`,
  postman: (r) => `PMAK-${r.of(hex, 24)}-${r.of(hex, 34)}`,
  azureClient: (r) => `${r.of(alphanumeric, 3)}8Q~${r.of(alphanumeric, 34)}`,
  airtable: (r) => `pat${r.of(alphanumeric, 14)}.${r.of(hex, 64)}`,
  atlassian: (r) => `ATATT3${r.of(alphanumeric, 186)}`,
  linear: (r) => `lin_api_${r.of(alphanumeric, 40)}`,
};

const carriers: ((value: string, r: RandomText) => { path: string; text: string })[] = [
  (v) => ({
    path: 'src/client.ts',
    text: `import { connect } from './net';\n\nexport const client = connect('${v}');\n`,
  }),
  (v) => ({ path: 'app/settings.py', text: `import os\n\nDEBUG = False\nINTEGRATION = "${v}"\n` }),
  (v) => ({ path: '.env.production', text: `NODE_ENV=production\nINTEGRATION_TOKEN=${v}\nPORT=8080\n` }),
  (v) => ({ path: 'deploy/values.yaml', text: `service:\n  replicas: 2\n  apiToken: ${v}\n` }),
  (v) => ({ path: 'config/prod.json', text: `{\n  "region": "eu-central-1",\n  "token": "${v}"\n}\n` }),
  (v) => ({
    path: 'src/main/java/app/Client.java',
    text: `class Client {\n  private static final String CREDENTIAL = "${v}";\n}\n`,
  }),
  (v) => ({ path: 'cmd/server/main.go', text: `package main\n\nvar credential = "${v}"\n` }),
  (v) => ({
    path: 'scripts/publish.sh',
    text: `#!/bin/sh\ncurl -H "X-Token: ${v}" https://api.internal/run\n`,
  }),
];

/** Secrets that are recognized by the name next to them: databases, frameworks, services whose keys have no prefix. */
const named: ((r: RandomText) => { path: string; text: string })[] = [
  (r) => ({ path: '.env', text: `AWS_ACCESS_KEY_ID=AKIA\nAWS_SECRET_ACCESS_KEY=${r.of(base64, 40)}\n` }),
  (r) => ({
    path: 'config/settings.py',
    text: `SECRET_KEY = '${r.of(`${lower}${digits}!@#$%^&*(-_=+)`, 50)}'\n`,
  }),
  (r) => ({
    path: 'src/auth.js',
    text: `const jwtSecret = '${r.of(base64url, 32)}';\nmodule.exports = { jwtSecret };\n`,
  }),
  (r) => ({
    path: 'application.properties',
    text: `spring.datasource.username=svc\nspring.datasource.password=${r.of(alphanumeric, 14)}${r.of(digits, 2)}!\n`,
  }),
  (r) => ({
    path: 'docker-compose.yml',
    text: `services:\n  db:\n    environment:\n      POSTGRES_PASSWORD: ${r.of(alphanumeric, 18)}\n`,
  }),
  (r) => ({
    path: 'src/db.ts',
    text: `export const url = 'postgres://svc:${r.of(alphanumeric, 16)}@db.prod.acme.io:5432/app';\n`,
  }),
  (r) => ({
    path: 'app/tasks.py',
    text: `BROKER = "amqp://worker:${r.of(alphanumeric, 20)}@mq.acme.net/jobs"\n`,
  }),
  (r) => ({
    path: 'appsettings.json',
    text: `{ "ConnectionStrings": { "Default": "Server=sql.acme.io;User=svc;Password=${r.of(alphanumeric, 16)}9;" }, "ApiKey": "${r.of(hex, 32)}" }\n`,
  }),
  (r) => ({ path: 'infra/main.tf', text: `provider "datadog" {\n  api_key = "${r.of(hex, 32)}"\n}\n` }),
  (r) => ({
    path: 'web.config',
    text: `<configuration><appSettings><add key="PaymentApiKey" value="${r.of(alphanumeric, 32)}" /></appSettings></configuration>\n`,
  }),
  (r) => ({ path: 'Dockerfile', text: `FROM node:24\nENV SESSION_SECRET=${r.of(base64url, 40)}\n` }),
  (r) => ({
    path: 'src/Mailer.php',
    text: `<?php\n$smtp_password = "${r.of(alphanumeric, 10)}${r.pick(['!', '#', '@'])}${r.of(digits, 3)}";\n`,
  }),
  (r) => ({ path: 'config.rb', text: `SECRET_KEY_BASE = "${r.of(hex, 128)}"\n` }),
  (r) => ({
    path: 'src/index.js',
    text: `const apiKey = process.env.API_KEY || '${r.of(alphanumeric, 36)}';\n`,
  }),
  (r) => ({ path: 'app/config.py', text: `token = os.environ.get("SERVICE_TOKEN", "${r.of(hex, 40)}")\n` }),
  (r) => ({
    path: 'storage.cs',
    text: `var c = "DefaultEndpointsProtocol=https;AccountName=acme;AccountKey=${r.of(base64, 86)}==;EndpointSuffix=core.windows.net";\n`,
  }),
  (r) => ({ path: 'src/Client.kt', text: `val clientSecret = "${r.of(alphanumeric, 40)}"\n` }),
  (r) => ({
    path: 'scripts/sync.sh',
    text: `curl -H "Authorization: Bearer ${r.of(base64url, 44)}" https://api.acme.io/v2/sync\n`,
  }),
  (r) => ({
    path: 'scripts/fetch.sh',
    text: `curl -H "Authorization: Basic ${Buffer.from(`svc:${r.of(alphanumeric, 18)}`).toString('base64')}" https://api.acme.io\n`,
  }),
  (r) => ({
    path: 'settings.xml',
    text: `<settings><servers><server><username>ci</username><password>${r.of(alphanumeric, 16)}</password></server></servers></settings>\n`,
  }),
  (r) => ({ path: '.npmrc', text: `//registry.acme.io/:_authToken=${r.of(base64, 36)}\n` }),
  (r) => ({
    path: 'lib/pay.go',
    text: `package pay\n\nconst webhookSecret string = "${r.of(base64url, 36)}"\n`,
  }),
  (r) => ({
    path: 'src/login.java',
    text: `class Login { boolean ok(String password) { return password.equals("${r.of(alphanumeric, 9)}#${r.of(digits, 2)}"); } }\n`,
  }),
  (r) => ({ path: 'src/crypto.ts', text: `const encryptionKey = Buffer.from('${r.of(hex, 64)}', 'hex');\n` }),
  (r) => ({
    path: 'src/session.ts',
    text: `app.use(session({ secret: '${r.of(alphanumeric, 24)}', resave: false }));\n`,
  }),
  (r) => ({ path: 'terraform.tfvars', text: `db_password = "${r.of(alphanumeric, 20)}"\n` }),
  (r) => {
    const head = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');
    const claims = Buffer.from(`{"sub":"svc-${r.of(digits, 6)}","role":"service_role"}`).toString(
      'base64url',
    );
    const signature = createHmac('sha256', r.of(alphanumeric, 32))
      .update(`${head}.${claims}`)
      .digest('base64url');
    return { path: 'src/api.ts', text: `export const key = '${head}.${claims}.${signature}';\n` };
  },
  () => ({ path: 'certs/server.pem', text: privateKey('pkcs8') }),
  () => ({
    path: 'src/keys.ts',
    text: `export const key = "${privateKey('pkcs1').replace(/\n/g, '\\n')}";\n`,
  }),
  () => ({
    path: 'service-account.json',
    text: JSON.stringify({ type: 'service_account', private_key: privateKey('pkcs8') }),
  }),
];

function privateKey(type: 'pkcs1' | 'pkcs8'): string {
  const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  return key.export({ type, format: 'pem' }).toString();
}

/** `count` files with one credential of a real format each. */
export function realForms(random: RandomText, count: number): Sample[] {
  const makers = Object.entries(providerTokens);
  const samples: Sample[] = [];
  for (let i = 0; samples.length < count; i++) {
    const isNamed = i % 2 === 1;
    const [form, make] = required(makers[Math.floor(i / 2) % makers.length], 'one of makers');
    const index = Math.floor(i / 2) % named.length;
    const { path, text } = isNamed
      ? required(named[index], 'one of named')(random)
      : random.pick(carriers)(make(random), random);
    samples.push({ id: `real/${i}/${isNamed ? `named-${index}` : form}`, path, text, isSecret: true });
  }
  return samples;
}
