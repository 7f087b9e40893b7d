import type { MetricObject, MetricValue } from 'prom-client';
import type { DatabaseConnection } from '../../kit/db/index.ts';
import type { Part } from '../part.ts';
import type { Database } from '../start-database.ts';

/** What a serving process is told when it joins. */
export interface Place {
  type: 'place';
  /** 0 for the first; who replaces a process takes its number. */
  index: number;
  connection: DatabaseConnection;
  /** The database is our own, below DATA_DIR. */
  isEmbedded: boolean;
  /** Of the embedded database: its superuser, and the folder that holds it. */
  embedded: Database['embedded'];
  /** Nobody else has served since this start, so that what ran before on our own database is dead. */
  isFirst: boolean;
  /** The node of the process whose place this is, if that one ended by itself: its work is free. */
  replaces: string | undefined;
}

export type ProcessMetrics = (MetricObject & { values: MetricValue<string>[] })[];

/** The metrics of one process, by its number. */
export interface MetricsOfProcess {
  index: number;
  metrics: ProcessMetrics;
}

export interface Ready {
  type: 'ready';
  /** UUID. */
  nodeId: string;
  address: string;
  parts: Part[];
  firstKey: string | undefined;
}

/** From a serving process to the one that started it. */
export type FromMember =
  | { type: 'join' }
  | Ready
  | { type: 'failed'; message: string }
  | { type: 'gather'; id: number }
  | { type: 'metrics'; id: number; metrics: ProcessMetrics };

/** The other way. */
export type ToMember =
  | Place
  | { type: 'read'; id: number }
  | { type: 'gathered'; id: number; all: MetricsOfProcess[] };
