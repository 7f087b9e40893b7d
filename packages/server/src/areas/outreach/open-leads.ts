import { handleJob, type JobHandler } from '../../engine/jobs/index.ts';
import type { ModelSource } from '../../engine/models/index.ts';
import { type AddressPolicy, createGuardedClient } from '../../kit/net/index.ts';
import { RepeatedTask } from '../../kit/repeated-task.ts';
import { createReplyJudge } from './agents/executions/judge-reply.ts';
import { type CostLedger, createCostLedger, type LedgerOptions } from './books/economics/ledger.ts';
import {
  type CollectorSettings,
  SpanExporter,
  type SpanExporterOptions,
} from './books/traces/span-exporter.ts';
import { createProviders, type ProviderSettings } from './people/enrichment/create-providers.ts';
import { enrichImport, enrichLeadJob, enrichQueuedLead } from './people/enrichment/enrich-import.ts';
import { dropExpiredAnswers } from './people/enrichment/enrichment.repository.ts';
import { PageParser } from './people/enrichment/page-parser.ts';
import { USER_AGENT } from './people/enrichment/site-fetcher.ts';
import { enrichImportJob, mergeImportJob, scoreImportJob } from './people/import/import-jobs.ts';
import type { ImportPorts } from './people/import/import-ports.ts';
import { giveUpImport, mergeImport } from './people/import/merge-import.ts';
import { StagingThreads } from './people/import/run-staging.ts';
import { sweepStaging } from './people/import/sweep-staging.ts';
import type { EraseShare } from './people/leads/erase-lead.ts';
import { hasCampaign } from './people/leads/known-campaign.repository.ts';
import { scoreImport } from './people/scoring/score-import.ts';
import { ScoringThreads } from './people/scoring/scoring-threads.ts';

/** Dependencies of the leads half of outreach. */
export interface LeadsPorts
  extends Omit<ImportPorts, 'threads' | 'hasCampaign'>,
    Pick<LedgerOptions, 'pauseForBudget'> {
  onError(error: unknown): void;
  /** Applies to the sites and services used to look up leads. */
  policy: AddressPolicy;
  /** PEM certificates of additional trusted authorities. */
  caCertificates: readonly string[];
  enrichment: Omit<ProviderSettings, 'model'>;
  /** The language model for agents and enrichment; undefined without one. */
  model: ModelSource | undefined;
  /** Where traces are exported; undefined for nowhere. */
  collector: CollectorSettings | undefined;
  log: SpanExporterOptions['log'];
  /** Personal data kept by other parts, deleted in an erasure. */
  eraseShares: readonly EraseShare[];
}

/** Leads, imports, enrichment and scores, agents, money and traces. */
export type OutreachLeads = ReturnType<typeof openLeads>;

const UPKEEP_EVERY_MS = 60_000;

export function openLeads(ports: LeadsPorts) {
  const { db, clock, onError } = ports;
  const ledger: CostLedger = createCostLedger(ports);
  const upkeep = new RepeatedTask({
    everyMs: UPKEEP_EVERY_MS,
    run: async () => {
      await ledger.releaseExpired();
      await sweepStaging(db, clock.now());
      await dropExpiredAnswers(db, new Date(clock.now()));
    },
    onError,
  });
  const parser = new PageParser();
  const client = createGuardedClient({
    policy: ports.policy,
    userAgent: USER_AGENT,
    caCertificates: ports.caCertificates,
  });
  const exporter = new SpanExporter({ ...ports, client });
  const leads = {
    ...ports,
    providers: createProviders(client, parser, { ...ports.enrichment, model: ports.model }),
    ledger,
    threads: new StagingThreads(),
    scoring: new ScoringThreads(),
    hasCampaign: (orgId: string, campaignId: string) => hasCampaign(db, orgId, campaignId),
    start: async () => {
      upkeep.start();
      await exporter.start();
    },
    stop: async () => {
      await exporter.stop();
      await upkeep.stop();
      await Promise.all([parser.stop(), leads.threads.stop(), leads.scoring.stop()]);
      await client.close();
    },
  };
  return { ...leads, judgeReply: createReplyJudge(leads) };
}

export function leadsJobs(leads: OutreachLeads): JobHandler[] {
  return [
    handleJob(
      mergeImportJob,
      (payload, context) => mergeImport(leads, payload, context),
      (payload) => giveUpImport(leads, payload),
    ),
    handleJob(enrichImportJob, (payload) => enrichImport(leads, payload)),
    handleJob(enrichLeadJob, (payload) => enrichQueuedLead(leads, payload)),
    handleJob(scoreImportJob, (payload, context) => scoreImport(leads, payload, context)),
  ];
}
