import type { CampaignEnd, CampaignUse, CountedRequest } from './history.ts';
import { NOBODYS, replace, type Seed } from './violation-seed.ts';

/** Violations of reads and of deleted keys. */
export const readSeeds: Readonly<Record<string, readonly Seed[]>> = {
  'an acknowledged event was not found': [
    ({ reads }, pick) => {
      const one = pick(reads);
      return one && { reads: replace(reads, one, { ...one, status: 404 }) };
    },
  ],
  'a read is older than a write before it': [
    ({ registers }, pick) => {
      const one = pick(registers.filter(({ kind, value }) => kind === 'read' && value > 2));
      return one && { registers: replace(registers, one, { ...one, value: one.value - 2 }) };
    },
  ],
  'a value was read before it was written': [
    ({ registers }, pick) => {
      const one = pick(registers.filter(({ kind }) => kind === 'read'));
      return one && { registers: replace(registers, one, { ...one, value: NOBODYS }) };
    },
  ],
  'a deleted key was accepted': [
    ({ revoked }, pick) => {
      const one = pick(revoked.filter(({ deletedAt, sentAt }) => sentAt - deletedAt > 10_000));
      return one && { revoked: replace(revoked, one, { ...one, status: 200 }) };
    },
  ],
};

/** Adds more requests than a limit allows, after the end of all others: `at` gives the time and the window of each. */
function more(
  counted: CountedRequest[],
  count: (most: number) => number,
  at: (i: number, most: number) => Partial<CountedRequest>,
): { counted: CountedRequest[] } | undefined {
  const last = counted.at(-1);
  if (last === undefined) return undefined;
  const added = Array.from({ length: count(last.most) }, (_, i) => {
    const { at: afterMs = 0, resetAt = 0, ...rest } = at(i, last.most);
    return { ...last, ...rest, at: last.at + 600_000 + afterMs, resetAt: last.resetAt + 600 + resetAt };
  });
  return { counted: [...counted, ...added] };
}

/** Violations of limits. */
export const limitSeeds: Readonly<Record<string, readonly Seed[]>> = {
  'a limit was exceeded in one window': [
    ({ counted }) =>
      more(
        counted,
        (most) => most + 1,
        (i) => ({ allowed: true, at: i }),
      ),
  ],
  'a limit was exceeded over several windows': [
    ({ counted }) =>
      more(
        counted,
        (most) => 3 * most + 1,
        (i, most) => ({ allowed: true, at: i, resetAt: Math.floor(i / most) }),
      ),
  ],
  'a window was closed for longer than it lasts': [
    ({ counted }) =>
      more(
        counted,
        () => 2,
        (i) => ({ allowed: false, at: i * 90_000 }),
      ),
  ],
};

/** Violations on the chain. */
export const chainSeeds: Readonly<Record<string, readonly Seed[]>> = {
  'one key made two executions': [
    ({ executions }, pick) => {
      const one = pick(executions.filter(({ executionId }) => executionId !== undefined));
      return one && { executions: [...executions, { ...one, executionId: 'exe_seed' }] };
    },
  ],
  'a transfer was made twice': [
    ({ chain }, pick) => {
      const one = pick(chain);
      return one && { chain: [...chain, { ...one, hash: '0xseed', nonce: NOBODYS }] };
    },
  ],
  'a nonce was used twice': [
    ({ chain }, pick) => {
      const one = pick(chain.slice(1));
      return one && { chain: replace(chain, one, { ...one, nonce: chain[0]?.nonce ?? 0 }) };
    },
  ],
  'a transfer was never requested': [
    ({ chain }) => ({ chain: [...chain, { n: NOBODYS, hash: '0xseed', nonce: NOBODYS }] }),
  ],
  'an acknowledged transfer never reached the chain': [
    ({ chain, executions }, pick) => {
      const acknowledged = new Set(executions.filter(({ status }) => status === 202).map(({ n }) => n));
      const one = pick(chain.filter(({ n }) => acknowledged.has(n)));
      return one && { chain: chain.filter((call) => call !== one) };
    },
  ],
  'a transfer on the chain was never confirmed': [
    ({ outcomes, chain }, pick) => {
      const onChain = new Set(chain.map(({ n }) => n));
      const one = pick(outcomes.filter(({ n }) => onChain.has(n)));
      return one && { outcomes: replace(outcomes, one, { ...one, status: 'pending' }) };
    },
  ],
};

type Ended = CampaignUse & { end: CampaignEnd };

const endedIn = (campaigns: readonly CampaignUse[]) =>
  campaigns.filter((campaign): campaign is Ended => campaign.end !== undefined);

const sentIn = ({ end: { messages } }: Ended) => messages.filter(({ status }) => status === 'sent');

/** Violations of budgets, and of the mails sent for them. */
export const budgetSeeds: Readonly<Record<string, readonly Seed[]>> = {
  'a budget was overspent': [
    ({ campaigns, mails }, pick) => {
      const one = pick(campaigns);
      const at = Math.max(0, ...mails.map((mail) => mail.at)) + 1;
      const added = Array.from({ length: one?.leads ?? 0 }, (_, i) => ({
        to: `seed${i}@${one?.domain}`,
        at,
      }));
      return one && { mails: [...mails, ...added] };
    },
    ({ campaigns }, pick) => {
      const one = pick(campaigns.filter(({ reads }) => reads.length > 0));
      const read = one && pick(one.reads);
      if (one === undefined || read === undefined) return undefined;
      const reads = replace(one.reads, read, { ...read, spentMicros: NOBODYS });
      return { campaigns: replace(campaigns, one, { ...one, reads }) };
    },
  ],
  'less was charged than was sent': [
    ({ campaigns }, pick) => {
      const one = pick(endedIn(campaigns).filter((campaign) => sentIn(campaign).length > 0));
      return one && { campaigns: replace(campaigns, one, { ...one, end: { ...one.end, spentMicros: 0 } }) };
    },
  ],
  'a mail was sent twice': [
    ({ mails }, pick) => {
      const one = pick(mails);
      return one && { mails: [...mails, { ...one, at: one.at + 1 }] };
    },
  ],
  'a mail went to an unexpected recipient': [
    ({ mails }) => ({ mails: [...mails, { to: 'lead@seed.example', at: 0 }] }),
  ],
  'a mail was reported as sent and never arrived': [
    ({ campaigns, mails }, pick) => {
      const message = pick(endedIn(campaigns).flatMap(sentIn));
      return message && { mails: mails.filter(({ to }) => to !== message.to) };
    },
  ],
  'a mail arrived that was reported as not sent': [
    ({ campaigns, mails }, pick) => {
      const waiting = endedIn(campaigns).flatMap(({ end: { messages } }) =>
        messages.filter(({ status }) => status === 'pending'),
      );
      const message = pick(waiting);
      return message && { mails: [...mails, { to: message.to, at: 0 }] };
    },
  ],
  'a campaign did not continue': [
    ({ campaigns }, pick) => {
      const one = pick(
        endedIn(campaigns).filter(({ limits }) => limits.some(({ acknowledged }) => acknowledged)),
      );
      return one && { campaigns: replace(campaigns, one, { ...one, end: { ...one.end, messages: [] } }) };
    },
  ],
};
