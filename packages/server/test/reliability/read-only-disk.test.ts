import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ApiClient } from './harness/api-client.ts';
import { makeFailingDisk } from './harness/failing-disk.ts';
import { ServiceProcess } from './harness/service-process.ts';

const EVENTS = 20;
const event = (number: number) => ({ body: { type: 'disk.filled', source: 'test', data: { number } } });

test('if its disk becomes read-only, a service loses nothing acknowledged, and says what is wrong', async (context) => {
  const disk = await makeFailingDisk();
  if (disk === undefined) return context.skip('it takes root, and a file that can be mounted');
  let service: ServiceProcess | undefined;
  let address: string | undefined;
  const api = new ApiClient(() => address);
  const start = async () => {
    service = new ServiceProcess({ dataDir: join(disk.folder, 'data') });
    address = await service.ready;
    return service;
  };
  try {
    const first = await start();
    const acknowledged: string[] = [];
    for (let number = 0; number < EVENTS; number++) {
      const { status, body } = await api.call('POST', '/v1/events', event(number));
      expect(status).toBe(201);
      acknowledged.push(body.eventId);
    }
    await disk.fail();
    const statuses = new Set<number>();
    for (let number = 0; number < EVENTS; number++) {
      const { status, body } = await api.call('POST', '/v1/events', event(EVENTS + number));
      statuses.add(status);
      if (status === 201) acknowledged.push(body.eventId);
    }
    expect([...statuses]).toEqual([503]);
    expect((await api.call('GET', '/livez')).status).toBe(200);
    expect((await api.call('GET', '/readyz')).status).toBe(503);
    first.send('SIGTERM');
    await first.exited;

    await disk.repair();
    const second = await start();
    for (const id of acknowledged) expect((await api.call('GET', `/v1/events/${id}`)).status).toBe(200);
    expect((await api.call('POST', '/v1/events', event(0))).status).toBe(201);
    second.send('SIGTERM');
    await second.exited;
  } finally {
    api.close();
    if (service !== undefined && !service.hasExited) await service.kill();
    await disk.remove();
  }
}, 300_000);
