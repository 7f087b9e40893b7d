import type { SMTPServerDataStream } from 'smtp-server';

/** Small chunks are merged: each kept on its own takes more memory than its contents. */
const BLOCK_BYTES = 65_536;
/** A mail arrives in block-sized chunks, plus two for each line that begins with a dot. */
const MAX_PIECES = 50_000;
/** How many times its limit an oversized mail is still read and discarded, so that the sender can be told. */
const MAX_WASTE = 4;

/** A sender that goes on like this gets no response. */
export class HostileMail extends Error {}

/** Counts received bytes. False: stop reading until `goOn` is called. */
type ArrivalPace = (bytes: number, goOn: () => void) => boolean;

/**
 * The bytes of an incoming mail, in blocks; undefined when larger than `maxBytes`. Uses no more memory than the
 * mail itself, and reads no faster than `pace` allows.
 *
 * @throws HostileMail for one that would cost too much to receive
 */
export async function gatherMail(
  stream: SMTPServerDataStream,
  maxBytes: number,
  pace: ArrivalPace,
): Promise<Buffer[] | undefined> {
  const blocks: Buffer[] = [];
  let block = Buffer.allocUnsafe(BLOCK_BYTES);
  let used = 0;
  let size = 0;
  let pieces = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    size += piece.length;
    if (++pieces > MAX_PIECES || size > MAX_WASTE * maxBytes) throw new HostileMail();
    // Nothing is read from the connection meanwhile.
    await new Promise<void>((resolve) => pace(piece.length, resolve) && resolve());
    if (size > maxBytes) {
      blocks.length = 0;
      continue;
    }
    for (let at = 0; at < piece.length; ) {
      const copied = piece.copy(block, used, at);
      at += copied;
      used += copied;
      if (used < BLOCK_BYTES) break;
      blocks.push(block);
      block = Buffer.allocUnsafe(BLOCK_BYTES);
      used = 0;
    }
  }
  if (size > maxBytes) return undefined;
  return [...blocks, block.subarray(0, used)];
}
