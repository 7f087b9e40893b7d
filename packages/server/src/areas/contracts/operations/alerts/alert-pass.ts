import type { AlertRule } from './alert.repository.ts';
import { transactionMetrics } from './alert-condition.ts';
import { eventKey, stepFigures, transactionValue } from './alert-figures.ts';
import {
  type Batch,
  type ContractKey,
  lockCursor,
  lockReorgRules,
  lockRulePage,
  lockRules,
  moveCursor,
  RULES_AT_ONCE,
  readBatch,
  readCountedEvents,
  readRulePage,
} from './alert-pass.repository.ts';
import type { AlertWatchPorts } from './alert-ports.ts';
import { noChanges, resolveQuiet, stepRule } from './alert-step.ts';
import { writeChanges } from './write-changes.ts';

/**
 * Evaluates the rules of contracts for what was settled since the last pass, in the order of settling. State,
 * alerts, events, mails and the new position commit together. Returns whether there was anything, and whether
 * more is waiting.
 */
export async function passSettled(ports: AlertWatchPorts): Promise<'none' | 'last' | 'more'> {
  const batch = await readBatch(ports.db);
  if (batch === undefined) return 'none';
  const events = await countEvents(ports, batch);
  await ports.unitOfWork(async (tx) => {
    const now = new Date(ports.clock.now());
    // A concurrent pass has saved this batch already, or waits and then finds it saved.
    if ((await lockCursor(tx)) !== batch.from) return { value: undefined };
    const rules = await lockRules(
      tx,
      [...byContract(batch.transactions).values()].flatMap(([first]) => first ?? []),
    );
    const changes = noChanges();
    const watching = byContract(rules);
    for (const transaction of batch.transactions) {
      for (const rule of watching.get(keyOf(transaction)) ?? []) {
        if ((rule.conditionSince ?? rule.createdAt) > transaction.settledAt) continue;
        const value = transactionValue(rule, transaction, events);
        if (value !== undefined) stepRule(changes, rule, value, now, transaction);
      }
    }
    await stepFigures(tx, changes, rules, now);
    await moveCursor(tx, batch.to);
    return { value: undefined, events: await writeChanges(tx, ports.jobs, changes, now) };
  });
  return batch.isFull ? 'more' : 'last';
}

/**
 * Evaluates all rules by time: what left a window, what is pending too long, current balances. Returns
 * whether there are any rules.
 */
export async function passAll(
  ports: AlertWatchPorts,
  readChain: (rules: AlertRule[]) => Promise<Map<string, number>>,
): Promise<boolean> {
  let after: string | undefined;
  do {
    const page = await readRulePage(ports.db, after);
    if (page.length === 0) return after !== undefined;
    const balances = await readChain(page);
    await ports.unitOfWork(async (tx) => {
      const now = new Date(ports.clock.now());
      await lockCursor(tx);
      const rules = await lockRulePage(tx, page);
      const changes = noChanges();
      await stepFigures(tx, changes, rules, now);
      for (const rule of rules) {
        const balance = balances.get(rule.id);
        if (balance !== undefined) stepRule(changes, rule, balance, now);
        if (isKept(rule)) resolveQuiet(changes, rule, now);
      }
      return { value: undefined, events: await writeChanges(tx, ports.jobs, changes, now) };
    });
    after = page.length < RULES_AT_ONCE ? undefined : page.at(-1)?.id;
  } while (after !== undefined);
  return true;
}

/** Evaluates the rules of a network's contracts for a reorganization. */
export async function passReorg(ports: AlertWatchPorts, network: string, depth: number): Promise<void> {
  await ports.unitOfWork(async (tx) => {
    const now = new Date(ports.clock.now());
    await lockCursor(tx);
    const rules = await lockReorgRules(tx, network);
    const changes = noChanges();
    for (const rule of rules) stepRule(changes, rule, depth, now);
    return { value: undefined, events: await writeChanges(tx, ports.jobs, changes, now) };
  });
}

/** An alert on single transactions that is only resolved by time. */
function isKept({ metric, windowMinutes, firingAlertId }: AlertRule): boolean {
  if (firingAlertId === null) return false;
  return metric === 'reorg_depth' || (windowMinutes !== null && transactionMetrics.includes(metric as never));
}

function keyOf({ orgId, environment, contractId }: ContractKey): string {
  return `${orgId} ${environment} ${contractId}`;
}

function byContract<T extends ContractKey>(items: readonly T[]): Map<string, T[]> {
  return Map.groupBy(items, keyOf);
}

/** Events of transactions whose contracts have such rules, read from the chain before anything is locked. */
async function countEvents(
  { db, chain }: AlertWatchPorts,
  { transactions }: Batch,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  if (chain === undefined || transactions.length === 0) return counts;
  const counted = await readCountedEvents(db, transactions);
  const wanted = transactions.flatMap((transaction) =>
    counted
      .filter(
        (rule) =>
          rule.contractId === transaction.contractId &&
          rule.environment === transaction.environment &&
          rule.orgId === transaction.orgId,
      )
      .map(({ eventName }) => ({ transaction, eventName })),
  );
  await Promise.all(
    wanted.map(async ({ transaction, eventName }) => {
      const { network, version, address, transactionHash: hash } = transaction;
      const emitted = { network, version, eventName };
      const count =
        hash === null || address === null
          ? 0
          : await chain.countEvents(transaction, { ...emitted, hash, address });
      if (count !== undefined) counts.set(eventKey(transaction.id, eventName), count);
    }),
  );
  return counts;
}
