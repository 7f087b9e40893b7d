import { inOneTransaction, type QueryRows, repeatRolledBack } from '../../../kit/db/index.ts';
import {
  announceRoutes,
  lockRoutes,
  type NewEvent,
  type SettleAppend,
  withActor,
} from '../../spine/index.ts';
import type { SubscriptionPorts } from './subscription-ports.ts';

export type RoutesPorts = Pick<SubscriptionPorts, 'pool' | 'clock' | 'log' | 'appender' | 'engine'>;

export interface RoutesChange<T> {
  value: T;
  /** The subscription whose state changed; undefined when nothing did. */
  subscriptionId: string | undefined;
  /** Published in the same commit. */
  events?: NewEvent[];
}

export const subscriptionChannel = 'subscription_changed';

/**
 * Runs a change of an organization's subscriptions. It holds the head of the organization's log, so
 * that changes come one after another and no event is matched against a half of one: an event is
 * matched by the old state when it was committed before, by the new one when after. It is in force
 * on this node when the promise resolves. As with a unit of work, what the database rolls back for another is run again.
 */
export function changeRoutes<T>(
  ports: RoutesPorts,
  orgId: string,
  work: (query: QueryRows) => Promise<RoutesChange<T>>,
): Promise<T> {
  return repeatRolledBack(() => changeOnce(ports, orgId, work));
}

async function changeOnce<T>(
  ports: RoutesPorts,
  orgId: string,
  work: (query: QueryRows) => Promise<RoutesChange<T>>,
): Promise<T> {
  let settle: SettleAppend | undefined;
  let change: RoutesChange<T>;
  try {
    change = await inOneTransaction(ports.pool, async (query) => {
      await lockRoutes(query, orgId);
      const result = await work(query);
      if (result.subscriptionId !== undefined) {
        const text = `${orgId} ${result.subscriptionId}`;
        await announceRoutes(query, orgId, { channel: subscriptionChannel, text });
      }
      if (result.events?.length)
        settle = (await ports.appender.appendIn(query, result.events.map(withActor))).settle;
      return result;
    });
  } catch (error) {
    settle?.(false, error);
    throw error;
  }
  // First the memory, then what the events caused: a delivery of theirs goes by the new state.
  if (change.subscriptionId !== undefined) {
    ports.appender.forgetRoutes(orgId);
    await ports.engine.subscriptionChanged(change.subscriptionId);
  }
  settle?.(true);
  return change.value;
}
