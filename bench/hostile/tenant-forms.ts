import { Buffer } from 'node:buffer';
import { zipOf } from '../../packages/server/src/app/testing/sample-file.ts';
import { sampleEvent } from '../load/request-template.ts';
import type { Attack, Form } from './forms.ts';

const EVENTS = 10_000;
const BATCH = 500;
const LEADS = 20_000;
const FILES = 200;
const OWN_TYPE = 'bench.tenant.sent';

/** The data to search is made once, by the first loop that needs it. */
const made = new Map<string, Promise<unknown>>();
function once(name: string, make: () => Promise<unknown>): Promise<unknown> {
  const making = made.get(name) ?? make();
  made.set(name, making);
  return making;
}

const subscribe = ({ ask, receiver }: Attack, type: string, more: object = {}) =>
  ask('POST', '/v1/webhooks/subscriptions', {
    name: type,
    url: receiver,
    events: [type],
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    ...more,
  });

/** Makes events of 1 KB, each delivered once. */
const withEvents = (attack: Attack) =>
  once('events', async () => {
    await subscribe(attack, OWN_TYPE);
    const event = JSON.parse(sampleEvent(OWN_TYPE));
    for (let sent = 0; sent < EVENTS; sent += BATCH) {
      await attack.ask('POST', '/v1/events/batch', { events: Array(BATCH).fill(event) });
    }
  });

const withLeads = ({ upload }: Attack) =>
  once('leads', () => {
    const rows = Array.from(
      { length: LEADS },
      (_, i) => `lead${i}@tenant.example,Lead,Number${i},Company ${i}`,
    );
    const csv = ['email,first_name,last_name,company', ...rows].join('\n');
    return upload('/v1/outreach/leads/import', Buffer.from(csv), 'text/csv');
  });

const asked =
  (path: string, prepare: (attack: Attack) => Promise<unknown>): Form =>
  async (attack) => {
    await prepare(attack);
    return async () => `${(await attack.ask('GET', path)).status}`;
  };

/** A medium-sized application, different for each name. */
export function archiveOf(name: string): Promise<Buffer> {
  const source = (i: number) =>
    Array.from(
      { length: 40 },
      (_, line) => `export function f${i}_${line}(a) { return a.${name}_${line} + ${i}; }`,
    );
  const files = Array.from({ length: FILES }, (_, i) => [`src/file${i}.js`, source(i).join('\n')]);
  return zipOf({ 'package.json': JSON.stringify({ name, version: '1.0.0' }), ...Object.fromEntries(files) });
}

const uploads: Form = async ({ upload, nameOf }) => {
  let count = 0;
  return async () => {
    const name = `${nameOf('upload').replace(/\W/g, '_')}_${count++}`;
    return `${await upload(`/v1/review/applications?name=${name}`, await archiveOf(name), 'application/zip')}`;
  };
};

const transformations: Form = async (attack) => {
  const type = attack.nameOf('bench.transform');
  await subscribe(attack, type, { transform: '{"sum": $sum([1..50000].($ * 2))}' });
  return async () => `${(await attack.ask('POST', '/v1/events', JSON.parse(sampleEvent(type)))).status}`;
};

/** Requests that an organization may send freely, and that another one should not notice. */
export const tenantForms: Record<string, Form> = {
  'uploads of another': uploads,
  'searches of events by another': asked('/v1/events/search?payload=data.order_id%3Dnone', withEvents),
  'searches of deliveries by another': asked(
    '/v1/webhooks/deliveries?payload=data.order_id%3Dnone',
    withEvents,
  ),
  'filters of leads by another': asked('/v1/outreach/leads?q=nobody&limit=100', withLeads),
  'transformations of another': transformations,
};
