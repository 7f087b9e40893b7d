import { parseId } from '../../../../kit/ids.ts';

/**
 * A transaction's position in the history: the next page continues after it, whatever was added meanwhile.
 */
export interface HistoryCursor {
  createdAt: Date;
  /** UUID. */
  id: string;
}

/** A cursor as an opaque string. */
export function formatCursor({ createdAt, id }: HistoryCursor): string {
  return Buffer.from(`${createdAt.getTime()}.${id.replaceAll('-', '')}`).toString('base64url');
}

/** Undefined for an invalid string. */
export function parseCursor(text: string): HistoryCursor | undefined {
  const [, ms, hex] = /^(\d{1,15})\.([0-9a-f]{32})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  const id = hex && parseId('exe', `exe_${hex}`);
  return id ? { createdAt: new Date(Number(ms)), id } : undefined;
}
