import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { Trivium } from './index.ts';

test('the findings of a review arrive as they are sent, whole and in their order, wherever a piece of them ends', async () => {
  const findings = ['Zürich', '東京', 'a\nb', ''].map((title, at) => ({ id: `fnd_${at}`, title }));
  const bytes = Buffer.from(findings.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const asked: string[] = [];
  let sendRest = () => {};
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    // Within a letter of two bytes.
    const cut = bytes.indexOf('ü') + 1;
    const first = bytes.indexOf('\n') + 3;
    response.write(bytes.subarray(0, cut));
    response.write(bytes.subarray(cut, first));
    sendRest = () => response.end(bytes.subarray(first));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const trivium = new Trivium({ url: `http://127.0.0.1:${port}`, key: 'k' });
  try {
    const portions = trivium.reviews.exportFindings('rev_1', { most: 9 });
    expect((await portions.next()).value).toEqual(findings.slice(0, 1));
    sendRest();
    const rest: object[] = [];
    for await (const portion of portions) rest.push(...portion);
    expect(rest).toEqual(findings.slice(1));
    expect(asked).toEqual(['/v1/review/reviews/rev_1/findings?most=9']);
  } finally {
    await new Promise((done) => server.close(done));
  }
});
