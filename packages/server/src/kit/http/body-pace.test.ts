import { describe, expect, test } from 'vitest';
import { headOf, openDoor, postOf } from './testing/door.ts';
import type { RawConnection } from './testing/raw-connection.ts';

const KIB = 1_024;
const MIB = 1_048_576;

/** The time until so many bodies of a megabyte have been answered, each over a connection of its own. */
async function sendAll(connections: readonly RawConnection[], head: string, status: number): Promise<number> {
  const startedAt = performance.now();
  await Promise.all(
    connections.map(async (connection) => {
      connection.write(head);
      connection.write(Buffer.alloc(MIB - 16, ' '));
      connection.write('{"name":"a"}    ');
      expect((await connection.answer()).status).toBe(status);
      // No bytes are left on the connection: the next request is served, even if earlier bytes are read later.
      connection.write(postOf('/things', '{"name":"next"}'));
      expect((await connection.answer()).status).toBe(201);
    }),
  );
  return performance.now() - startedAt;
}

const announced = { 'content-type': 'application/json', 'content-length': MIB };

describe('many large bodies at once', () => {
  const bodyPace = { bytesPerSecond: 4 * MIB, burstBytes: MIB };

  test.each([
    ['that are taken', {}, 201],
    ['that are refused, and are read to be forgotten', { authorization: 'Bearer wrong' }, 401],
  ])('%s are answered, and read no faster than allowed', async (_what, headers, status) => {
    const door = await openDoor({ bodyPace });
    try {
      const connections = await Promise.all(Array.from({ length: 4 }, () => door.connect()));
      const tookMs = await sendAll(connections, headOf('POST /things', { ...announced, ...headers }), status);
      // Three of the four megabytes at four per second; some may arrive before they are counted.
      expect(tookMs).toBeGreaterThan(500);
    } finally {
      await door.close();
    }
  });

  test('of one organization do not delay a body of another', async () => {
    const authenticate = async (orgId: string) => ({
      orgId,
      keyId: 'k',
      environment: 'production' as const,
      scopes: new Set(['things:write']),
    });
    const door = await openDoor({
      bodyPace: { bytesPerSecond: 64 * KIB, burstBytes: MIB },
      authenticator: { authenticate },
    });
    try {
      const busy = await Promise.all(Array.from({ length: 8 }, () => door.connect()));
      for (const connection of busy) {
        connection.write(headOf('POST /things', { ...announced, authorization: 'Bearer busy' }));
        connection.write(Buffer.alloc(MIB, ' '));
      }
      const other = await door.connect();
      other.write(headOf('POST /things', { ...announced, authorization: 'Bearer other' }));
      other.write(Buffer.concat([Buffer.alloc(MIB - 12, ' '), Buffer.from('{"name":"a"}')]));
      expect((await other.answer()).status).toBe(201);
      // Of eight megabytes, one may be read at once, and the next one within sixteen seconds.
      expect(busy.filter(({ unread }) => unread !== '').length).toBeLessThanOrEqual(1);
    } finally {
      await door.close();
    }
  });

  test('that may not arrive in time are refused because of their number, not their speed', async () => {
    const door = await openDoor({
      bodyPace: { bytesPerSecond: 4 * KIB, burstBytes: 64 * KIB },
      bodyTimeoutMs: 400,
    });
    try {
      const connection = await door.connect();
      connection.write(headOf('POST /things', announced));
      connection.write(Buffer.alloc(MIB, ' '));
      const answer = await connection.answer();
      expect(answer.status).toBe(503);
      expect(answer.headers['retry-after']).toBe('1');
    } finally {
      await door.close();
    }
  });
});
