import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:https';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../../../engine/delivery/testing/test-receiver.ts';
import { only } from '../../../kit/db/index.ts';
import { createTestAuthority, issueSelfSigned } from '../../../kit/net/certificates.fixture.ts';
import { listen } from '../../../kit/net/listen.fixture.ts';
import { subscriptions, useWebhooks } from '../testing/use-webhooks.ts';

const authority = createTestAuthority();
const t = useWebhooks({ caCertificates: [authority.certificate] });

let tokens: Receiver;
beforeEach(async () => {
  tokens = await startReceiver();
  return () => tokens.close();
});

const answerTokens = (answer: object, status = 200) =>
  tokens.answerWith((_received, response) => response.writeHead(status).end(JSON.stringify(answer)));
const bearerToken = (access_token: string, more: object = {}) => ({
  access_token,
  token_type: 'Bearer',
  ...more,
});
const oauth2 = (more: object = {}) => ({
  type: 'oauth2',
  token_url: `${tokens.origin}/token`,
  client_id: 'me & co',
  client_secret: 'of the client: 100%',
  ...more,
});
const authorizations = () => t.receiver.received.map(({ headers }) => headers.authorization);
const refusalOf = async (given: object) => {
  const { status, body } = await t.call('POST', subscriptions, t.newSubscription(given));
  return { status, field: body.error.field, message: body.error.message };
};

describe('headers', () => {
  test('are sent with every delivery and test, and only their names are shown', async () => {
    const id = await t.subscribe({ headers: { 'X-Api-Key': 'k-123', Authorization: 'Key k-456' } });
    await t.server.node.publish(t.org, 'order.paid');
    await t.call('POST', `${subscriptions}/${id}/test`, { event: 'order.paid' });
    const received = await t.receiver.arrived(2);
    for (const { headers } of received) {
      expect(headers).toMatchObject({ 'x-api-key': 'k-123', authorization: 'Key k-456' });
    }
    const log = await t.deliveriesOf(id, 2);
    const shown = await Promise.all(
      log.map(async (one: { delivery_id: string }) =>
        t.call('GET', `/v1/webhooks/deliveries/${one.delivery_id}`),
      ),
    );
    const read = await t.call('GET', `${subscriptions}/${id}`);
    expect(read.body.header_names).toEqual(['x-api-key', 'authorization']);
    for (const { body } of shown) expect(body.attempts[0].request.headers['x-api-key']).toBe('[secret]');
    expect(JSON.stringify([shown, read.body])).not.toMatch(/k-123|k-456/);
    const rows = await t.server.node.rows(
      'select s::text, r::text from subscriptions s, subscription_revisions r',
    );
    expect(JSON.stringify(rows)).not.toMatch(/k-123|k-456/);
  });

  test('a header may have the name of an object member', async () => {
    await t.subscribe({ headers: { constructor: 'b', 'x.y_z': 'c' } });
    await t.server.node.publish(t.org, 'order.paid');
    const received = only(await t.receiver.arrived(1));
    expect(received.headers).toMatchObject({ constructor: 'b', 'x.y_z': 'c' });
  });

  test.each([
    [{ Host: 'x' }, 'headers.Host'],
    [{ 'Content-Length': '1' }, 'headers.Content-Length'],
    [{ 'content-type': 'text/plain' }, 'headers.content-type'],
    [{ 'Transfer-Encoding': 'chunked' }, 'headers.Transfer-Encoding'],
    [{ 'X-Signature': 'x' }, 'headers.X-Signature'],
    [{ 'webhook-id': 'x' }, 'headers.webhook-id'],
    [{ 'CE-id': 'x' }, 'headers.CE-id'],
    [{ 'proxy-authorization': 'x' }, 'headers.proxy-authorization'],
    [JSON.parse('{"__proto__": "x"}'), 'headers.__proto__'],
    [{ 'a b': 'x' }, 'headers.a b'],
    [{ 'a\r\nb': 'x' }, 'headers.a\r\nb'],
    [{ '': 'x' }, 'headers.'],
    [{ a: 'x\r\ny: z' }, 'headers.a'],
    [{ a: 'é' }, 'headers.a'],
    [{ a: ' x' }, 'headers.a'],
    [{ a: '' }, 'headers.a'],
    [{ a: 'x', A: 'y' }, 'headers.A'],
    [{ a: 'x'.repeat(4_096), b: 'x'.repeat(4_096) }, 'headers'],
    [Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`x-${i}`, 'x'])), 'headers'],
  ])('%j are refused', async (headers, field) => {
    expect(await refusalOf({ headers })).toMatchObject({ status: 400, field });
  });

  test('are kept when others are changed, and removed with null', async () => {
    const id = await t.subscribe({ headers: { 'X-Key': 'k-1' } });
    const change = (more: object) => t.call('PUT', `${subscriptions}/${id}`, more);
    expect((await change({ auth: { type: 'bearer', token: 'abc' } })).body.header_names).toEqual(['x-key']);
    await t.server.node.publish(t.org, 'order.paid');
    const first = only(await t.receiver.arrived(1));
    expect(first.headers).toMatchObject({ 'x-key': 'k-1', authorization: 'Bearer abc' });
    expect((await change({ headers: null, auth: null })).body).toMatchObject({
      header_names: [],
      auth: null,
    });
    await t.server.node.publish(t.org, 'order.paid');
    const [, second] = await t.receiver.arrived(2);
    expect(second?.headers['x-key'] ?? second?.headers.authorization).toBeUndefined();
  });

  test('are not sent to a new URL on another host', async () => {
    const id = await t.subscribe({ headers: { 'X-Key': 'k-1' }, auth: { type: 'bearer', token: 'abc' } });
    const change = (more: object) => t.call('PUT', `${subscriptions}/${id}`, { url: tokens.url, ...more });
    expect(await change({})).toMatchObject({ status: 400, body: { error: { field: 'headers' } } });
    expect(await change({ headers: null })).toMatchObject({
      status: 400,
      body: { error: { field: 'auth' } },
    });
    expect(await change({ headers: { 'X-Key': 'k-2' }, auth: null })).toMatchObject({ status: 200 });
    expect(await change({ url: `${tokens.origin}/other` })).toMatchObject({ status: 200 });
  });
});

