import type { FastifyInstance } from 'fastify';
import type { AnyRoute } from '../kit/http/index.ts';
import type { FigureSource } from '../kit/observability/index.ts';
import type { JobHandler } from './jobs/index.ts';
import type { WorkflowAction } from './workflows/index.ts';

/** A REST area of the service, assembled but not running: everything the service knows about it. */
export interface Area {
  /** Its rows of the route table. */
  routes: AnyRoute[];
  /** Its background jobs. Kinds that no area handles are never run. */
  jobs?: JobHandler[];
  /** What workflows can do with it, besides its rows with `workflow`. */
  actions?: WorkflowAction[];
  /** Metrics on `/metrics` that go beyond this process. */
  figures?: FigureSource[];
  /** Adds its pages, and its URLs outside the API. */
  pages?(app: FastifyInstance): void;
  /** Starts what runs besides requests and jobs. */
  start?(): Promise<void> | void;
  /** Stops it; also called after a failed start, or none. */
  stop?(): Promise<void>;
}
