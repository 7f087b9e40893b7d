// Clients of the execute route. Each sends one request at a time.
import { Pool } from 'undici';
import { serveCommands } from '../harness/serve-commands.ts';
import { latencyFigures } from '../harness/statistics.ts';

export interface ExecuteLoad {
  origin: string;
  apiKey: string;
  contractId: string;
  network: string;
  clients: number;
  executions: number;
}

const RECEIVER = '0x00000000000000000000000000000000000000bb';

const commands = {
  /** Sends `count` transfers of 1; returns the rate at which they were accepted, and the refusals. */
  async execute(load: ExecuteLoad) {
    const pool = new Pool(load.origin, { connections: load.clients, pipelining: 1 });
    const request = {
      method: 'POST' as const,
      path: `/v1/contracts/contracts/${load.contractId}/execute`,
      headers: { authorization: `Bearer ${load.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ network: load.network, function: 'transfer', args: [RECEIVER, '1'] }),
    };
    const latencies: number[] = [];
    const refusals: string[] = [];
    let left = load.executions;
    const startedAt = performance.now();
    await Promise.all(
      Array.from({ length: load.clients }, async () => {
        while (left-- > 0) {
          const sentAt = performance.now();
          const { statusCode, body } = await pool.request(request);
          const text = await body.text();
          latencies.push(performance.now() - sentAt);
          if (statusCode !== 202 || !/"transaction_hash":"0x[0-9a-f]{64}"/.test(text)) refusals.push(text);
        }
      }),
    );
    const seconds = (performance.now() - startedAt) / 1_000;
    await pool.destroy();
    return { seconds, latencyMs: latencyFigures(latencies), refusals: refusals.slice(0, 3) };
  },
};

export type ExecutorCommands = typeof commands;
serveCommands(commands);
