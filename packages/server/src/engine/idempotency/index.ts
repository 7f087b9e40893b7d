export {
  createIdempotencyStore,
  type IdempotencyStoreOptions,
  PostgresIdempotencyStore,
} from './idempotency-store.ts';
