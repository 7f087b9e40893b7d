/** A stretch of a log, as far as it is known what matches in it. */
export type Segment =
  /** These positions match, the newest first. */
  | { kind: 'positions'; positions: number[] }
  /** Every position from `first` to before `end` matches. */
  | { kind: 'all'; first: number; end: number }
  /** So many positions of a block match. */
  | { kind: 'block'; level: number; block: number; count: number };

export type BlockSegment = Extract<Segment, { kind: 'block' }>;

export function sizeOf(segment: Segment): number {
  switch (segment.kind) {
    case 'positions':
      return segment.positions.length;
    case 'all':
      return segment.end - segment.first;
    case 'block':
      return segment.count;
  }
}

/** How many positions match. `segments` go from the newest to the oldest, here and below. */
export function totalOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, segment) => sum + sizeOf(segment), 0);
}

/** The blocks in which matches number `offset` to before `offset + limit` lie. */
export function blocksOfPage(segments: readonly Segment[], offset: number, limit: number): BlockSegment[] {
  const found: BlockSegment[] = [];
  let start = 0;
  for (const segment of segments) {
    const end = start + sizeOf(segment);
    if (segment.kind === 'block' && end > offset && start < offset + limit) found.push(segment);
    start = end;
  }
  return found;
}

/** The positions of matches number `offset` to before `offset + limit`; no block may be left among them. */
export function positionsOfPage(segments: readonly Segment[], offset: number, limit: number): number[] {
  const page: number[] = [];
  let skip = offset;
  for (const segment of segments) {
    const size = sizeOf(segment);
    const take = Math.min(size - skip, limit - page.length);
    if (take > 0) page.push(...slice(segment, skip, take));
    skip = Math.max(skip - size, 0);
    if (page.length === limit) break;
  }
  return page;
}

function slice(segment: Segment, skip: number, take: number): number[] {
  switch (segment.kind) {
    case 'positions':
      return segment.positions.slice(skip, skip + take);
    case 'all':
      return Array.from({ length: take }, (_, i) => segment.end - 1 - skip - i);
    case 'block':
      throw new Error('the positions of this block were not read');
  }
}
