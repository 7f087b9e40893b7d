/** The relevant part of the output of anvil_dumpState. Numbers are JSON numbers or hex strings. */
interface ChainState {
  best_block_number: number | string;
  blocks: { header: { number: number | string } }[];
  transactions: { block_number: number | string }[];
}

/**
 * Blocks a chain is started with: transactions may wait up to 1,000 blocks, and code may read 256 block
 * hashes.
 */
export const KEPT_BLOCKS = 2_048;

/** A state's JSON without blocks and receipts that are no longer needed. Accounts are kept in full. */
export function trimState(text: string): string {
  const state = JSON.parse(text) as ChainState;
  const oldest = Number(state.best_block_number) - KEPT_BLOCKS + 1;
  const isKept = (number: number | string) => Number(number) >= oldest;
  return JSON.stringify({
    ...state,
    // The first block identifies the chain.
    blocks: state.blocks.filter(({ header }) => Number(header.number) === 0 || isKept(header.number)),
    transactions: state.transactions.filter(({ block_number }) => isKept(block_number)),
  });
}
