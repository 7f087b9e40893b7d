import type { Pool } from 'pg';
import { systemClock } from '../../../kit/clock.ts';
import { newUuid } from '../../../kit/ids.ts';
import { createAddressPolicy, createGuardedClient } from '../../../kit/net/index.ts';
import { CallBook } from '../call-book.ts';
import type { ModelWork } from '../model-call.ts';
import { ModelSource, type ModelSourceOptions } from '../model-source.ts';

type Options = Partial<Omit<ModelSourceOptions, 'book'>> & {
  pool: Pool;
  maxMonthMicros?: number;
  /** Whether loopback, where the stub runs, may be reached. */
  allowLoopback?: boolean;
};

/** A model at a custom endpoint, called through the guarded client and recorded in the real call book. */
export function testModel({ pool, maxMonthMicros, allowLoopback = true, ...given }: Options): ModelSource {
  const policy = createAddressPolicy({ allowedNetworks: [], allowLoopback, requireHttps: false });
  return new ModelSource({
    provider: 'local',
    model: 'stub-1',
    apiKey: 'sk-key',
    timeoutMs: 10_000,
    client: createGuardedClient({ policy, userAgent: 'Trivium-Models/test' }),
    ...given,
    book: new CallBook({ pool, clock: systemClock, maxMonthMicros }),
  });
}

/** Work that nobody has done before. */
export function newWork(more: Partial<ModelWork> = {}): ModelWork {
  return { orgId: newUuid(), area: 'review', workId: newUuid(), agent: 'security.injection', ...more };
}
