import type pg from 'pg';
import { isRecipientAddress, normalAddress } from '../../../../engine/mail/index.ts';

/** A row and its address. */
interface Addressed {
  n: number;
  email: string;
}

const PAGE_ROWS = 10_000;
/** Anything longer cannot be an address. */
const MAX_CHARACTERS = 320;
/** Directional and zero-width characters that come along when an address is copied from a page. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/**
 * Rows of a key table with a valid non-ASCII address, each with its normal form, page by page. PostgreSQL has
 * no Punycode.
 */
export async function* internationalAddresses(client: pg.Client, keys: string): AsyncGenerator<Addressed[]> {
  for (let after = 0; ; ) {
    const { rows } = await client.query<Addressed>(
      `select n, email from ${keys} where n > $1 and problem = 'email_invalid'
         and octet_length(email) > length(email) and length(email) <= ${MAX_CHARACTERS} order by n limit ${PAGE_ROWS}`,
      [after],
    );
    yield rows.flatMap(({ n, email }) => {
      const normal = normalAddress(email.replace(INVISIBLE, ''));
      return isRecipientAddress(normal) && /@.*\./.test(normal) ? { n, email: normal } : [];
    });
    if (rows.length < PAGE_ROWS) return;
    after = rows.at(-1)?.n ?? after;
  }
}
