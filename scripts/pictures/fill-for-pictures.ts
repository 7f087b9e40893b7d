import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Trivium } from '../../packages/sdk/src/index.ts';

/** Ids of the things in the pictures. */
export interface Pictured {
  event: string;
  failing: string;
  workflow: string;
}

const ORDERS = 60;
/** At least this many orders must become dead letters at the broken receiver. */
const MAX_FAILURES = 10;
const source = 'shop';

/**
 * Publishes orders for healthy, slow, broken and unreachable receivers, and makes a workflow that fails for some of
 * them.
 */
export async function fillForPictures(trivium: Trivium): Promise<Pictured> {
  const well = await receive(() => 200);
  const broken = await receive((at) => (at % 3 === 0 ? 200 : at % 3 === 1 ? 503 : 500));
  try {
    const subscribe = (name: string, url: string, events: string[]) =>
      trivium.webhooks.subscribe({
        name,
        url,
        events,
        secret: `whsec_${Buffer.from(name.repeat(8)).toString('base64')}`,
      });
    await subscribe('Orders to the warehouse', well.url, ['order.*']);
    const { subscription_id: failing } = await subscribe('Invoices to accounting', broken.url, [
      'order.paid',
    ]);
    await subscribe('Returns to the old shop', 'http://127.0.0.1:9/returns', ['order.returned']);
    const workflow = await makeWorkflow(trivium);
    const events = Array.from({ length: ORDERS }, (_, at) => orderOf(at));
    const published = await Promise.all(events.map((event) => trivium.events.publish(event)));
    await trivium.waitFor(
      () => trivium.api.listDeadLetters({ query: { subscription_id: failing } }),
      ({ total }) => total >= MAX_FAILURES && well.count() >= ORDERS,
    );
    return { event: published.at(-1)?.eventId ?? '', failing, workflow };
  } finally {
    well.server.close();
    broken.server.close();
  }
}

function orderOf(at: number) {
  const type = at % 6 === 5 && at < ORDERS - 1 ? 'order.returned' : 'order.paid';
  const data = {
    order_id: 1001 + at,
    amount: 19.9 + at * 3,
    currency: 'EUR',
    country: at % 2 === 0 ? 'CH' : 'AT',
  };
  return { type, source, data, metadata: { correlationId: `checkout-${1001 + at}` } };
}

async function makeWorkflow({ api }: Trivium): Promise<string> {
  const { workflow_id: id } = await api.createWorkflow({
    body: {
      name: 'Thank for large orders',
      trigger: { type: 'order.paid', condition: { 'data.amount': { $gte: 150 } } },
      actions: [
        {
          action: 'events.publish',
          input: {
            type: 'order.thanked',
            source: 'workflow',
            data: { order_id: '{{ event.data.order_id }}' },
          },
        },
      ],
    },
  });
  return id;
}

interface Receiver {
  server: Server;
  url: string;
  count(): number;
}

/** A receiver on this machine whose status depends on the number of the request. */
async function receive(statusOf: (at: number) => number): Promise<Receiver> {
  let count = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(statusOf(count)).end();
      count += 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { server, url: `http://127.0.0.1:${port}/hook`, count: () => count };
}
