import { type EventReader, recordOf } from '../../engine/spine/index.ts';
import { invalidField } from '../../kit/errors/index.ts';
import { formatExportLine } from '../../kit/merkle/index.ts';

export interface ExportRange {
  first: number;
  end: number;
}

/** The requested range, checked against the log. */
export async function readExportRange(
  reader: EventReader,
  orgId: string,
  query: { from_position: number; to_position?: number },
): Promise<ExportRange> {
  const size = await reader.sizeOf(orgId);
  const end = query.to_position ?? size;
  if (end > size) {
    throw invalidField('to_position', `\`to_position\` lies behind the end of the log, ${size}.`);
  }
  if (query.from_position > end) {
    throw invalidField(
      'from_position',
      `\`from_position\` must not lie behind ${query.to_position === undefined ? `the end of the log, ${size}` : '`to_position`'}.`,
    );
  }
  return { first: query.from_position, end };
}

/**
 * The events of a range as JSON Lines for the offline verifier, read only as fast as the client takes them.
 */
export async function* exportEvents(
  reader: EventReader,
  orgId: string,
  { first, end }: ExportRange,
): AsyncGenerator<string> {
  for (let position = first; position < end; ) {
    const { events, next } = await reader.readRange(orgId, position, end);
    yield events
      .map((event) =>
        formatExportLine({ index: event.position, record: recordOf(event), leafHash: event.leafHash }),
      )
      .join('');
    position = next;
  }
}
