import type { Kysely, Transaction } from 'kysely';

// Each module types its own tables; a transaction serves them all.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyTransaction = Transaction<any>;
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyDatabase = Kysely<any>;
