import { invalidField } from '../../../kit/errors/index.ts';
import { AddressList } from '../../../kit/net/index.ts';

/** Throws `invalid_request` for an entry that is neither an address nor a network. */
export function checkAddresses(entries: readonly string[] | null | undefined): void {
  for (const [i, entry] of (entries ?? []).entries()) {
    try {
      new AddressList([entry]);
    } catch (error) {
      const field = `allowed_addresses.${i}`;
      throw invalidField(field, `\`${field}\`: ${(error as Error).message}`);
    }
  }
}
