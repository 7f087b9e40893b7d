import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { required } from '../../kit/required.ts';
import { createS3Driver } from './s3-driver.ts';

let server: Server | undefined;
afterEach(() => server?.close());

/** A driver whose store refuses everything for this reason. */
async function driverThatHears(code: string) {
  server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(404, { 'content-type': 'application/xml' });
      response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`);
    });
  });
  await new Promise<void>((done) => required(server, 'server').listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return createS3Driver({
    bucket: 'files',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    accessKeyId: 'a',
    secretAccessKey: 'b',
  });
}

test('a store that has no such bucket, or is gone, is told as unavailable, not as a fault', async () => {
  const driver = await driverThatHears('NoSuchBucket');
  const away = { code: 'unavailable', message: expect.stringContaining('store of files') };
  await expect(driver.write('k', Readable.from([Buffer.from('x')]))).rejects.toMatchObject(away);
  await expect(driver.read('k')).rejects.toMatchObject(away);
  await new Promise((done) => required(server, 'server').close(done));
  await expect(driver.localFile('k')).rejects.toMatchObject(away);
});

test('a file that is not in the store is told by its own name', async () => {
  const driver = await driverThatHears('NoSuchKey');
  await expect(driver.read('k')).rejects.toMatchObject({ name: 'NoSuchKey' });
});
