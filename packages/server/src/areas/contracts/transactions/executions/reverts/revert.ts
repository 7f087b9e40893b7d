import type { ChainError } from '../../../terms/contract-tables.ts';

/** Why a call failed: the kind of error, and its content. */
export interface Revert extends ChainError {
  /**
   * error, panic, custom_error, empty, out_of_gas, invalid_opcode, invalid_jump, stack_error, static_violation,
   * out_of_bounds, code_size, address_collision, insufficient_funds or unknown.
   */
  kind: string;
}
