import type { Buffer } from 'node:buffer';
import type { Bench } from '../harness/bench.ts';
import { watchCpu } from '../harness/cpu-window.ts';
import { sleep } from '../harness/monotonic-clock.ts';
import { formatNumber } from '../harness/print-table.ts';
import type { Figure } from '../harness/result.ts';
import type { Service } from '../harness/service.ts';
import { median } from '../harness/statistics.ts';
import { archiveOf } from './tenant-forms.ts';

/** Reviews of the other organization that are waiting when our own starts. */
const BACKLOG = 12;
const POLL_MS = 50;

/**
 * The time from an upload to the end of its review while earlier reviews of another organization wait, divided by the
 * time without them.
 */
export async function measureReviews(bench: Bench): Promise<Figure> {
  const service = await bench.startService();
  const otherKey = await service.makeKey('other');
  const readCpu = watchCpu({ processes: {}, trees: { service: service.pid, postgres: service.postgresPid } });
  const ratios: number[] = [];
  const alone: number[] = [];
  const beside: number[] = [];
  // The first round is a warm-up.
  for (let count = 0; count <= (bench.quick ? 2 : 4); count++) {
    const aloneMs = await timeReview(service, service.apiKey, `alone_${count}`);
    const others = await Promise.all(
      Array.from({ length: BACKLOG }, (_, i) => handIn(service, otherKey, `other_${count}_${i}`)),
    );
    const besideMs = await timeReview(service, service.apiKey, `beside_${count}`);
    await Promise.all(others.map((id) => ended(service, otherKey, id)));
    bench.say(
      `  a review: ${formatNumber(besideMs)} ms beside ${BACKLOG} of another, ${formatNumber(aloneMs)} alone`,
    );
    if (count === 0) continue;
    alone.push(aloneMs);
    beside.push(besideMs);
    ratios.push(besideMs / aloneMs);
  }
  const { others, stolen } = readCpu();
  await service.stop();
  return {
    name: `a review beside ${BACKLOG} of another that came before, over alone`,
    ours: `${formatNumber(median(beside))} ms`,
    bare: `${formatNumber(median(alone))} ms`,
    value: median(ratios),
    unit: 'ratio',
    floor: 4,
    aim: 3,
    better: 'lower',
    spread: ratios,
    othersCores: others + stolen,
    faults: [],
    details: { alone, beside },
  };
}

async function timeReview(service: Service, key: string, name: string): Promise<number> {
  const bytes = await archiveOf(name);
  const startedAt = performance.now();
  await ended(service, key, await handIn(service, key, name, bytes));
  return performance.now() - startedAt;
}

/** Uploads an application and starts a review; resolves with the review's id. */
async function handIn(service: Service, key: string, name: string, bytes?: Buffer): Promise<string> {
  const sent = (bytes ?? (await archiveOf(name))) as Uint8Array<ArrayBuffer>;
  const { id } = await ask(service, key, `/v1/review/applications?name=${name}`, 'application/zip', sent);
  const body = JSON.stringify({ categories: ['security'] });
  const path = `/v1/review/applications/${id}/review`;
  return (await ask(service, key, path, 'application/json', body)).review_id as string;
}

async function ended(service: Service, key: string, reviewId: string): Promise<void> {
  for (;;) {
    const { status } = await ask(service, key, `/v1/review/reviews/${reviewId}`);
    if (status === 'completed' || status === 'completed_with_errors') return;
    if (status === 'failed' || status === 'timed_out') throw new Error(`a review ended as ${status}`);
    await sleep(POLL_MS);
  }
}

async function ask(
  { address: { host, port } }: Service,
  key: string,
  path: string,
  type?: string,
  body?: string | Uint8Array<ArrayBuffer>,
): Promise<Record<string, unknown>> {
  const answer = await fetch(`http://${host}:${port}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, ...(type !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body }),
  });
  const json = (await answer.json()) as Record<string, unknown>;
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(json)}`);
  return json;
}
