import type { Pool } from 'pg';
import { queryPool } from '../../../kit/db/index.ts';
import { saveRequests } from './api-request.repository.ts';
import { WrittenRequestBook } from './request-book.ts';

export type { WrittenRequestBook } from './request-book.ts';

/** Records API requests for their organizations; returned unstarted. */
export function createRequestBook({
  pool,
  onError,
}: {
  pool: Pool;
  onError(error: unknown): void;
}): WrittenRequestBook {
  return new WrittenRequestBook({ write: (rows) => saveRequests(queryPool(pool), rows), onError });
}
