import { Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { RequestTimes } from './request-times.ts';

const bounds = [0.001, 0.01, 1];
const name = 'request_seconds';
const help = 'Time of a request.';

test('a scrape reads the same as from a histogram of prom-client', async () => {
  const registry = new Registry();
  const times = new RequestTimes({ name, help, bounds, registry });
  const reference = new Registry();
  const histogram = new Histogram({
    name,
    help,
    labelNames: ['method', 'route', 'status'],
    buckets: [...bounds],
    registers: [reference],
  });
  const observed: [string, string, number, number][] = [
    ['/v1/events', 'POST', 201, 0.0005],
    ['/v1/events', 'POST', 201, 0.001],
    ['/v1/events', 'POST', 201, 0.25],
    ['/v1/events', 'POST', 400, 7],
    ['/v1/events', 'GET', 200, 0.01],
    ['un"matched\\', 'GET', 404, 0],
  ];
  for (const [route, method, status, seconds] of observed) {
    times.observe(route, method, status, seconds);
    histogram.labels(method, route, String(status)).observe(seconds);
  }
  expect(linesOf(await registry.metrics())).toEqual(linesOf(await reference.metrics()));
});

/** The lines with their labels sorted, because their order does not matter to Prometheus. */
function linesOf(text: string): string[] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.replace(/\{(.*)\}/, (_whole, labels: string) => `{${labels.split(',').sort()}}`))
    .sort();
}
