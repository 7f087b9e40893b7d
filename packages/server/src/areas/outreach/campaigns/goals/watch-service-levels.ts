import type { NewEvent } from '../../../../engine/spine/index.ts';
import { rowsIn } from '../../../../kit/db/index.ts';
import type { SendingPorts } from '../../mail/communications/sending-ports.ts';
import { campaignsIn } from '../campaigns/campaign.repository.ts';
import {
  type Campaign,
  defaultServiceLevels,
  type PauseReason,
  type ServiceLevels,
} from '../campaigns/campaign.ts';
import { sloEvent } from '../campaigns/campaign-events.ts';
import { pauseIn } from '../campaigns/change-state.ts';
import { type Measured, measureAll, noteBreaches, standingBreaches } from './service-level.repository.ts';

export interface Breach {
  slo: string;
  threshold: number;
  actual: number;
}

/** The levels the window's figures break. */
export function findBreaches(levels: ServiceLevels, measured: Measured): Breach[] {
  const tried = measured.sent + measured.refused;
  if (tried < (levels.min_sample ?? defaultServiceLevels.min_sample)) return [];
  const rate = (count: number, of: number) => (of === 0 ? 0 : Math.min(count / of, 1));
  const most: [keyof ServiceLevels, number][] = [
    ['bounce_rate_max', rate(measured.bounced, tried)],
    ['complaint_rate_max', rate(measured.complained, measured.sent)],
    ['send_latency_p95_ms', measured.latency_p95_ms ?? 0],
  ];
  const least: [keyof ServiceLevels, number][] = [
    ['open_rate_min', rate(measured.opened, measured.sent)],
    ['reply_rate_min', rate(measured.replied, measured.sent)],
  ];
  const all = { ...defaultServiceLevels, ...levels };
  const broken = (levels: typeof most, isBroken: (actual: number, threshold: number) => boolean) =>
    levels.flatMap(([slo, actual]) => {
      const threshold = all[slo];
      return threshold !== undefined && isBroken(actual, threshold) ? [{ slo, threshold, actual }] : [];
    });
  return [
    ...broken(most, (actual, threshold) => actual > threshold),
    ...broken(least, (actual, threshold) => actual < threshold),
  ];
}

const pauses: Record<string, PauseReason | undefined> = {
  bounce_rate_max: 'bounce_rate',
  complaint_rate_max: 'complaint_rate',
};
/** Measuring takes at most this share of the time. */
const MAX_SHARE = 0.05;

/** Checks every active campaign; reports each breach once, and pauses when continuing would do harm. */
export class ServiceLevelWatch {
  readonly #ports: SendingPorts;
  #restsUntil = 0;

  constructor(ports: SendingPorts) {
    this.#ports = ports;
  }

  async look(): Promise<void> {
    const { db, clock } = this.#ports;
    const beganAt = performance.now();
    if (beganAt < this.#restsUntil) return;
    const query = rowsIn(db);
    const at = new Date(clock.now());
    const campaigns = await campaignsIn(query, 'active');
    const measured = await measureAll(query, campaigns, at);
    const standing = await standingBreaches(query, campaigns);
    for (const campaign of campaigns) {
      const figures = measured.get(campaign.id);
      const breaches = figures === undefined ? [] : findBreaches(campaign.slo, figures);
      if (isSame(breaches, standing.get(campaign.id) ?? [])) continue;
      await settle(this.#ports, campaign, breaches, at);
    }
    this.#restsUntil = performance.now() + (performance.now() - beganAt) / MAX_SHARE;
  }
}

function isSame(breaches: readonly Breach[], standing: readonly string[]): boolean {
  return breaches.length === standing.length && breaches.every(({ slo }) => standing.includes(slo));
}

/** Determines new and resolved breaches; with several nodes, each breach is reported by one. */
async function settle(
  { unitOfWork }: SendingPorts,
  { orgId, id: campaignId, slo }: Campaign,
  breaches: readonly Breach[],
  at: Date,
): Promise<void> {
  const windowMinutes = slo.window_minutes ?? defaultServiceLevels.window_minutes;
  const broken = breaches.map((breach) => breach.slo);
  await unitOfWork(async (tx) => {
    const query = rowsIn(tx);
    const added = await noteBreaches(query, { orgId, campaignId, broken, at });
    const fresh = breaches.filter(({ slo: name }) => added.has(name));
    const events: NewEvent[] = fresh.map((breach) =>
      sloEvent(orgId, campaignId, { ...breach, windowMinutes, violatedAt: at }),
    );
    for (const breach of fresh) {
      const reason = pauses[breach.slo];
      if (reason !== undefined) events.push(...(await pauseIn(query, { orgId, campaignId, reason, at })));
    }
    return { value: undefined, events };
  });
}
