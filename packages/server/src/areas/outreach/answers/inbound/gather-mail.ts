import type { SMTPServerDataStream } from 'smtp-server';
import { ownTurn } from '../../../../kit/own-turn.ts';

/** Small pieces are copied together: each that is kept for itself takes more memory than what it holds. */
const BLOCK_BYTES = 65_536;
/** A mail comes in pieces of a block, and in two for each line that begins with a dot. */
const MAX_PIECES = 50_000;
/** Of a mail that is too large, so much more is read for nothing, so that its sender can be told. */
const MAX_WASTE = 4;

/** Whoever goes on so is not worth an answer. */
export class HostileMail extends Error {}

/** What is done with the pieces of a mail takes turns with what others ask, after so many bytes. */
const TURN_BYTES = 131_072;

/**
 * The bytes of a mail as it comes; undefined for one of more than `maxBytes`. Takes no more memory than they do.
 *
 * @throws HostileMail for one that would cost too much to receive
 */
export async function gatherMail(
  stream: SMTPServerDataStream,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const blocks: Buffer[] = [];
  let block = Buffer.allocUnsafe(BLOCK_BYTES);
  let used = 0;
  let size = 0;
  let pieces = 0;
  let turnEnds = TURN_BYTES;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    size += piece.length;
    if (++pieces > MAX_PIECES || size > MAX_WASTE * maxBytes) throw new HostileMail();
    if (size >= turnEnds) {
      // Meanwhile nothing is read from the connection.
      await ownTurn();
      turnEnds = size + TURN_BYTES;
    }
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
  return joined([...blocks, block.subarray(0, used)], size);
}

async function joined(blocks: readonly Buffer[], size: number): Promise<Buffer> {
  const whole = Buffer.allocUnsafeSlow(size);
  let at = 0;
  let turnEnds = TURN_BYTES;
  for (const block of blocks) {
    at += block.copy(whole, at);
    if (at < turnEnds) continue;
    await ownTurn();
    turnEnds = at + TURN_BYTES;
  }
  return whole;
}
