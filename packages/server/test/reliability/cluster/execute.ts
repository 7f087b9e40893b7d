import { sleep } from '../harness/publisher.ts';
import { chainSigner } from './chain-host.ts';
import type { Clients } from './clients.ts';
import type { ExecutionTry } from './history.ts';

const RECEIVER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const POLL_MS = 500;
const CONFIRMED_WITHIN_MS = 90_000;

/** Deploys a token; resolves with the path of the contract. */
export async function deployToken(clients: Clients): Promise<string> {
  const made = await clients.insist('POST', '/v1/contracts/contracts', [201], {
    body: { name: 'Soak', template_id: 'erc20', network: 'devnet' },
  });
  const path = `/v1/contracts/contracts/${made?.answer.body.id}`;
  const body = { constructor_args: ['Soak', 'SOK', '1000000000000', chainSigner] };
  await clients.insist('POST', `${path}/deploy`, [202], { body });
  for (;;) {
    const seen = await clients.insist('GET', path, [200]);
    if (seen?.answer.body.status === 'deployed') return path;
    await sleep(POLL_MS);
  }
}

/** Repeatedly transfers an amount that no other transfer has, with an idempotency key, until each is acknowledged. */
export const transferOnce =
  (contract: string, everyMs: number) =>
  async (clients: Clients): Promise<void> => {
    while (!clients.isStopping) {
      const n = clients.number() + 1;
      while (!clients.isStopping && (await execute(clients, contract, n)).status !== 202)
        await sleep(POLL_MS);
      await sleep(everyMs);
    }
  };

async function execute(clients: Clients, contract: string, n: number): Promise<ExecutionTry> {
  const node = clients.anyNode();
  const sentAt = performance.now();
  const body = { function: 'transfer', args: [RECEIVER, String(n)], idempotency_key: `transfer-${n}` };
  const answer = await clients.ask(node, 'POST', `${contract}/execute`, { body });
  const seen: ExecutionTry = {
    n,
    node,
    sentAt,
    endedAt: performance.now(),
    status: answer?.status,
    ...(answer?.status === 202 && { executionId: answer.body.execution_id }),
  };
  clients.history.executions.push(seen);
  return seen;
}

/** Reads the result of each acknowledged execution at the end of the run. */
export async function readOutcomes(clients: Clients): Promise<void> {
  const { executions, outcomes } = clients.history;
  const acknowledged = new Map(
    executions.flatMap(({ executionId, n }) => (executionId ? [[executionId, n]] : [])),
  );
  const until = performance.now() + CONFIRMED_WITHIN_MS;
  for (const [executionId, n] of acknowledged) {
    let status = 'unknown';
    do {
      const seen = await clients.ask(clients.anyNode(), 'GET', `/v1/contracts/executions/${executionId}`);
      if (seen?.status === 200) status = seen.body.status;
      if (status === 'confirmed' || status === 'failed') break;
      await sleep(POLL_MS);
    } while (performance.now() < until);
    outcomes.push({ n: n as number, executionId: executionId as string, status });
  }
}
