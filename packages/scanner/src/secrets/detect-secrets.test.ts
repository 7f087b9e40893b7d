import { describe, expect, it, test } from 'vitest';
import { lookAlikes } from '../../../../bench/review-secrets/look-alikes.ts';
import { realForms } from '../../../../bench/review-secrets/real-forms.ts';
import { randomText } from '../fixtures/random-text.ts';
import { threadMs } from '../fixtures/thread-ms.ts';
import { detectSecrets } from './detect-secrets.ts';

const told = (text: string, path: string) => detectSecrets(text, path).filter((one) => one.confidence >= 0.5);

describe('the secrets detector', () => {
  it('distinguishes 300 real formats from 300 look-alikes with an F1 of at least 0.95', () => {
    const random = randomText(41);
    const real = realForms(random, 300).filter((one) => told(one.text, one.path).length > 0).length;
    const wrong = lookAlikes(random, 300).filter((one) => told(one.text, one.path).length > 0).length;
    expect((2 * real) / (300 + real + wrong)).toBeGreaterThanOrEqual(0.95);
  });

  it('treats a GitHub token with a wrong checksum only as a hint', () => {
    const body = 'q7Xk2mPz9RtY4wLs8VbN3cJf6GhD1e';
    const [match] = detectSecrets(`t = "ghp_${body}000000"`.replace('000000', 'aB3dE5'), 'a.py');
    expect(match).toMatchObject({ rule: 'github', reach: 'limited' });
    expect(match?.confidence).toBeLessThan(0.5);
  });

  it('finds a private key with doubly escaped line ends, and not a header without a body', () => {
    const body = Buffer.from(`0\x82\x02\x5c${'kJ8sQz1Lw0Pm4Xr7'.repeat(8)}`, 'latin1').toString('base64');
    const heading = ['-----BEGIN RSA', 'PRIVATE KEY-----'].join(' ');
    expect(told(`key: "${heading}\\\\n${body}\\\\n-----END"`, 'a.json')).toMatchObject([
      { rule: 'private-key' },
    ]);
    expect(told(`if (text.startsWith('${heading}')) {}`, 'a.js')).toEqual([]);
  });

  it('does not report words around a ticket number, or a value that asks to be replaced', () => {
    expect(told('const DeviceAuthKey = "pm-27581-device-auth-key";', 'a.cs')).toEqual([]);
    expect(told('POSTGRES_PASSWORD=SET_A_PASSWORD_HERE_123', '.env')).toEqual([]);
    expect(told('POSTGRES_PASSWORD=wV8kq_SET_27581', '.env')).toHaveLength(1);
  });

  it('does not report a route and its handler as a password', () => {
    expect(told("match '/login/set_new_password' => 'login#set_new_password_now'", 'routes.rb')).toEqual([]);
    expect(told("post 'new_password', to: 'accounts#update_new_password'", 'routes.rb')).toEqual([]);
    expect(told("'set_new_password' => 'wV8kq_SET_27581'", 'a.rb')).toHaveLength(1);
  });

  it('recognizes the keys of new providers by format, and the public address of an error collector', () => {
    const body = 'q7Xk2mPz9RtY4wLs8VbN3cJf6GhD1eKuT5aWgQ2x';
    const hex = '9ce006ab9d7184a2d3910dd25440a6c8';
    for (const [rule, token] of [
      ['tailscale', `tskey-auth-${body.slice(0, 12)}CNTRL-${body.slice(0, 32)}`],
      ['langsmith', `lsv2_pt_${hex}_${hex.slice(0, 10)}`],
      ['frameio', `fio-u-${body}${body.slice(0, 24)}`],
      ['adafruit', `aio_${'Kuyz'}57${body.slice(0, 22)}`],
    ])
      expect(told(`x = "${token}"`, 'a.py')).toMatchObject([{ rule }]);
    expect(told(`SENTRY_DSN=https://${hex}@o425582.ingest.sentry.io/9886316`, '.env')).toEqual([]);
    expect(told(`SENTRY_DSN=https://${hex}:${hex}@errors.acme.io/6316`, '.env')).toHaveLength(1);
  });

  it('reads logins by their place: command lines, connections, files of Docker and PostgreSQL', () => {
    const login = (password: string) => Buffer.from(`deploy:${password}`).toString('base64');
    const strong = 'wV8kq-27x_Lm';
    const places: [path: string, text: (password: string) => string][] = [
      ['deploy.sh', (password) => `curl -fsS -u deploy:${password} https://repo.acme.net/a.jar\n`],
      ['ci.yml', (password) => `  - curl --user "deploy:${password}" https://repo.acme.net\n`],
      ['main.tf', (password) => `  value = "Server=db.acme.net;User ID=app;Password=${password};"\n`],
      ['.docker/config.json', (password) => `{"auths": {"r.acme.net": {"auth": "${login(password)}"}}}`],
      ['home/.pgpass', (password) => `db.acme.net:5432:shop:app:${password}\n`],
      ['settings.py', (password) => `os.environ['ADMINPWD'] = '${password}'\n`],
      ['login.go', (password) => `pw := "${password}"\n`],
    ];
    for (const [path, text] of places) {
      expect(told(text(strong), path), path).toHaveLength(1);
      expect(told(text('changeme'), path), path).toEqual([]);
    }
    expect(told('curl -u "$USER:$PASSWORD" https://repo.acme.net\n', 'a.sh')).toEqual([]);
    expect(told('cred := "q7Xk2mPz9RtY4wLs8VbN3cJf6GhD1e"\n', 'a.go')).toHaveLength(1);
    expect(told('docker run -u 1000:1000 -v a:b acme/app\n', 'a.sh')).toEqual([]);
  });

  it('reads the password in the parameters of a JDBC URL, and skips references and plain words', () => {
    const address = (password: string) =>
      `url: jdbc:postgresql://db.acme.net/shop?user=app&password=${password}`;
    expect(told(address('86A1d4Iled3sJo'), 'a.yml')).toMatchObject([{ rule: 'url-credentials' }]);
    for (const stand of ['$DB_PASSWORD', 'changeme', 'password', '{{db}}'])
      expect(told(address(stand), 'a.yml')).toEqual([]);
  });

  it('takes linear time on a long line and on hostile repetitions', () => {
    const pieces = ['password="', 'eyJ', 'a:b@', '://x:', 'jdbc:a://b?', 'key=', '----', 'AA'.repeat(20)];
    const cpuFor = (times: number) => {
      const before = threadMs();
      for (const piece of pieces) detectSecrets(piece.repeat(times), 'src/a.js');
      return threadMs() - before;
    };
    cpuFor(2_000);
    // Eight times the text takes about eight times as long; with a backtracking pattern it would be sixty-four times.
    const [short, long] = [Math.min(cpuFor(4_000), cpuFor(4_000)), cpuFor(32_000)];
    expect(long / short).toBeLessThan(30);
  });
});

test('a token that has expired, or expires a few days after it was issued, is not a secret; a lasting one is', () => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const tokenOf = (claims: object): string =>
    `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: 'orders', ...claims })}.${'q7Zx2Lm9Pw4Rt6Yv8Bn1'.repeat(2)}`;
  const rulesOf = (claims: object): string[] =>
    detectSecrets(`const asked = '${tokenOf(claims)}';\n`, 'src/asked.js').map(({ rule }) => rule);
  const made = Date.UTC(2030, 0, 1) / 1000;
  expect(rulesOf({ exp: Date.UTC(2018, 4, 1) / 1000 })).toEqual([]);
  expect(rulesOf({ iat: made, exp: made + 3600 })).toEqual([]);
  expect(rulesOf({ iat: made, exp: made + 365 * 24 * 3600 })).toEqual(['jwt']);
  expect(rulesOf({ iat: made })).toEqual(['jwt']);
});
