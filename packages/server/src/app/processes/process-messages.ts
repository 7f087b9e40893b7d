import type { MetricObject, MetricValue } from 'prom-client';
import type { DatabaseConnection } from '../../kit/db/index.ts';
import type { Part } from '../part.ts';
import type { Database } from '../start-database.ts';

/** What a serving process is told when it joins. */
export interface Place {
  type: 'place';
  /** 0 for the first; a replacement takes over its predecessor's number. */
  index: number;
  connection: DatabaseConnection;
  /** The database is the embedded one, below DATA_DIR. */
  isEmbedded: boolean;
  /** For the embedded database: its superuser, and its folder. */
  embedded: Database['embedded'];
  /**
   * No other process has served since this start, so anything that used our embedded database before is dead.
   */
  isFirst: boolean;
  /** The node of the slot's previous process, if that one died: its work is free. */
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
