import { createServer, type RequestListener, type Server } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { listen } from '../../kit/net/listen.fixture.ts';
import { required } from '../../kit/required.ts';
import type { S3Settings } from './s3-client.ts';
import { createS3Driver } from './s3-driver.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function driverOf(answer: RequestListener, more: Partial<S3Settings> = {}) {
  const store = createServer((request, response) => {
    request.resume().on('end', () => answer(request, response));
  });
  server = store;
  const { port } = await listen(store);
  return createS3Driver({
    bucket: 'files',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    accessKeyId: 'a',
    secretAccessKey: 'b',
    ...more,
  });
}

/** A driver whose store refuses everything for this reason. */
function driverThatHears(code: string, status = 404, more = '', said = 'no') {
  return driverOf((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${said}</Message>${more}</Error>`);
  });
}

test('a store without the bucket, or that is down, is reported as unavailable, not as a fault', async () => {
  const driver = await driverThatHears('NoSuchBucket');
  const away = { code: 'unavailable', message: expect.stringContaining('store of files') };
  await expect(driver.write('k', Readable.from([Buffer.from('x')]))).rejects.toMatchObject(away);
  const parts = Array.from({ length: 30 }, () => Buffer.alloc(1_048_576));
  await expect(driver.write('k', Readable.from(parts))).rejects.toMatchObject(away);
  await expect(driver.read('k')).rejects.toMatchObject(away);
  await new Promise((done) => required(server, 'server').close(done));
  await expect(driver.localFile('k')).rejects.toMatchObject(away);
});

test('a missing file is reported by name', async () => {
  const driver = await driverThatHears('NoSuchKey');
  await expect(driver.read('k')).rejects.toMatchObject({ name: 'NoSuchKey' });
});

test.each([
  [{}, undefined],
  [{ sessionToken: 'for a while' }, 'for a while'],
])('with %j a file is sent completely, in a form that every store accepts', async (more, token) => {
  const asked: unknown[] = [];
  const driver = await driverOf(({ url, headers }, response) => {
    // No checksum follows the bytes, which would need a content encoding.
    asked.push(url?.split('?')[0], headers['x-amz-security-token'], headers['content-encoding']);
    response.end();
  }, more);
  await driver.write('k', Readable.from([Buffer.from('x')]));
  expect(asked).toEqual(['/files/k', token, undefined]);
});

describe('the operator’s message', () => {
  test.each([
    ['NoSuchBucket', 404, '', 'There is no bucket files'],
    ['SignatureDoesNotMatch', 403, '', 'S3_SECRET_ACCESS_KEY is not the secret'],
    ['InvalidAccessKeyId', 403, '', 'the access key a: check S3_ACCESS_KEY_ID'],
    ['ExpiredToken', 400, '', 'set S3_SESSION_TOKEN'],
    ['AccessDenied', 403, '', 'the access key may not do this in the bucket files'],
    ['AuthorizationHeaderMalformed', 400, '<Region>eu-west-1</Region>', 'set S3_REGION to eu-west-1'],
    ['RequestTimeTooSkewed', 403, '', 'The clock of this machine'],
    ['XMinioStorageFull', 507, '', 'no room left'],
    ['XAdminUserNotFound', 404, '', 'the access key a: check S3_ACCESS_KEY_ID', 'No such access key ID.'],
    [
      'InvalidArgument',
      400,
      '',
      'the access key a: check S3_ACCESS_KEY_ID',
      'Credential access key has length 1',
    ],
    ['MethodNotAllowed', 405, '', 'refused (status 405, MethodNotAllowed: no)'],
  ])('of %s names what to change', async (code, status, more, words, said = 'no') => {
    const driver = await driverThatHears(code, status, more, said);
    const told = {
      cause: {
        name: 'StoreError',
        message: expect.stringMatching(new RegExp(words.replace(/[()]/g, '\\$&'), 'i')),
      },
    };
    await expect(driver.list('').next()).rejects.toMatchObject(told);
  });

  test('of a host that there is not, with the bucket in its name, names the setting for that', async () => {
    const driver = await createS3Driver({
      bucket: 'files',
      region: 'us-east-1',
      endpoint: 'http://store.invalid',
      pathStyle: 'off',
      accessKeyId: 'a',
      secretAccessKey: 'b',
    });
    const message = expect.stringMatching(
      /files\.store\.invalid.* With S3_PATH_STYLE=off the bucket is part of the host/,
    );
    await expect(driver.list('').next()).rejects.toMatchObject({ cause: { message } });
  });

  test('of an address where nobody answers names it', async () => {
    const driver = await driverThatHears('none');
    await new Promise((done) => required(server, 'server').close(done));
    const message = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+ does not answer \(ECONNREFUSED/);
    await expect(driver.list('').next()).rejects.toMatchObject({ cause: { message } });
  });
});

describe('an interrupted read', () => {
  const content = 'x'.repeat(40_000) + 'y'.repeat(60_000);

  /** Sends at most this many bytes per request, then closes the connection. */
  const driverThatHangsUp = (bytes: number, etags: (string | undefined)[] = []) =>
    driverOf((request, response) => {
      const start = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? 'bytes=0-')?.[1]);
      etags.push(request.headers['if-match']);
      const rest = content.slice(start);
      response.writeHead(start > 0 ? 206 : 200, { 'content-length': rest.length, etag: '"one"' });
      if (rest.length <= bytes) response.end(rest);
      else response.write(rest.slice(0, bytes), () => setImmediate(() => response.destroy()));
    });

  test('continues from that byte, of the same file', async () => {
    const etags: (string | undefined)[] = [];
    const driver = await driverThatHangsUp(30_000, etags);
    expect(await text(await driver.read('k'))).toBe(content);
    expect(etags).toEqual([undefined, '"one"', '"one"', '"one"']);
  });

  test('that gets no further is given up, and reported', async () => {
    const driver = await driverThatHangsUp(0);
    const message = expect.stringContaining('does not answer');
    await expect(text(await driver.read('k'))).rejects.toMatchObject({ cause: { message } });
  });

  test('by its reader ends the request', async () => {
    const driver = await driverThatHangsUp(100_000);
    const source = await driver.read('k');
    for await (const _chunk of source) break;
    expect(source.destroyed).toBe(true);
  });
});
