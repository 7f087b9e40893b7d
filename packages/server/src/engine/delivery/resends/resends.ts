import type { Pool } from 'pg';
import type { Clock } from '../../../kit/clock.ts';
import { queryPool } from '../../../kit/db/index.ts';
import { notFound } from '../../../kit/errors/index.ts';
import { uuidBound } from '../../../kit/ids.ts';
import { type DeliveryQuery, earlierId, resolveQuery } from '../log/delivery-search.ts';
import { findResend, insertResend, type Resend } from './resend.repository.ts';

export interface ResendPorts {
  pool: Pool;
  clock: Clock;
  /** A job was stored. */
  onJob(): void;
}

/** Resending whatever matches a filter. Ids are UUIDs. */
export function createResends({ pool, clock, onJob }: ResendPorts) {
  const query = queryPool(pool);
  return {
    /**
     * Resends everything that matches in the background, newest event first. Only deliveries created and last
     * attempted before now qualify, so that it sends nothing twice.
     */
    async resendAll(orgId: string, id: string, filter: DeliveryQuery): Promise<Resend> {
      const now = clock.now();
      const meant = await resolveQuery(query, orgId, filter);
      const newest = uuidBound(now, 'f');
      const range = meant?.range ?? { after: newest, through: newest };
      const resend: Resend = {
        id,
        orgId,
        conditions: { ...meant?.conditions, attemptedUntil: now },
        place: meant?.place ?? 'all',
        range: { ...range, through: earlierId(range.through, newest) },
        queued: 0,
        createdAt: new Date(now),
        finishedAt: meant === undefined ? new Date(now) : null,
      };
      if (!(await insertResend(query, resend))) return (await findResend(query, orgId, id)) ?? resend;
      onJob();
      return resend;
    },

    async resendOf(orgId: string, id: string): Promise<Resend> {
      const resend = await findResend(query, orgId, id);
      if (resend === undefined) throw notFound('resend');
      return resend;
    },
  };
}

export type Resends = ReturnType<typeof createResends>;
