import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sleep } from '../harness/monotonic-clock.ts';
import { handInMail } from './hand-in-mail.ts';

/** How a form sends requests for the attacker's organization. */
export interface Attack {
  // biome-ignore lint/suspicious/noExplicitAny: each form reads what it expects
  ask(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }>;
  /** Sends a file; resolves with the status. */
  upload(path: string, bytes: Buffer, type: string): Promise<number>;
  smtpPort: number;
  /** URL of a receiver that answers at once. */
  receiver: string;
  /** Returns a name that is unique for this attacker. */
  nameOf(form: string): string;
}

/** Prepares an attack, and returns the function that is called in a loop; it resolves with the outcome. */
export type Form = (attack: Attack) => Promise<() => Promise<string>>;

const POLL_MS = 100;
const LONG = 'x'.repeat(1_000_000);
const times = (count: number, text: string) => text.repeat(count);
/** A string of more than 600 MB, which is then split into a list. */
const DOUBLED = `($a:=SOURCE;${times(8, '$a:=$a&$a;')}$count($split($a,"x"))>0)`;
const BLANK_LINES = 'From: ann@hostile.example\r\nSubject: Re: hello\r\n\r\n';
const MANY_KEYS = Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`k${i}`, i]));
const MANY_ITEMS = Array.from({ length: 5_000 }, (_, i) => i);

const condition =
  (when: string, data: object): Form =>
  async ({ ask, nameOf }) => {
    const type = nameOf('bench.hostile');
    const input = { type: 'bench.hostile.done', source: 'bench', data: {} };
    const actions = [{ action: 'events.publish', when, input }];
    const { body } = await ask('POST', '/v1/workflows', { name: type, trigger: { type }, actions });
    return async () => {
      await ask('POST', '/v1/events', { type, source: 'bench', data });
      const runs = `/v1/workflows/${body.workflow_id}/runs?limit=1`;
      return endOf(async () => (await ask('GET', runs)).body.runs[0]?.status);
    };
  };

const ingestion =
  (rules: string[], data: object): Form =>
  async ({ ask }) =>
  async () => {
    const job = { source_id: 'bench', data, transformation_rules: rules };
    const { body } = await ask('POST', '/v1/contracts/ingestion/jobs', job);
    const path = `/v1/contracts/ingestion/jobs/${body.job_id}`;
    return endOf(async () => (await ask('GET', path)).body.status);
  };

const ownRule: Form = async (attack) => {
  const name = attack.nameOf('bench-rule').replaceAll('.', '-');
  const expression = DOUBLED.replace('SOURCE', 's');
  await attack.ask('POST', '/v1/contracts/ingestion/rules', { name, expression });
  return ingestion([name], { s: LONG })(attack);
};

const mailOf = (arr: number[], letters: number) => ({
  channel: 'email',
  to: 'ann@hostile.example',
  subject: 'Hello',
  body: '{{ arr | where_exp: "i", "x contains y" | size }}',
  variables: { arr, x: LONG.slice(0, letters), y: 'b' },
});

const template =
  (letters: number): Form =>
  async ({ ask }) => {
    const mail = mailOf(MANY_ITEMS, letters);
    return async () => `${(await ask('POST', '/v1/outreach/communications', mail)).status}`;
  };

/** As often as the form with a template over a long text. */
const usualMails: Form = async ({ ask }) => {
  const mail = mailOf([1, 2, 3], 5);
  return async () => {
    const [{ status }] = await Promise.all([ask('POST', '/v1/outreach/communications', mail), sleep(50)]);
    return `${status}`;
  };
};

const mailByApi: Form = async ({ ask }) => {
  const raw = BLANK_LINES + times(400_000, '\n');
  return async () => `${(await ask('POST', '/v1/outreach/inbound', { raw })).status}`;
};

const mailBySmtp: Form = async ({ smtpPort }) => {
  const raw = Buffer.from(BLANK_LINES + times(4_900_000, '\r\n'));
  return () => handInMail(smtpPort, 'bounces+bench@in.example', raw);
};

/** As much CPU time, and at the same low priority, as a process of the sandbox, but without the service. */
const BUSY = `
  require('node:os').setPriority(10);
  for (const end = Date.now() + 500; Date.now() < end; );
`;
let busy: Promise<string> | undefined;
/** One process for all loops, because the other forms use only one process of the sandbox, too. */
const busyCore: Form = async () => () => {
  busy ??= once(spawn(process.execPath, ['-e', BUSY]), 'exit').then(([code]) => {
    busy = undefined;
    return `${code}`;
  });
  return busy;
};

/** The forms of attack. Each is sent in a loop: the next one when the previous one has ended. */
export const forms: Record<string, Form> = {
  // Shows how much of the effect comes from the machine itself.
  'a busy core that is not ours': busyCore,
  // The cost of mails with short texts.
  '20 usual mails a second': usualMails,
  'a condition that ends V8': condition(DOUBLED.replace('SOURCE', 'event.data.s'), { s: LONG }),
  'a condition that pads': condition('$length($pad("x",100000000))>0', {}),
  'a rule that ends V8': ownRule,
  // As long as a message may be, and longer.
  'a template over a long text': template(230_000),
  'a template with too long a text': template(700_000),
  'a mail of blank lines by API': mailByApi,
  'a mail of blank lines by SMTP': mailBySmtp,
  'rules over 60,000 keys': ingestion(Array(50).fill('hash_payload'), MANY_KEYS),
};

const ENDS = new Set(['succeeded', 'skipped', 'failed', 'completed']);

async function endOf(read: () => Promise<string | undefined>): Promise<string> {
  for (;;) {
    const status = await read();
    if (status !== undefined && ENDS.has(status)) return status;
    await sleep(POLL_MS);
  }
}
