import { randomBytes, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { createIdempotencyStore } from '../../../engine/idempotency/index.ts';
import { createRateLimiter } from '../../../engine/limits/index.ts';
import { readModelUse } from '../../../engine/models/index.ts';
import type { Clock } from '../../../kit/clock.ts';
import { queryPool } from '../../../kit/db/index.ts';
import { buildHttpServer } from '../../../kit/http/index.ts';
import { createSecretBox } from '../../../kit/secrets/index.ts';
import { accessRoutes } from '../routes.ts';
import type { AccessFixture } from './access-fixture.ts';

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  body: any;
  text: string;
  headers: Record<string, string>;
}

/** The routes of this area on the real HTTP server, with a separate database. */
export class AccessServer {
  readonly #address: string;
  readonly #stops: (() => Promise<void>)[];

  static async start(fixture: AccessFixture, clock: Clock): Promise<AccessServer> {
    const { db, pool } = fixture;
    const authenticator = await fixture.authenticator(clock);
    const rateLimiter = createRateLimiter({ pool, clock });
    const idempotency = createIdempotencyStore({
      pool,
      clock,
      secretBox: createSecretBox(randomBytes(32)),
      nodeId: randomUUID(),
      isNodeDead: () => false,
      onError: () => {},
    });
    const app = buildHttpServer({
      routes: accessRoutes(() => ({
        get people(): never {
          throw new Error('nobody signs in at this door');
        },
        db,
        clock,
        onKeyChanged: (keyId) => authenticator.forget(keyId),
        limits: rateLimiter,
        readSubscriptionUse: async () => ({ active: 3, limit: 10 }),
        readModelUse: (orgId, days) =>
          readModelUse(queryPool(pool), { orgId, days, nowMs: clock.now(), maxMonthMicros: 1_000_000 }),
      })),
      authenticator,
      rateLimiter,
      idempotency,
      log: pino({ level: 'silent' }),
      observer: { requestDone: () => {} },
      checkResponses: true,
    });
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    return new AccessServer(address, [
      async () => void (await app.close()),
      () => rateLimiter.stop(),
      () => idempotency.stop(),
    ]);
  }

  private constructor(address: string, stops: (() => Promise<void>)[]) {
    this.#address = address;
    this.#stops = stops;
  }

  /** Sends one request, such as `call(key, 'POST /v1/keys', body)`. */
  async call(
    key: string,
    line: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const [method, path] = line.split(' ') as [string, string];
    const answer = await fetch(this.#address + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      body: text === '' ? undefined : JSON.parse(text),
      text,
      headers: Object.fromEntries(answer.headers),
    };
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops) await stop();
  }
}
