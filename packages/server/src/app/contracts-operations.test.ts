import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { eventually } from '../engine/delivery/testing/eventually.ts';
import { callerOf } from '../kit/http/testing/call-api.ts';
import { required } from '../kit/required.ts';
import { startTestService, type TestService } from './testing/test-service.ts';

/** These tests call the whole service, on a real chain. */
let service: TestService;
let contract: string;
let staging: string;
const SLOW_TEST_MS = 60_000;

const SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;
contract Counter {
  uint256 public total;
  event Added(uint256 amount);
  event Noted();
  function add(uint256 amount) external { total += amount; emit Added(amount); emit Added(amount); emit Noted(); }
  function refuse() external pure { revert("not today"); }
}`;

beforeAll(async () => {
  service = await startTestService({ DEVNET_BLOCK_TIME: '0.1' });
  const made = await call('POST', '/contracts/contracts', {
    name: 'Counter',
    source_code: SOURCE,
    network: 'devnet',
  });
  expect([made.status, made.body]).toEqual([201, expect.objectContaining({ status: 'created' })]);
  contract = made.body.id;
  expect((await call('POST', `/contracts/contracts/${contract}/deploy`, {})).status).toBe(202);
  await vi.waitUntil(
    async () => (await call('GET', `/contracts/contracts/${contract}`)).body.status === 'deployed',
    { timeout: SLOW_TEST_MS, interval: 50 },
  );
  const key = { name: 'staging', scopes: ['contracts:read', 'contracts:write'], environment: 'staging' };
  staging = (await call('POST', '/keys', key)).body.key;
}, SLOW_TEST_MS);

afterAll(() => service?.stop(), SLOW_TEST_MS);

const call = (method: string, path: string, body?: object, key = service.key) =>
  callerOf(`${service.address}/v1`, key)(method, path, body);

async function confirmed(id: string) {
  const read = async () => (await call('GET', `/contracts/executions/${id}`)).body;
  await eventually(async () => (await read()).status, SLOW_TEST_MS).not.toBe('pending');
  return read();
}

test(
  'a confirmed execution soon triggers alerts, and appears in history and health',
  async () => {
    const rules = new Map<string, number>();
    for (const [condition, value] of [
      [{ metric: 'gas_used', operator: 'gt', threshold: 21_000 }, Number.NaN],
      [{ metric: 'event_count', operator: 'gte', threshold: 2, event: 'Added' }, 2],
      [{ metric: 'event_count', operator: 'eq', threshold: 1, event: 'Noted()' }, 1],
      [{ metric: 'event_count', operator: 'eq', threshold: 3 }, 3],
      [{ metric: 'cost_usd', operator: 'gte', threshold: 0 }, Number.NaN],
      [{ metric: 'contract_balance_eth', operator: 'eq', threshold: 0 }, 0],
      [{ metric: 'wallet_balance_eth', operator: 'gt', threshold: 0 }, Number.NaN],
    ] as const) {
      const rule = await call('POST', `/contracts/contracts/${contract}/alerts`, {
        rule_name: 'r',
        condition,
        actions: [],
      });
      expect([rule.status, rule.body]).toEqual([201, expect.anything()]);
      rules.set(rule.body.rule_id, value);
    }
    const sent = await call('POST', `/contracts/contracts/${contract}/execute`, {
      function: 'add',
      args: ['7'],
    });
    expect([sent.status, sent.body]).toEqual([202, expect.objectContaining({ status: 'pending' })]);
    const done = await confirmed(sent.body.execution_id);
    expect(done.status).toBe('confirmed');
    const path = `/contracts/contracts/${contract}/health`;
    await eventually(async () => (await call('GET', path)).body.alerts.length, SLOW_TEST_MS).toBe(rules.size);
    const { body: health } = await call('GET', path);
    for (const alert of health.alerts) {
      const value = required(rules.get(alert.rule_id), 'rules.get(alert.rule_id)');
      if (!Number.isNaN(value)) expect([alert.metric, alert.value]).toEqual([alert.metric, value]);
      if (!alert.metric.endsWith('_count') && !alert.metric.startsWith('gas')) continue;
      expect(alert).toMatchObject({
        execution_id: sent.body.execution_id,
        transaction_hash: done.transaction_hash,
      });
      expect(Date.parse(alert.triggered_at) - Date.parse(done.confirmed_at)).toBeLessThan(5_000);
    }
    expect(health).toMatchObject({
      status: 'healthy',
      metrics: { execution_count: 1, avg_gas_used: done.gas_used },
    });

    const refused = await call('POST', `/contracts/contracts/${contract}/execute`, {
      function: 'refuse',
      skip_simulation: true,
      gas_limit: 100_000,
    });
    expect((await confirmed(refused.body.execution_id)).status).toBe('failed');
    const { transactions, total } = (await call('GET', `/contracts/contracts/${contract}/transactions`)).body;
    expect(total).toBe(3);
    expect(transactions).toMatchObject([
      { function: 'refuse()', status: 'failed' },
      {
        function: 'add(uint256)',
        status: 'confirmed',
        transaction_hash: done.transaction_hash,
        gas_used: done.gas_used,
        value: '0',
      },
      { function: 'constructor', status: 'confirmed', deployment_id: expect.stringMatching(/^dep_/) },
    ]);
    expect(
      (await call('GET', `/contracts/contracts/${contract}/transactions?status=failed`)).body.total,
    ).toBe(1);
    expect((await call('GET', path)).body).toMatchObject({
      status: 'unhealthy',
      metrics: { failure_count: 1, success_rate: 0.5 },
    });
  },
  SLOW_TEST_MS,
);

test(
  'ingested data calls the contract exactly once',
  async () => {
    const job = await call('POST', '/contracts/ingestion/jobs', {
      source_id: 'shop',
      data: { Order: { Amount: ' 35 ' } },
      transformation_rules: ['lowercase_keys', 'trim_strings', 'map_args:order.amount'],
      trigger_contract: contract,
      trigger_function: 'add',
      priority: 'high',
    });
    expect(job.status).toBe(202);
    const read = async () => (await call('GET', `/contracts/ingestion/jobs/${job.body.job_id}`)).body;
    await eventually(async () => (await read()).status, SLOW_TEST_MS).toBe('completed');
    const { result } = await read();
    expect(result).toMatchObject({
      contract_triggered: true,
      transformed_data: { order: { amount: '35' }, args: ['35'] },
    });
    expect((await confirmed(result.execution_id)).status).toBe('confirmed');
    const total = await call('POST', `/contracts/contracts/${contract}/call`, { function: 'total' });
    expect(JSON.stringify(total.body)).toContain('"42"');
  },
  SLOW_TEST_MS,
);

test(
  'a restored backup is read in another environment with its own key, while the original keeps running',
  async () => {
    const backup = await call('POST', '/contracts/backups', {
      backup_type: 'full',
      encryption: true,
      compression: true,
    });
    const state = async () => (await call('GET', `/contracts/backups/${backup.body.backup_id}`)).body.status;
    await eventually(state, SLOW_TEST_MS).toBe('completed');
    const before = (await call('GET', `/contracts/contracts/${contract}/transactions`)).body;
    const later = await call('POST', `/contracts/contracts/${contract}/execute`, {
      function: 'add',
      args: ['1'],
    });
    expect((await confirmed(later.body.execution_id)).status).toBe('confirmed');
    expect((await call('GET', `/contracts/contracts/${contract}`, undefined, staging)).status).toBe(404);
    const restore = await call('POST', `/contracts/backups/${backup.body.backup_id}/restore`, {
      target_environment: 'staging',
    });
    expect(restore.status).toBe(202);
    const restored = async () =>
      (await call('GET', `/contracts/restores/${restore.body.restore_id}`, undefined, staging)).body;
    await eventually(async () => (await restored()).status, SLOW_TEST_MS).toBe('completed');
    expect((await restored()).integrity).toBe('verified');
    const copy = await call('GET', `/contracts/contracts/${contract}`, undefined, staging);
    expect([copy.status, copy.body]).toEqual([
      200,
      expect.objectContaining({ id: contract, status: 'deployed' }),
    ]);
    expect(
      (await call('GET', `/contracts/contracts/${contract}/transactions`, undefined, staging)).body,
    ).toEqual(before);
    expect((await call('GET', `/contracts/contracts/${contract}/transactions`)).body.total).toBe(
      before.total + 1,
    );
  },
  SLOW_TEST_MS,
);
