import { required } from '../../../src/kit/required.ts';
import type { CallOptions } from '../harness/api-client.ts';
import { sleep } from '../harness/publisher.ts';
import type { Clients } from './clients.ts';
import { MAIL_PRICE_MICROS } from './cluster.ts';
import type { CampaignEnd, CampaignUse } from './history.ts';
import { newOrganization, type Session } from './sessions.ts';

const LEADS = 8;
/** The number of mails that the first and the second budget pay for. */
const FUNDED = 5;
const FUNDED_LATER = 7;
const POLL_MS = 700;
const DONE_WITHIN_MS = 90_000;
const OUTREACH = '/v1/outreach';
/** An organization may not make, launch and resume many more per hour. */
const CAMPAIGNS_OF_ONE = 50;

/** Calls for one organization. */
class Outreach {
  readonly clients: Clients;
  readonly #headers: Record<string, string>;

  constructor(clients: Clients, headers: Record<string, string>) {
    this.clients = clients;
    this.#headers = headers;
  }

  /** The body of the first wanted answer; undefined if the run ends first. */
  async insist(method: string, path: string, wanted: number[], { headers, ...rest }: CallOptions = {}) {
    const options = { ...rest, headers: { ...this.#headers, ...headers } };
    return (await this.clients.insist(method, OUTREACH + path, wanted, options))?.answer.body;
  }

  ask(node: string, path: string) {
    return this.clients.ask(node, 'GET', OUTREACH + path, { headers: this.#headers });
  }
}

const microsOf = (usd: number) => Math.round(usd * 1e6);
const usdOf = (mails: number) => (mails * MAIL_PRICE_MICROS) / 1e6;

/**
 * Launches campaigns with a budget for fewer mails than they have leads, raises the budgets and watches them, on any
 * node. Returns the session, and a function that reads the results at the end.
 */
export function spendBudgets(everyMs: number): { session: Session; readEnds(): Promise<void> } {
  const begun: Begun[] = [];
  const session: Session = async (clients) => {
    let outreach: Outreach | undefined;
    for (let round = 0; !clients.isStopping; round++) {
      if (round % CAMPAIGNS_OF_ONE === 0) outreach = await openOutreach(clients, `Soak of budgets ${round}`);
      const campaign = outreach && (await launch(outreach, round, begun));
      if (campaign === undefined) return;
      await watch(campaign, FUNDED);
      await raise(campaign);
      await watch(campaign, FUNDED_LATER);
      await sleep(everyMs);
    }
  };
  return {
    session,
    readEnds: async () => {
      for (const campaign of begun) {
        const end = await readEnd(campaign);
        if (end !== undefined) campaign.use.end = end;
      }
    },
  };
}

interface Begun {
  outreach: Outreach;
  id: string;
  use: CampaignUse;
}

async function openOutreach(clients: Clients, name: string): Promise<Outreach | undefined> {
  const headers = await newOrganization(clients, name);
  if (headers === undefined) return undefined;
  const outreach = new Outreach(clients, headers);
  const mailbox = { address: 'sales@soak.example', postal_address: '1 Main Street' };
  // A repeated request finds the one that a request without an answer has made.
  await outreach.insist('POST', '/mailboxes', [201, 409], { body: mailbox });
  return outreach;
}

async function launch(outreach: Outreach, round: number, begun: Begun[]): Promise<Begun | undefined> {
  const domain = `round${round}.example`;
  const addresses = Array.from({ length: LEADS }, (_, i) => `lead${i}@${domain}`);
  const file = { body: ['email', ...addresses].join('\n'), headers: { 'content-type': 'text/csv' } };
  const job = await outreach.insist('POST', '/leads/import', [202], file);
  if (job === undefined || !(await isImported(outreach, job.import_job_id))) return undefined;
  const body = {
    name: domain,
    filter: { q: `@${domain}` },
    messaging_strategy: { send_window: always, sequence: [{ step: 1, subject: 'A question', body: 'Hi' }] },
  };
  const headers = { 'idempotency-key': `campaign-${round}` };
  const made = await outreach.insist('POST', '/campaigns', [201], { body, headers });
  if (made === undefined) return undefined;
  const use: CampaignUse = { domain, leads: LEADS, priceMicros: MAIL_PRICE_MICROS, limits: [], reads: [] };
  const campaign = { outreach, id: made.id as string, use };
  outreach.clients.history.campaigns.push(use);
  begun.push(campaign);
  const limit = noteLimit(use, FUNDED);
  const limits = { budget_limit_usd: usdOf(FUNDED), idempotency_key: `launch-${round}` };
  const launched = await outreach.insist('POST', `/campaigns/${campaign.id}/launch`, [200, 202], {
    body: limits,
  });
  if (launched === undefined) return undefined;
  limit.acknowledged = true;
  return campaign;
}

/** False when the run is over before; throws where an import stands still, which `goOn` tells. */
async function isImported(outreach: Outreach, id: string): Promise<boolean> {
  const until = performance.now() + DONE_WITHIN_MS;
  for (;;) {
    const seen = await outreach.insist('GET', `/imports/${id}`, [200]);
    if (seen === undefined) return false;
    if (/^completed/.test(seen.status)) return true;
    if (performance.now() > until) throw new Error(`the import ${id} still says ${seen.status}`);
    await sleep(POLL_MS / 2);
  }
}

const always = {
  days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
  start: '00:00',
  end: '23:59',
  timezone: 'UTC',
};

function noteLimit({ limits }: CampaignUse, mails: number): CampaignUse['limits'][number] {
  const limit = { micros: mails * MAIL_PRICE_MICROS, askedAt: performance.now(), acknowledged: false };
  limits.push(limit);
  return limit;
}

async function raise({ outreach, id, use }: Begun): Promise<void> {
  const limit = noteLimit(use, FUNDED_LATER);
  const body = { budget_limit_usd: usdOf(FUNDED_LATER) };
  const resumed = await outreach.insist('POST', `/campaigns/${id}/resume`, [200], { body });
  limit.acknowledged = resumed !== undefined;
}

/** Repeatedly reads the budget on any node, until it has paid for as many mails as it can, or for a limited time. */
async function watch({ outreach, id, use }: Begun, mails: number): Promise<void> {
  const { clients } = outreach;
  const since = performance.now();
  while (!clients.isStopping && performance.now() - since < DONE_WITHIN_MS) {
    await sleep(POLL_MS);
    const node = clients.anyNode();
    const sentAt = performance.now();
    const answer = await outreach.ask(node, `/campaigns/${id}`);
    if (answer?.status !== 200) continue;
    const { spent_usd, reserved_usd } = answer.body.budget;
    const [spentMicros, reservedMicros] = [microsOf(spent_usd), microsOf(reserved_usd)];
    use.reads.push({ spentMicros, reservedMicros, sentAt, node });
    if (spentMicros >= mails * MAIL_PRICE_MICROS) return;
  }
}

async function readEnd({ outreach, id, use }: Begun): Promise<CampaignEnd | undefined> {
  const since = performance.now();
  for (;;) {
    const node = outreach.clients.anyNode();
    const seen = await outreach.ask(node, `/campaigns/${id}`);
    const listed = await outreach.ask(node, `/communications?campaign_id=${id}&limit=100`);
    const isOver = performance.now() - since > DONE_WITHIN_MS;
    if (seen?.status !== 200 || listed?.status !== 200) {
      if (isOver) return undefined;
      await sleep(POLL_MS);
      continue;
    }
    const { status, pause_reason: pauseReason, budget } = seen.body;
    const messages = (listed.body.communications as Listed[]).map(({ to, status, failure_code }) => ({
      to,
      status,
      failureCode: failure_code,
    }));
    const isSettled = status === 'completed' || (status === 'paused' && budget.reserved_usd === 0);
    if (isSettled || isOver || use.limits.length === 0) {
      return {
        status,
        pauseReason,
        spentMicros: microsOf(required(budget, 'the budget').spent_usd),
        messages,
      };
    }
    await sleep(POLL_MS);
  }
}

interface Listed {
  to: string;
  status: string;
  failure_code: string | null;
}
