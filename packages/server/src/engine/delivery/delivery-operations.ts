import type { Pool } from 'pg';
import { actForAll } from '../../kit/acting.ts';
import type { Clock } from '../../kit/clock.ts';
import type { GuardedClient } from '../../kit/net/index.ts';
import type { SecretBox } from '../../kit/secrets/index.ts';
import { createDeadLetters } from './dead-letters/dead-letters.ts';
import type { DeliveryEngine } from './delivery-engine.ts';
import { createDeliveryStatistics } from './figures/delivery-statistics.ts';
import type { QueueFigures } from './figures/queue-figures.ts';
import { createDeliveryLog } from './log/delivery-log.ts';
import { createDeliverySearch } from './log/delivery-search.ts';
import { createEventDeliveries } from './log/event-deliveries.ts';
import { resendDelivery } from './log/resend-delivery.ts';
import { sendTestDelivery } from './log/send-test-delivery.ts';
import {
  type PreviewedSubscription,
  type PreviewRequest,
  previewDelivery,
} from './receiver/preview-delivery.ts';
import { createResends } from './resends/resends.ts';
import type { SubscriptionStore } from './subscription-store.repository.ts';
import type { DeliveryMaintenance } from './upkeep/delivery-maintenance.ts';

export interface DeliveryOperationsPorts {
  pool: Pool;
  clock: Clock;
  secretBox: SecretBox;
  client: GuardedClient;
  store: SubscriptionStore;
  engine: Pick<DeliveryEngine, 'wake' | 'flush'>;
  maintenance: Pick<DeliveryMaintenance, 'wake'>;
  queueFigures: QueueFigures;
}

/**
 * Operations on existing deliveries: reading, resending, replaying and testing. What this node has just sent
 * is written first, so that whoever was told about a delivery finds it.
 */
export function createDeliveryOperations(ports: DeliveryOperationsPorts) {
  const written = <Args extends unknown[], Result>(run: (...args: Args) => Promise<Result>) => {
    return async (...args: Args): Promise<Result> => {
      await actForAll(() => ports.engine.flush());
      return run(...args);
    };
  };
  const log = createDeliveryLog(ports);
  const statistics = createDeliveryStatistics(ports);
  const eventDeliveries = createEventDeliveries(ports);
  const resends = createResends({ ...ports, onJob: () => ports.maintenance.wake() });
  return {
    deliveryLog: { list: written(log.list), get: written(log.get) },
    deliverySearch: { find: written(createDeliverySearch(ports).find) },
    statistics: { read: written(statistics.read) },
    eventDeliveries: { ...eventDeliveries, list: written(eventDeliveries.list) },
    deadLetters: createDeadLetters({
      ...ports,
      onQueued: () => ports.engine.wake(),
      onJob: () => ports.maintenance.wake(),
    }),
    resends: { ...resends, resendAll: written(resends.resendAll) },
    resend: written(async (orgId: string, deliveryId: string): Promise<void> => {
      await resendDelivery(ports.pool, orgId, deliveryId, ports.clock.now());
      ports.engine.wake();
    }),
    preview: (record: PreviewedSubscription, wanted: PreviewRequest) =>
      previewDelivery(ports, record, wanted),
    sendTest: (orgId: string, subscriptionId: string, eventName: string) =>
      sendTestDelivery(ports, orgId, subscriptionId, eventName),
  };
}
