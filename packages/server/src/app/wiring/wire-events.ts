import type { AccessArea } from '../../areas/access/index.ts';
import { openEvents } from '../../areas/events/index.ts';
import type { Area } from '../../engine/area.ts';
import { runsOfEvent } from '../../engine/workflows/index.ts';
import { queryPool } from '../../kit/db/index.ts';
import type { AreaBase } from '../area-base.ts';

export function wireEvents({ pool, clock, authenticator, spine }: AreaBase, access: AccessArea): Area {
  const { appender, logs, operations, subscriptions } = spine;
  return openEvents({
    clock,
    query: queryPool(pool),
    appender,
    reader: logs.reader,
    log: logs.provableLog,
    feed: logs.feed,
    authenticator,
    namesOf: access.namesOf,
    deliveries: operations.eventDeliveries,
    runsOf: (event) => runsOfEvent(queryPool(pool), event),
    subscriptions,
  });
}
