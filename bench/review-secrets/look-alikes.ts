import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import {
  alphanumeric,
  base64,
  base64url,
  digits,
  hex,
  lower,
  type RandomText,
  upper,
} from '../../packages/scanner/src/fixtures/random-text.ts';
import { required } from '../../packages/server/src/kit/required.ts';
import type { Sample } from './real-forms.ts';

type MakeFile = (r: RandomText) => { path: string; text: string };

const words = [
  'account',
  'billing',
  'customer',
  'delivery',
  'engine',
  'forward',
  'gateway',
  'handler',
  'invoice',
  'journal',
];
const camel = (r: RandomText) => {
  const next = r.pick(words);
  return `${r.pick(words)}${required(next[0], 'the first of next').toUpperCase()}${next.slice(1)}`;
};

const makers: MakeFile[] = [
  (r) => ({
    path: 'src/config.ts',
    text: `export const password = process.env.${r.pick(words).toUpperCase()}_PASSWORD;\n`,
  }),
  () => ({ path: '.env.example', text: 'API_KEY=your-api-key-here\nSECRET_KEY=changeme\n' }),
  () => ({
    path: 'README.md',
    text: 'Set `AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE` and `AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY`.\n',
  }),
  (r) => ({
    path: 'src/i18n.ts',
    text: `export const messages = { password: 'Please enter your ${r.pick(words)} password', token: 'The token is missing' };\n`,
  }),
  (r) => ({
    path: 'src/form.tsx',
    text: `<input type="password" name="password" placeholder="${r.pick(words)} password" id="password-field" />\n`,
  }),
  (r) => ({ path: 'package-lock.json', text: `{"integrity": "sha512-${r.of(base64, 86)}=="}\n` }),
  (r) => ({
    path: 'src/build.ts',
    text: `export const commit = '${r.of(hex, 40)}';\nexport const checksum = '${r.of(hex, 64)}';\n`,
  }),
  () => ({ path: 'src/ids.ts', text: `export const tenantId = '${randomUUID()}';\n` }),
  (r) => ({
    path: 'src/keys.ts',
    text: `export const cacheKey = '${r.pick(words)}:${r.pick(words)}:v2';\nexport const primaryKey = 'id';\n`,
  }),
  (r) => ({
    path: 'deploy/values.yaml',
    text: `auth:\n  existingSecret: ${r.pick(words)}-credentials\n  secretName: ${r.pick(words)}-tls\n  passwordKey: ${r.pick(words)}-password\n`,
  }),
  (r) => ({
    path: 'deploy/app.yaml',
    text: `env:\n  - name: DB_PASSWORD\n    valueFrom:\n      secretKeyRef:\n        name: ${r.pick(words)}-db\n        key: password\n`,
  }),
  () => ({
    path: 'docs/setup.md',
    text: 'Use `sk_live_xxxxxxxxxxxxxxxxxxxxxxxx` or `ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx`.\n',
  }),
  (r) => ({
    path: 'src/icons.ts',
    text: `export const icon = 'data:image/png;base64,${r.of(base64, 180)}';\n`,
  }),
  (r) => ({ path: 'src/lib.rs', text: `pub const TOKEN_HEADER: &str = "x-${r.pick(words)}-token";\n` }),
  (r) => ({
    path: 'src/Errors.java',
    text: `class Errors { static final String INVALID_PASSWORD = "${r.pick(words)}.invalid.password"; }\n`,
  }),
  (r) => ({
    path: 'src/api.py',
    text: `password = get_secret("${r.pick(words)}/db/password")\ntoken = request.headers["authorization"]\n`,
  }),
  (r) => ({
    path: 'infra/main.tf',
    text: `resource "aws_db_instance" "${r.pick(words)}" {\n  password = var.${r.pick(words)}_password\n  secret_arn = "arn:aws:secretsmanager:eu-west-1:${r.of(digits, 12)}:secret:${r.pick(words)}"\n}\n`,
  }),
  (r) => ({
    path: 'docker-compose.yml',
    text: `services:\n  db:\n    environment:\n      POSTGRES_PASSWORD: \${${r.pick(words).toUpperCase()}_PASSWORD:?}\n`,
  }),
  () => ({
    path: 'src/connect.ts',
    text: "export const url = 'postgres://user:password@localhost:5432/app';\n",
  }),
  () => ({ path: 'src/connect.py', text: 'url = f"postgres://{user}:{password}@{host}/app"\n' }),
  (r) => ({
    path: 'test/login.test.ts',
    text: `const password = 'test-password';\nconst token = 'fake-token-${r.of(digits, 4)}';\n`,
  }),
  (r) => ({
    path: 'src/store.ts',
    text: `export const tokenStore = new ${camel(r)}Store('${camel(r)}');\nexport const tokenType = 'Bearer';\n`,
  }),
  (r) => ({ path: 'src/colors.css', text: `.token-${r.pick(words)} { color: #${r.of(hex, 6)}; }\n` }),
  (r) => ({
    path: 'certs/server.crt',
    text: `-----BEGIN CERTIFICATE-----\n${r.of(base64, 64)}\n${r.of(base64, 64)}\n-----END CERTIFICATE-----\n`,
  }),
  () => ({
    path: 'keys/server.pub',
    text: generateKeyPairSync('rsa', { modulusLength: 1024 })
      .publicKey.export({ type: 'spki', format: 'pem' })
      .toString(),
  }),
  () => ({
    path: 'docs/keys.md',
    text: '-----BEGIN RSA PRIVATE KEY-----\n...\n-----END RSA PRIVATE KEY-----\n',
  }),
  () => ({
    path: 'src/pem.ts',
    text: "export const isPem = (text: string) => text.startsWith('-----BEGIN PRIVATE KEY-----') && text.includes('-----END PRIVATE KEY-----');\n",
  }),
  (r) => ({ path: 'src/hash.ts', text: `export const passwordHash = '$2b$12$${r.of(alphanumeric, 53)}';\n` }),
  (r) => ({ path: 'go.sum', text: `github.com/acme/${r.pick(words)} v1.2.3 h1:${r.of(base64, 43)}=\n` }),
  (r) => ({ path: 'src/abi.ts', text: `export const tokenAddress = '0x${r.of(hex, 40)}';\n` }),
  () => ({
    path: 'src/sample-jwt.ts',
    text: `export const shown = '${Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url')}.${Buffer.from('{"sub":"1234567890","name":"John Doe","iat":1516239022}').toString('base64url')}.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c';\n`,
  }),
  (r) => ({ path: 'src/wrong.ts', text: `export const t = 'ghp_${r.of(alphanumeric, 36)}';\n` }),
  (r) => ({
    path: 'src/Option.cs',
    text: `public string ApiKeyName = "${r.pick(words)}ApiKeyName";\npublic string SecretId => "${r.pick(words)}-secret-id";\n`,
  }),
  (r) => ({
    path: 'src/regex.ts',
    text: `export const passwordPattern = '^(?=.*[A-Z])(?=.*[0-9]).{${8 + r.integer(8)},}$';\n`,
  }),
  (r) => ({
    path: 'src/upload.ts',
    text: `export const sortKey = '${r.of(lower, 6)}#${r.of(digits, 8)}';\nconst csrfToken = readCookie('XSRF-TOKEN');\n`,
  }),
  (r) => ({
    path: 'src/public.ts',
    text: `export const stripe = 'pk_live_${r.of(alphanumeric, 24)}';\nexport const publicKey = '${r.of(base64url, 87)}';\n`,
  }),
  (r) => ({
    path: 'src/names.kt',
    text: `const val KEY_ACCESS_TOKEN = "access_token"\nconst val PREF_SECRET = "${r.pick(words)}_secret"\n`,
  }),
  (r) => ({
    path: 'app.properties',
    text: `password=\${${r.pick(words).toUpperCase()}_PW}\nencrypted.password=ENC(${r.of(base64, 44)})\n`,
  }),
  (r) => ({
    path: 'config/prod.json',
    text: `{ "passwordResetUrl": "https://acme.io/${r.pick(words)}/reset", "tokenEndpoint": "https://login.acme.io/oauth/token", "keyFile": "/etc/acme/${r.pick(words)}.key" }\n`,
  }),
  (r) => ({
    path: 'src/query.go',
    text: `package q\n\nconst pageToken = "${r.pick(words)}"\nvar maxTokens = ${1000 + r.integer(9000)}\n`,
  }),
  (r) => ({
    path: '.github/workflows/ci.yml',
    text: `jobs:\n  build:\n    env:\n      TOKEN: \${{ secrets.${r.pick(words).toUpperCase()}_TOKEN }}\n`,
  }),
  (r) => ({
    path: 'src/version.py',
    text: `api_key_header = "X-${r.pick(words)}-Key"\nsecret_version = "${r.integer(9)}.${r.integer(20)}.${r.integer(20)}"\n`,
  }),
  (r) => ({
    path: 'src/alphabet.ts',
    text: `export const tokenAlphabet = '${digits}${upper}${lower}';\nexport const secretLength = ${r.integer(64)};\n`,
  }),
  (r) => ({
    path: 'src/ui.ts',
    text: `toast({ key: '${camel(r)}.passwordChanged', secret: false, token: '${camel(r)}' });\n`,
  }),
  (r) => ({
    path: 'k8s/sealed.yaml',
    text: `kind: SealedSecret\nspec:\n  encryptedData:\n    value: Ag${r.of(base64, 200)}\n`,
  }),
  (r) => ({
    path: 'src/fixtures.ts',
    text: `export const etag = 'W/"${r.of(hex, 32)}"';\nexport const requestId = '${r.of(hex, 32)}';\n`,
  }),
  () => ({
    path: 'README.rst',
    text: 'password = "********"\ntoken = "<your token>"\nsecret = "{{ secret }}"\n',
  }),
  (r) => ({
    path: 'src/paths.ts',
    text: `export const credentialsPath = '/var/run/secrets/${r.pick(words)}/token';\nexport const keyPath = './certs/${r.pick(words)}.pem';\n`,
  }),
  (r) => ({
    path: 'src/hashes.ts',
    text: `export const known = ['${createHash('sha1').update(r.of(lower, 5)).digest('hex')}', '${createHash('md5').update(r.of(lower, 5)).digest('hex')}'];\n`,
  }),
  (r) => ({
    path: 'src/words.js',
    text: `const secretKey = 'secretKey';\nconst accessKey = "${r.pick(words)}AccessKey";\nconst token = getToken("${r.pick(words)}");\n`,
  }),
];

/** `count` files without a credential, but with texts that look like one. */
export function lookAlikes(random: RandomText, count: number): Sample[] {
  return Array.from({ length: count }, (_, i) => {
    const index = i % makers.length;
    return {
      id: `alike/${i}/${index}`,
      ...required(makers[index], 'one of makers')(random),
      isSecret: false,
    };
  });
}