describe('basic and bearer', () => {
  test.each([
    [
      { type: 'basic', username: 'Ada', password: 'ü: 1' },
      `Basic ${Buffer.from('Ada:ü: 1').toString('base64')}`,
    ],
    [{ type: 'bearer', token: 'abc.def' }, 'Bearer abc.def'],
  ])('%j is sent as a header, and never shown', async (auth, header) => {
    const id = await t.subscribe({ auth });
    await t.server.node.publish(t.org, 'order.paid');
    await t.receiver.arrived(1);
    expect(authorizations()).toEqual([header]);
    const { password, token, ...told } = auth as Record<string, string>;
    const { body } = await t.call('GET', `${subscriptions}/${id}`);
    expect(body.auth).toEqual(told);
  });

  test.each([
    [{ type: 'basic', username: 'a:b', password: 'x' }, 'auth.username'],
    [{ type: 'basic', username: 'a' }, 'auth.password'],
    [{ type: 'bearer', token: 'a\nb' }, 'auth.token'],
    [{ type: 'digest' }, 'auth.type'],
    [{ username: 'a' }, 'auth.type'],
    [{ type: 'bearer', token: 'x', password: 'y' }, 'auth.password'],
  ])('%j is refused at %s', async (auth, field) => {
    expect(await refusalOf({ auth })).toMatchObject({ status: 400, field });
  });

  test('a second header with the same name is refused by name', async () => {
    const given = { auth: { type: 'bearer', token: 'x' }, headers: { Authorization: 'y' } };
    expect(await refusalOf(given)).toMatchObject({ status: 400, field: 'headers.authorization' });
  });
});

