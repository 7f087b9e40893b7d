import type { ExampleRecorder } from './example-recorder.ts';

const OWNER = `0x${'5b'.repeat(20)}`;
const SPENDER = `0x${'7c'.repeat(20)}`;
const ARGUMENTS = ['Shop Points', 'PTS', '1000000', OWNER];
const approve = (amount: string) => ({ function: 'approve', args: [SPENDER, amount] });
/** So many that a transaction waiting for them can still be cancelled. */
const CONFIRMATIONS = 1_000;

export async function recordContracts(r: ExampleRecorder): Promise<void> {
  await r.record('listNetworks', { query: { limit: 2 } });
  await r.record('listContractTemplates');
  const { id } = await r.record('createContract', {
    body: { name: 'Shop Points', template_id: 'erc20', network: 'devnet' },
  });
  const params = { id };
  await r.record('estimateDeployment', {
    params,
    body: { network: 'devnet', constructor_args: ARGUMENTS },
  });
  const deployment = await r.record('deployContract', {
    params,
    body: { network: 'devnet', constructor_args: ARGUMENTS },
  });
  await r.until('getContract', { params }, ({ status }) => status === 'deployed');
  await r.record('getDeployment', { params: { id: deployment.deployment_id } });
  await r.record('listDeployments', { params });
  await r.record('estimateExecution', { params, body: approve('250') });
  const execution = await r.record('executeContract', { params, body: approve('250') });
  const ofExecution = { params: { id: execution.execution_id } };
  await r.until('getExecution', ofExecution, ({ status }) => status === 'confirmed');
  await r.record('getExecution', ofExecution);
  await r.record('listExecutionEvents', { ...ofExecution, query: { limit: 2 } });
  await r.record('listExecutionCalls', { ...ofExecution, query: { limit: 2 } });
  await r.record('getWallet', { query: { network: 'devnet' } });
  await r.record('callContract', { params, body: { function: 'allowance', args: [OWNER, SPENDER] } });
  const waiting = await r.ask('executeContract', {
    params,
    body: { ...approve('900'), confirmations_required: CONFIRMATIONS },
  });
  await r.record('cancelExecution', {
    params: { id: waiting.execution_id },
    body: { reason: 'The order was cancelled' },
  });
  await r.record('listContractTransactions', { params, query: { limit: 2 } });
  await recordAlerts(r, id);
  await r.record('getContractHealth', { params });
  await r.record('getContractStatistics', { params, query: { bucket: 'hour' } });
  await recordVersions(r, id);
  await r.record('getContract', { params });
  await r.record('listContracts', { query: { network: 'devnet' } });
  await recordSpending(r);
}

async function recordAlerts(r: ExampleRecorder, id: string): Promise<void> {
  const rule = await r.record('createContractAlert', {
    params: { id },
    body: {
      rule_name: 'Costly transactions',
      condition: { metric: 'gas_used', operator: 'greater_than', threshold: 200_000 },
      actions: [{ type: 'event' }],
      severity: 'warning',
    },
  });
  await r.record('listContractAlerts', { params: { id } });
  await r.record('updateContractAlert', {
    params: { id, ruleId: rule.rule_id },
    body: {
      rule_name: 'Very costly transactions',
      condition: { metric: 'gas_used', operator: 'greater_than', threshold: 500_000 },
      actions: [{ type: 'event' }],
      severity: 'critical',
    },
  });
  const ofRule = { params: { id, ruleId: rule.rule_id } };
  await r.record('acknowledgeContractAlert', { ...ofRule, body: { note: 'The account is being filled up' } });
  await r.record('unacknowledgeContractAlert', ofRule);
  await r.record('deleteContractAlert', { params: { id, ruleId: rule.rule_id } });
}

async function recordVersions(r: ExampleRecorder, id: string): Promise<void> {
  const params = { id };
  await r.record('createContractVersion', {
    params,
    body: {
      version: '1.1.0',
      changes: 'Points can be given to several customers at once',
    },
  });
  await r.record('listContractVersions', { params });
  await r.record('rollBackContract', {
    params,
    body: { target_version: '1.0.0', reason: 'Giving points to many at once costs too much gas' },
  });
  const other = await r.ask('createContract', {
    body: { name: 'Gift Points', template_id: 'erc20', network: 'devnet' },
  });
  const waiting = await r.ask('deployContract', {
    params: { id: other.id },
    body: { constructor_args: ARGUMENTS, confirmations_required: CONFIRMATIONS },
  });
  await r.record('cancelDeployment', {
    params: { id: waiting.deployment_id },
    body: { reason: 'Made by mistake' },
  });
}

async function recordSpending(r: ExampleRecorder): Promise<void> {
  const limit = await r.record('setSpendLimit', { body: { per_transaction_usd: 25, per_day_usd: 200 } });
  await r.record('listSpendLimits');
  await r.record('deleteSpendLimit', { params: { id: limit.limit_id } });
}

export async function recordOperations(r: ExampleRecorder): Promise<void> {
  const rule = await r.record('createIngestionRule', {
    body: {
      name: 'cents_to_euros',
      expression: '{ "order": order_id, "total": total_cents / 100 }',
      description: 'Amounts in euros',
    },
  });
  const job = await r.record('createIngestionJob', {
    body: {
      source_id: 'shop',
      data: { order_id: 'A-1001', total_cents: 12_990 },
      transformation_rules: ['cents_to_euros'],
    },
  });
  const ofJob = { params: { id: job.job_id } };
  await r.until('getIngestionJob', ofJob, ({ status }) => /^(completed|failed)$/.test(status));
  await r.record('getIngestionJob', ofJob);
  await r.record('listIngestionJobs', { query: { source_id: 'shop' } });
  await r.record('listIngestionRules');
  await r.record('deleteIngestionRule', { params: { id: rule.rule_id } });
  await recordBackups(r);
  await recordScaling(r);
}

async function recordBackups(r: ExampleRecorder): Promise<void> {
  const backup = await r.record('createBackup', { body: { backup_type: 'full', retention_days: 30 } });
  const params = { id: backup.backup_id };
  await r.until('getBackup', { params }, ({ status }) => status === 'completed');
  await r.record('getBackup', { params });
  await r.record('listBackups', { query: { status: 'completed' } });
  const restore = await r.record('restoreBackup', {
    params,
    body: { target_environment: 'staging', verify_integrity: true },
  });
  const ofRestore = { params: { id: restore.restore_id } };
  await r.until('getRestore', ofRestore, ({ status }) => /^(completed|failed)$/.test(status));
  await r.record('getRestore', ofRestore);
  await r.record('listRestores', { query: { limit: 2 } });
}

async function recordScaling(r: ExampleRecorder): Promise<void> {
  await r.record('getCluster');
  const policy = await r.record('createScalingPolicy', {
    body: { min_nodes: 1, max_nodes: 4, target_cpu: 60, cooldown_minutes: 10 },
  });
  await r.record('listScalingPolicies');
  await r.record('deleteScalingPolicy', { params: { id: policy.policy_id } });
  const action = await r.record('scaleCluster', { body: { action: 'scale_up', node_count: 1 } });
  await r.record('listScalingActions');
  await r.record('getScalingAction', { params: { id: action.scaling_id } });
}
