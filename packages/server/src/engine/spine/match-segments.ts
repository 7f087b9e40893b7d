/** A stretch of a log and what is known about its matches. */
export type Segment =
  /** These positions match, newest first. */
  | { kind: 'positions'; positions: number[] }
  /** Every position from `first` to before `end` matches. */
  | { kind: 'all'; first: number; end: number }
  /** This many positions of a block match. */
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

/** Number of matching positions. Here and below, `segments` go from newest to oldest. */
export function totalOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, segment) => sum + sizeOf(segment), 0);
}

/** The blocks that contain matches `offset` to before `offset + limit`. */
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

/** The positions of matches `offset` to before `offset + limit`; no block may be left among them. */
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
