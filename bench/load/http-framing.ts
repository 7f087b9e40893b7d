const HEAD_END = Buffer.from('\r\n\r\n');

export interface Frame {
  /** First line and headers. */
  head: string;
  bodyStart: number;
  /** Start of the next message. */
  end: number;
}

/** The message at the start of the bytes; undefined while it is incomplete. Both sides send Content-Length. */
export function readFrame(bytes: Buffer): Frame | undefined {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd === -1) return undefined;
  const head = bytes.toString('latin1', 0, headEnd);
  const bodyStart = headEnd + 4;
  const end = bodyStart + contentLength(head);
  return end <= bytes.length ? { head, bodyStart, end } : undefined;
}

function contentLength(head: string): number {
  return Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
}
