import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { required } from '../../packages/server/src/kit/required.ts';
import type { Service } from '../harness/service.ts';
import { readOrganization } from '../load/seed-log.ts';
import { publicId, seedTransactions } from './seed-transactions.ts';

export interface AlertLoad {
  /** Alert rules, distributed over the contracts. */
  rules: number;
  /** Contracts that each have one rule, which one execution makes fire. */
  crossings: number;
}

const PACE_MS = 40;
const ARRIVAL_LIMIT_MS = 30_000;

/**
 * Milliseconds from the commit of a settled execution to the arrival of the alert's delivery, one for each rule that
 * fires.
 */
export async function measureAlerts(service: Service, { rules, crossings }: AlertLoad): Promise<number[]> {
  const { database, api } = service;
  const arrivedAt = new Map<string, number>();
  const sink = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const { contract_id } = (JSON.parse(body) as { data: { contract_id: string } }).data;
      arrivedAt.set(contract_id, performance.now());
      response.end();
    });
  });
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
  try {
    await api('POST', '/v1/webhooks/subscriptions', {
      name: 'bench',
      url: `http://127.0.0.1:${(sink.address() as AddressInfo).port}/`,
      secret: 'a secret of the bench',
      events: ['alert.triggered'],
    });
    const orgId = await readOrganization(database);
    const owner = { orgId, environment: 'production', transactions: 1, days: 1 };
    const contracts: string[] = [];
    for (let i = 0; i < crossings; i++) contracts.push(await seedTransactions(database, owner));
    for (let i = 0; i < rules; i++) {
      const contract = required(contracts[i % crossings], 'one of contracts');
      const fires = i < crossings;
      await api('POST', `/v1/contracts/contracts/${publicId('ctr', contract)}/alerts`, {
        rule_name: 'bench',
        condition: fires
          ? { metric: 'gas_used', operator: 'greater_than', threshold: 100_000 }
          : { metric: 'failure_rate', operator: 'greater_than', threshold: 0.5, window_minutes: 5 },
        actions: [],
      });
    }
    const settledAt = new Map<string, number>();
    for (const contract of contracts) {
      await database.query(
        `update transactions set gas_used = 187340, settled_at = now(), settled_seq = nextval('transactions_settled_seq'),
           status = 'confirmed' where org_id = $1 and contract_id = $2`,
        [orgId, contract],
      );
      settledAt.set(publicId('ctr', contract), performance.now());
      await new Promise((resolve) => setTimeout(resolve, PACE_MS));
    }
    const deadline = performance.now() + ARRIVAL_LIMIT_MS;
    while (arrivedAt.size < crossings && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    if (arrivedAt.size < crossings) throw new Error(`${arrivedAt.size} of ${crossings} alerts arrived`);
    return [...settledAt].map(([id, at]) =>
      Math.max(0, required(arrivedAt.get(id), 'one of arrived at') - at),
    );
  } finally {
    sink.closeAllConnections();
    sink.close();
  }
}
