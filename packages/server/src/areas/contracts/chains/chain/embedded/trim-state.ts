/** The result of anvil_dumpState, as far as it matters here. Numbers are JSON numbers or hex strings. */
interface ChainState {
  best_block_number: number | string;
  blocks: { header: { number: number | string } }[];
  transactions: { block_number: number | string }[];
}

/**
 * Blocks that a chain starts with: pending transactions may wait for 1,000 of them, and contracts may read
 * the hashes of 256.
 */
export const KEPT_BLOCKS = 2_048;

/** The JSON of a state, without blocks and receipts that nobody reads any more. All accounts are kept. */
export function trimState(text: string): string {
  const state = JSON.parse(text) as ChainState;
  const oldest = Number(state.best_block_number) - KEPT_BLOCKS + 1;
  const isKept = (number: number | string) => Number(number) >= oldest;
  return JSON.stringify({
    ...state,
    // The first one identifies the chain.
    blocks: state.blocks.filter(({ header }) => Number(header.number) === 0 || isKept(header.number)),
    transactions: state.transactions.filter(({ block_number }) => isKept(block_number)),
  });
}