describe('OAuth 2', () => {
  test('one token is used for many deliveries, requested with id and secret in the form of the endpoint', async () => {
    answerTokens(bearerToken('t-1', { expires_in: 3_600 }));
    const id = await t.subscribe({ auth: oauth2({ scope: 'a b', audience: 'them' }) });
    for (let i = 0; i < 5; i++) await t.server.node.publish(t.org, 'order.paid');
    await t.receiver.arrived(5);
    expect(new Set(authorizations())).toEqual(new Set(['Bearer t-1']));
    expect(tokens.received).toHaveLength(1);
    const asked = only(tokens.received);
    const pair = Buffer.from('me+%26+co:of+the+client%3A+100%25').toString('base64');
    expect(asked.headers.authorization).toBe(`Basic ${pair}`);
    expect(Object.fromEntries(new URLSearchParams(asked.body.toString()))).toEqual({
      grant_type: 'client_credentials',
      scope: 'a b',
      audience: 'them',
    });
    const { body } = await t.call('GET', `${subscriptions}/${id}`);
    expect(body.auth).toEqual({
      type: 'oauth2',
      token_url: `${tokens.origin}/token`,
      client_id: 'me & co',
      scope: 'a b',
      audience: 'them',
      client_authentication: 'basic',
    });
  });

  test('id and secret are in the body if the endpoint expects them there', async () => {
    answerTokens(bearerToken('t-1'));
    await t.subscribe({ auth: oauth2({ client_authentication: 'body' }) });
    await t.server.node.publish(t.org, 'order.paid');
    await t.receiver.arrived(1);
    const sent = new URLSearchParams(only(tokens.received).body.toString());
    expect([sent.get('client_id'), sent.get('client_secret')]).toEqual(['me & co', 'of the client: 100%']);
    expect(tokens.received[0]?.headers.authorization).toBeUndefined();
  });

  test('an expired token is renewed', async () => {
    answerTokens(bearerToken('t-1', { expires_in: 0 }));
    await t.subscribe({ auth: oauth2() });
    for (let i = 1; i <= 2; i++) {
      await t.server.node.publish(t.org, 'order.paid');
      await t.receiver.arrived(i);
    }
    expect(tokens.received).toHaveLength(2);
  });

  test('a token that the receiver refuses early is renewed within the attempt', async () => {
    answerTokens(bearerToken('t-1'));
    const id = await t.subscribe({ auth: oauth2() });
    await t.server.node.publish(t.org, 'order.paid');
    await t.receiver.arrived(1);
    answerTokens(bearerToken('t-2'));
    t.receiver.answerWith(({ headers }, response) =>
      response.writeHead(headers.authorization === 'Bearer t-2' ? 200 : 401).end(),
    );
    await t.server.node.publish(t.org, 'order.paid');
    await t.receiver.arrived(3);
    expect(authorizations()).toEqual(['Bearer t-1', 'Bearer t-1', 'Bearer t-2']);
    expect(await t.deliveriesOf(id, 2)).toMatchObject([{ status: 'success' }, { status: 'success' }]);
  });

  const one = { retry: { delays: [0], timeout_seconds: 1 } };
  test.each([
    ['hangs', () => tokens.answerWith(() => {}), 'timeout'],
    ['refuses', () => answerTokens({ error: 'invalid_client' }, 401), 'it answered 401 (invalid_client)'],
    ['redirects', () => answerTokens({}, 302), 'it answered 302'],
    [
      'answers no JSON',
      () => tokens.answerWith((_r, response) => void response.end('<html>')),
      'not a JSON object',
    ],
    [
      'answers null',
      () => tokens.answerWith((_r, response) => void response.end('null')),
      'not a JSON object',
    ],
    ['gives no token', () => answerTokens({ token_type: 'Bearer' }), 'no `access_token`'],
    ['gives a token with a line end', () => answerTokens(bearerToken('a\r\nhost: b')), 'no `access_token`'],
    ['gives an endless token', () => answerTokens(bearerToken('x'.repeat(9_000))), 'no `access_token`'],
    [
      'gives another kind',
      () => answerTokens({ access_token: 'x', token_type: 'mac' }),
      'another `token_type`',
    ],
  ])('an endpoint that %s makes the attempt fail, with its reason', async (_does, does, reason) => {
    does();
    const id = await t.subscribe({ auth: oauth2(), ...one });
    await t.server.node.publish(t.org, 'order.paid');
    const [attempt] = await t.deliveriesOf(id, 1);
    expect(attempt.error).toMatch(/^auth_failed: The token endpoint gave no token: /);
    expect(attempt.error).toContain(reason);
    expect(t.receiver.received).toHaveLength(0);
  });

  test('an endpoint on a private address is refused', async () => {
    const auth = oauth2({ token_url: 'https://169.254.169.254/token' });
    expect(await refusalOf({ auth })).toMatchObject({ status: 400, field: 'auth.token_url' });
  });
});

