import { createServer } from 'node:http';
import { type VerifiedWebhook, verifyWebhook } from '../../sdk/src/index.ts';
import { listen } from '../src/kit/net/listen.fixture.ts';

/** A webhook receiver on this machine that keeps deliveries with a valid signature. */
export async function openReceiver(secret: string) {
  const verified: VerifiedWebhook[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const webhook = await verifyWebhook(Buffer.concat(chunks), request.headers, { secret }).catch(
      () => undefined,
    );
    if (webhook !== undefined) verified.push(webhook);
    response.writeHead(webhook === undefined ? 401 : 204).end();
  });
  const { origin } = await listen(server);
  return {
    url: `${origin}/webhooks`,
    verified,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
