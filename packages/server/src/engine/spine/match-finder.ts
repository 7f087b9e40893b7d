import type { QueryRows } from '../../kit/db/index.ts';
import { required } from '../../kit/required.ts';
import { ChunkBounds, type Overlap } from './chunk-bounds.ts';
import { coverChunks, FANOUT } from './chunk-layout.ts';
import type { CompiledFilter } from './event-filter.ts';
import {
  findCorrelated,
  type LogHead,
  type MatchedPage,
  type Part,
  readCountsBelow,
  readLogHead,
  readParts,
  readPlacesIn,
} from './match.repository.ts';
import { type BlockSegment, blocksOfPage, positionsOfPage, type Segment, totalOf } from './match-segments.ts';

/**
 * Finds what matches a filter without reading the events: totals come from block counts, pages from the
 * places recorded in chunks. Only the tail after the last full chunk is scanned. Events below a position
 * never change, so several statements see the same state of the log.
 */
export class MatchFinder {
  readonly #query: QueryRows;
  readonly #chunkEvents: number;
  readonly #bounds: ChunkBounds;

  constructor(query: QueryRows, chunkEvents: number) {
    this.#query = query;
    this.#chunkEvents = chunkEvents;
    this.#bounds = new ChunkBounds(query);
  }

  /**
   * A page of the events below position `size`, by default the log's size. Undefined when the log is smaller.
   */
  async find(
    orgId: string,
    filter: CompiledFilter,
    page: { offset: number; limit: number; size?: number | undefined },
  ): Promise<(MatchedPage & { size: number }) | undefined> {
    const head = await readLogHead(this.#query, orgId, filter);
    const size = page.size ?? head.size;
    if (size > head.size) return undefined;
    if (filter.correlationId !== undefined) {
      return { size, ...(await findCorrelated(this.#query, orgId, filter, { ...page, size })) };
    }
    let segments = await this.#segments(orgId, filter, head, size);
    const total = totalOf(segments);
    segments = await this.#openBlocks(orgId, head.kinds ?? [], segments, page);
    return { size, total, positions: positionsOfPage(segments, page.offset, page.limit) };
  }

  /** The log below `size`, newest to oldest, with its matches. */
  async #segments(orgId: string, filter: CompiledFilter, head: LogHead, size: number): Promise<Segment[]> {
    const unfiltered = head.kinds === null && filter.fromMs === undefined && filter.toMs === undefined;
    if (unfiltered) return [{ kind: 'all', first: 0, end: size }];
    const chunks = Math.min(head.chunks, Math.floor(size / this.#chunkEvents));
    const overlaps = await this.#bounds.overlaps(orgId, chunks, filter);
    const partial = [...overlaps.keys()].filter((chunk) => overlaps[chunk] === 'some');
    const runs = runsOf(overlaps);
    const ranges = head.kinds === null ? [] : runs.flatMap(({ first, end }) => coverChunks(first, end));
    const tail = { first: chunks * this.#chunkEvents, end: size };
    const parts = await readParts(this.#query, orgId, filter, { kinds: head.kinds, tail, partial, ranges });
    const found = parts.flatMap((part) => this.#toSegment(part, filter, head.kinds, tail.first));
    if (head.kinds === null) {
      for (const { first, end } of runs) {
        found.push({ kind: 'all', first: first * this.#chunkEvents, end: end * this.#chunkEvents });
      }
    }
    return found.sort((a, b) => this.#startOf(b) - this.#startOf(a));
  }

  #startOf(segment: Segment): number {
    switch (segment.kind) {
      case 'positions':
        return segment.positions[0] ?? 0;
      case 'all':
        return segment.first;
      case 'block':
        return segment.block * FANOUT ** segment.level * this.#chunkEvents;
    }
  }

  #toSegment(part: Part, filter: CompiledFilter, kinds: number[] | null, tailFirst: number): Segment[] {
    if (part.part === 'count') {
      return [{ kind: 'block', level: part.level, block: part.block, count: part.events }];
    }
    let positions: number[];
    if (part.part === 'tail') {
      positions = readPlaces(part.places, 4, tailFirst);
    } else {
      const first = part.block * this.#chunkEvents;
      const times = required(part.times, 'the times of a chunk');
      const { fromMs = -Infinity, toMs = Infinity } = filter;
      const inTime = (position: number) => {
        const ms = readTime(times, position - first);
        return ms >= fromMs && ms <= toMs;
      };
      const candidates =
        kinds === null
          ? Array.from({ length: this.#chunkEvents }, (_, i) => first + this.#chunkEvents - 1 - i)
          : readPlaces(part.places, 2, first);
      positions = candidates.filter(inTime);
    }
    return positions.length === 0 ? [] : [{ kind: 'positions', positions }];
  }

  /** Replaces the blocks that contain the page by the positions that match in them. */
  async #openBlocks(
    orgId: string,
    kinds: number[],
    segments: Segment[],
    page: { offset: number; limit: number },
  ): Promise<Segment[]> {
    for (;;) {
      const blocks = blocksOfPage(segments, page.offset, page.limit);
      const coarse = blocks.filter((block) => block.level > 0);
      const opened =
        coarse.length > 0
          ? await this.#readChildren(orgId, kinds, coarse)
          : await this.#readPositions(orgId, kinds, blocks);
      segments = segments.flatMap((segment) => opened.get(segment as BlockSegment) ?? [segment]);
      if (coarse.length === 0) return segments;
    }
  }

  async #readChildren(orgId: string, kinds: number[], blocks: BlockSegment[]) {
    const rows = await readCountsBelow(this.#query, orgId, kinds, blocks);
    return new Map<BlockSegment, Segment[]>(
      blocks.map((parent) => [
        parent,
        rows
          .filter(
            ({ level, block }) => level === parent.level - 1 && Math.floor(block / FANOUT) === parent.block,
          )
          .map(({ level, block, events }) => ({ kind: 'block', level, block, count: events })),
      ]),
    );
  }

  async #readPositions(orgId: string, kinds: number[], blocks: BlockSegment[]) {
    if (blocks.length === 0) return new Map<BlockSegment, Segment[]>();
    const places = await readPlacesIn(this.#query, orgId, kinds, blocks);
    return new Map<BlockSegment, Segment[]>(
      blocks.map((segment) => {
        const positions = readPlaces(places.get(segment.block) ?? null, 2, segment.block * this.#chunkEvents);
        return [segment, [{ kind: 'positions', positions }]];
      }),
    );
  }
}

/** Adjacent chunks that lie entirely within the filter's time range. */
function runsOf(overlaps: readonly Overlap[]): { first: number; end: number }[] {
  const runs: { first: number; end: number }[] = [];
  for (const [chunk, overlap] of overlaps.entries()) {
    if (overlap !== 'all') continue;
    const last = runs.at(-1);
    if (last?.end === chunk) last.end++;
    else runs.push({ first: chunk, end: chunk + 1 });
  }
  return runs;
}

/** Positions from places relative to `first`, `width` bytes each, newest first. */
function readPlaces(bytes: Buffer | null, width: 2 | 4, first: number): number[] {
  if (bytes === null) return [];
  const positions: number[] = [];
  for (let at = 0; at < bytes.length; at += width) positions.push(first + bytes.readUIntBE(at, width));
  return positions.sort((a, b) => b - a);
}

/** Reads a time of a chunk from its two 32-bit halves; the result fits a double exactly. */
function readTime(times: Buffer, place: number): number {
  return times.readInt32BE(place * 8) * 2 ** 32 + times.readUInt32BE(place * 8 + 4);
}
