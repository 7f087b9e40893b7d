import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A receiver that records, for each organization, which events arrived and how often. */
export interface EventCounter {
  urlOf(orgId: string): string;
  copiesOf(orgId: string): ReadonlyMap<string, number>;
  /** The number of deliveries to these organizations so far. */
  eventsOf(orgIds: readonly string[]): number;
  close(): Promise<void>;
}

export async function openEventCounter(): Promise<EventCounter> {
  const copies = new Map<string, Map<string, number>>();
  const server = http.createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const own = copies.get(request.url?.slice(1) ?? '');
    const { event } = JSON.parse(Buffer.concat(parts).toString()) as { event: { eventId: string } };
    own?.set(event.eventId, (own.get(event.eventId) ?? 0) + 1);
    response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const copiesOf = (orgId: string) => copies.get(orgId) ?? new Map<string, number>();
  return {
    urlOf(orgId) {
      copies.set(orgId, new Map());
      return `http://127.0.0.1:${port}/${orgId}`;
    },
    copiesOf,
    eventsOf: (orgIds) =>
      orgIds.reduce((sum, id) => sum + [...copiesOf(id).values()].reduce((all, count) => all + count, 0), 0),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
