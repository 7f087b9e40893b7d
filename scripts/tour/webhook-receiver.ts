import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type VerifiedWebhook, verifyWebhook } from '../../packages/sdk/src/index.ts';

export interface WebhookReceiver {
  url: string;
  /** Deliveries with valid signatures, in the order of arrival. */
  verified: (VerifiedWebhook & { event: string })[];
  /** Deliveries that were refused. */
  refused: string[];
  close(): Promise<void>;
}

/** Receives webhooks on this machine, and accepts only those with a valid signature. */
export async function openWebhookReceiver(secret: string): Promise<WebhookReceiver> {
  const verified: WebhookReceiver['verified'] = [];
  const refused: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    try {
      const webhook = await verifyWebhook(Buffer.concat(chunks), request.headers, { secret });
      verified.push({ ...webhook, event: (webhook.payload as { event: string }).event });
      response.writeHead(204).end();
    } catch (error) {
      refused.push((error as Error).message);
      response.writeHead(401).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    verified,
    refused,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
