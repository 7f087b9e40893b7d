import type { QueryRows } from '../../kit/db/index.ts';
import { readChunkTimes } from './chunk.repository.ts';
import type { CompiledFilter } from './event-filter.ts';

/** Organizations whose bounds are cached; least recently used goes first. */
const MAX_ORGANIZATIONS = 1_000;

/** The earliest and latest time in each chunk, by chunk number. */
interface Bounds {
  earliest: number[];
  latest: number[];
}

export type Overlap = 'none' | 'some' | 'all';

/** Caches the time ranges of chunks: a full chunk never changes, so nothing here becomes stale. */
export class ChunkBounds {
  readonly #query: QueryRows;
  readonly #byOrg = new Map<string, Bounds>();

  constructor(query: QueryRows) {
    this.#query = query;
  }

  /** How the time ranges of chunks 0 to before `chunks` relate to a filter's. */
  async overlaps(orgId: string, chunks: number, filter: CompiledFilter): Promise<Overlap[]> {
    const { fromMs, toMs } = filter;
    if (fromMs === undefined && toMs === undefined) return Array<Overlap>(chunks).fill('all');
    const bounds = await this.#load(orgId, chunks);
    return Array.from({ length: chunks }, (_, chunk) =>
      overlap(bounds.earliest[chunk], bounds.latest[chunk], fromMs ?? -Infinity, toMs ?? Infinity),
    );
  }

  async #load(orgId: string, chunks: number): Promise<Bounds> {
    const known = this.#byOrg.get(orgId) ?? { earliest: [], latest: [] };
    this.#byOrg.delete(orgId);
    this.#byOrg.set(orgId, known);
    for (const oldest of this.#byOrg.keys()) {
      if (this.#byOrg.size <= MAX_ORGANIZATIONS) break;
      this.#byOrg.delete(oldest);
    }
    if (known.earliest.length >= chunks) return known;
    const range = { first: known.earliest.length, end: chunks };
    for (const { chunk, earliestMs, latestMs } of await readChunkTimes(this.#query, orgId, range)) {
      known.earliest[chunk] = earliestMs;
      known.latest[chunk] = latestMs;
    }
    return known;
  }
}

/** A chunk with an unknown time range may overlap. */
function overlap(
  earliest: number | undefined,
  latest: number | undefined,
  fromMs: number,
  toMs: number,
): Overlap {
  if (earliest === undefined || latest === undefined) return 'some';
  if (latest < fromMs || earliest > toMs) return 'none';
  return earliest >= fromMs && latest <= toMs ? 'all' : 'some';
}
