import { openWorkflows } from '../../areas/workflows/index.ts';
import type { Acknowledgements } from '../../engine/acknowledgements/index.ts';
import type { Area } from '../../engine/area.ts';
import type { AreaBase } from '../area-base.ts';

/** `areas`: the areas whose actions workflows can use. */
export function wireWorkflows(
  base: AreaBase,
  acknowledgements: Acknowledgements,
  areas: readonly Area[],
): Area {
  const { settings, db, clock, log, jobs, spine, rateLimiter, idempotency } = base;
  return openWorkflows({
    db,
    clock,
    log,
    jobs,
    unitOfWork: spine.unitOfWork,
    acknowledgements,
    appender: spine.appender,
    runWriter: spine.runWriter,
    limiter: rateLimiter,
    idempotency,
    actions: areas.flatMap(({ actions = [] }) => actions),
    routes: areas.flatMap(({ routes }) => routes),
    retentionDays: settings.WORKFLOW_RUN_RETENTION_DAYS,
  });
}
