import type { FastifyInstance } from 'fastify';
import type { AnyRoute } from '../kit/http/index.ts';
import type { FigureSource } from '../kit/observability/index.ts';
import type { JobHandler } from './jobs/index.ts';
import type { WorkflowAction } from './workflows/index.ts';

/** One REST area of the service, put together and not yet running: all that the service knows of it. */
export interface Area {
  /** Its rows of the route table. */
  routes: AnyRoute[];
  /** Its background work. A kind that no area has is never run. */
  jobs?: JobHandler[];
  /** What workflows can do with it, beside its rows that have `workflow`. */
  actions?: WorkflowAction[];
  /** What `/metrics` tells of it beyond this process. */
  figures?: FigureSource[];
  /** Adds its pages, and its addresses outside the API. */
  pages?(app: FastifyInstance): void;
  /** Sets going what runs beside requests and jobs. */
  start?(): Promise<void> | void;
  /** Ends it again, also after a start that failed, or none. */
  stop?(): Promise<void>;
}