describe('mutual TLS', () => {
  const own = authority.issue({ names: ['client.test'] });
  const mtls = (more: object = {}) => ({
    type: 'mtls',
    certificate: own.cert,
    private_key: own.key,
    ...more,
  });
  let server: ReturnType<typeof createServer>;
  let url: string;
  const seen: string[] = [];
  beforeEach(async () => {
    const trust = { ca: authority.certificate, requestCert: true, rejectUnauthorized: true };
    server = createServer({ ...authority.issue({ names: ['127.0.0.1'] }), ...trust }, (request, response) => {
      const { subject } = (request.socket as import('node:tls').TLSSocket).getPeerCertificate();
      seen.push(subject.CN as string);
      response.end('ok');
    });
    const { port } = await listen(server);
    url = `https://127.0.0.1:${port}/`;
  });
  afterEach(() => {
    seen.length = 0;
    server.closeAllConnections();
    server.close();
  });

  test('the receiver sees the subscription’s certificate; without one, the reason is shown', async () => {
    const id = await t.subscribe({ url, auth: mtls() });
    await t.server.node.publish(t.org, 'order.paid');
    expect(await t.deliveriesOf(id, 1)).toMatchObject([{ status: 'success' }]);
    expect(seen).toEqual(['client.test']);
    const { body } = await t.call('PUT', `${subscriptions}/${id}`, { auth: null, retry: { delays: [0] } });
    expect(body.auth).toBeNull();
    await t.server.node.publish(t.org, 'order.paid');
    const [attempt] = await t.deliveriesOf(id, 2);
    expect(attempt.error).toContain('tls_failed: No secure connection could be made');
    expect(seen).toHaveLength(1);
  });

  test('the certificate is shown and its key is not', async () => {
    const id = await t.subscribe({ url, auth: mtls() });
    const { body } = await t.call('GET', `${subscriptions}/${id}`);
    expect(body.auth).toMatchObject({ type: 'mtls', certificate: own.cert, subject: 'CN=client.test' });
    expect(body.auth.fingerprint_sha256).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    expect(JSON.stringify(body)).not.toContain('PRIVATE KEY');
  });

  const other = authority.issue({ names: ['other.test'] });
  const past = issueSelfSigned({ names: ['a.test'], validFrom: new Date(0), validTo: new Date(86_400_000) });
  const rsa = (bits: number) =>
    generateKeyPairSync('rsa', { modulusLength: bits }).privateKey.export({ type: 'pkcs8', format: 'pem' });
  const locked = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  test.each([
    ['a key of another certificate', { private_key: other.key }, 'auth.private_key', 'does not belong'],
    [
      'an expired certificate',
      { certificate: past.cert, private_key: past.key },
      'auth.certificate',
      'has expired',
    ],
    ['no certificate', { certificate: 'abc' }, 'auth.certificate', 'as PEM'],
    [
      'a broken certificate',
      { certificate: own.cert.replace(/M/g, 'N') },
      'auth.certificate',
      'cannot be read',
    ],
    ['no key', { private_key: 'abc' }, 'auth.private_key', 'cannot be read'],
    ['a key of another kind', { private_key: rsa(1_024) }, 'auth.private_key', 'does not belong'],
    [
      'an encrypted key',
      {
        private_key: locked.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }),
      },
      'auth.private_key',
      'must not be encrypted',
    ],
  ])('%s is refused at once', async (_what, more, field, message) => {
    const refusal = await refusalOf({ url, auth: mtls(more) });
    expect(refusal).toMatchObject({ status: 400, field });
    expect(refusal.message).toContain(message);
  });
});
