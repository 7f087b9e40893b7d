import { availableParallelism } from 'node:os';
import type { AccessArea } from '../../areas/access/index.ts';
import { openReview, type ReviewModel, type ReviewSettings } from '../../areas/review/index.ts';
import type { Acknowledgements } from '../../engine/acknowledgements/index.ts';
import type { Area } from '../../engine/area.ts';
import type { AreaBase } from '../area-base.ts';
import { isLoopbackHost } from '../loopback.ts';
import type { Settings } from '../settings.ts';

export function wireReview(
  { settings, db, clock, log, spine, jobs, blobs, model }: AreaBase,
  access: AccessArea,
  acknowledgements: Acknowledgements,
): Area {
  const { unitOfWork, logs, subscriptions } = spine;
  const { reader } = logs;
  return openReview({
    db,
    unitOfWork,
    clock,
    log,
    jobs,
    blobs,
    reader,
    subscriptions,
    model: model && { source: model, limits: modelLimits(settings) },
    acknowledgements,
    namesOf: access.namesOf,
    settings: reviewSettings(settings),
  });
}

function modelLimits(settings: Settings): ReviewModel['limits'] {
  return {
    maxAgentTokens: settings.LLM_MAX_TOKENS,
    maxReviewMicros: Math.floor(settings.LLM_REVIEW_BUDGET_USD * 1_000_000),
  };
}

function reviewSettings(settings: Settings): ReviewSettings {
  return {
    threads: settings.REVIEW_THREADS ?? Math.min(availableParallelism(), 4),
    threadMemoryMb: settings.REVIEW_THREAD_MEMORY_MB,
    warmsUp: settings.REVIEW_WARM_UP === 'on',
    bounds: {
      analysisTimeoutMs: settings.REVIEW_ANALYSIS_TIMEOUT_SECONDS * 1000,
      agentTimeoutMs: settings.REVIEW_AGENT_TIMEOUT_SECONDS * 1000,
    },
    agents: { advisoryDbPath: settings.ADVISORY_DB_PATH, osv: osvOf(settings) },
  };
}

/** The online vulnerability database for dependencies; undefined if there is none. */
function osvOf(settings: Settings): ReviewSettings['agents']['osv'] {
  if (settings.OSV_API_URL === undefined) return undefined;
  return {
    url: settings.OSV_API_URL,
    allowLoopback: isLoopbackHost(settings.HOST),
    allowedNetworks: settings.ALLOWED_PRIVATE_NETWORKS,
    ...(settings.EXTRA_CA_CERTIFICATES && { caCertificates: [settings.EXTRA_CA_CERTIFICATES] }),
  };
}
