export {
  createIdempotencyStore,
  type IdempotencyStoreOptions,
  idempotencySealedPlace,
  PostgresIdempotencyStore,
} from './idempotency-store.ts';
