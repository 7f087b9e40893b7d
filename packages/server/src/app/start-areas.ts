import type { FastifyInstance } from 'fastify';
import { Acknowledgements } from '../engine/acknowledgements/index.ts';
import type { Area } from '../engine/area.ts';
import { createJobs } from '../engine/jobs/index.ts';
import type { AnyRoute } from '../kit/http/index.ts';
import type { EngineParts } from './area-base.ts';
import { PublicAddress } from './public-address.ts';
import { openModelSource, startBlobs, startJobs, startMailer } from './start-shared.ts';
import { wireAccess } from './wiring/wire-access.ts';
import { wireContracts } from './wiring/wire-contracts.ts';
import { wireEvents } from './wiring/wire-events.ts';
import { wireOutreach } from './wiring/wire-outreach.ts';
import { wireReview } from './wiring/wire-review.ts';
import { wireWebhooks } from './wiring/wire-webhooks.ts';
import { wireWorkflows } from './wiring/wire-workflows.ts';

/** All areas together. */
export interface Areas {
  routes: AnyRoute[];
  pages(app: FastifyInstance): void;
  address: PublicAddress;
  /** The available networks, in one line for the operator. */
  networks: string;
}

/** Starts what the areas share, then the areas in this order, then their jobs. */
export async function startAreas(parts: EngineParts): Promise<Areas> {
  const address = new PublicAddress(parts.settings);
  const blobs = await startBlobs(parts);
  const [mail, model] = [startMailer(parts), openModelSource(parts)];
  const base = { ...parts, address, jobs: createJobs(), blobs, mail, model };

  const access = wireAccess(base);
  const acknowledgements = new Acknowledgements({
    db: parts.db,
    clock: parts.clock,
    unitOfWork: parts.spine.unitOfWork,
    namesOf: access.namesOf,
    hasPerson: access.hasPerson,
  });
  const events = wireEvents(base, access);
  const webhooks = wireWebhooks(base, access, acknowledgements);
  const review = wireReview(base, access, acknowledgements);
  const contracts = wireContracts(base, access, acknowledgements);
  const outreach = await wireOutreach(base);
  const workflows = wireWorkflows(base, acknowledgements, [review, contracts, outreach]);

  const areas: Record<string, Area> = { access, events, webhooks, review, contracts, outreach, workflows };
  for (const [name, area] of Object.entries(areas)) {
    parts.stops.add(name, async () => area.stop?.());
    await area.start?.();
  }
  const all = Object.values(areas);
  parts.spine.metrics.figures.add(...all.flatMap(({ figures = [] }) => figures));
  await startJobs(
    parts,
    all.flatMap(({ jobs = [] }) => jobs),
  );
  return {
    routes: all.flatMap(({ routes }) => routes),
    pages(app) {
      for (const area of all) area.pages?.(app);
    },
    address,
    networks: contracts.networks,
  };
}
