import type { Pool } from 'pg';
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
  previewDelivery,
  type WantedPreview,
} from './receiver/preview-delivery.ts';
import { createResends } from './resends/resends.ts';
import type { SubscriptionStore } from './subscription-store.ts';
import type { DeliveryMaintenance } from './upkeep/delivery-maintenance.ts';

export interface DeliveryOperationsPorts {
  pool: Pool;
  clock: Clock;
  secretBox: SecretBox;
  client: GuardedClient;
  store: SubscriptionStore;
  engine: Pick<DeliveryEngine, 'wake'>;
  maintenance: Pick<DeliveryMaintenance, 'wake'>;
  queueFigures: QueueFigures;
}

/** What can be done with deliveries that were made: reading, sending again, replaying, and testing. */
export function createDeliveryOperations(ports: DeliveryOperationsPorts) {
  return {
    deliveryLog: createDeliveryLog(ports),
    deliverySearch: createDeliverySearch(ports),
    statistics: createDeliveryStatistics(ports),
    eventDeliveries: createEventDeliveries(ports),
    deadLetters: createDeadLetters({
      ...ports,
      onQueued: () => ports.engine.wake(),
      onJob: () => ports.maintenance.wake(),
    }),
    resends: createResends({ ...ports, onJob: () => ports.maintenance.wake() }),
    async resend(orgId: string, deliveryId: string): Promise<void> {
      await resendDelivery(ports.pool, orgId, deliveryId, ports.clock.now());
      ports.engine.wake();
    },
    preview: (record: PreviewedSubscription, wanted: WantedPreview) => previewDelivery(ports, record, wanted),
    sendTest: (orgId: string, subscriptionId: string, eventName: string) =>
      sendTestDelivery(ports, orgId, subscriptionId, eventName),
  };
}
