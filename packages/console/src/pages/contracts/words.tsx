import type { Answer } from '../../api/client.ts';
import { count } from '../../parts/format.tsx';
import { type StateLabel, statusIn } from '../../parts/status.tsx';

export type Contract = Answer<'getContract'>;
export type Execution = Answer<'getExecution'>;
export type Deployment = Answer<'getDeployment'>;

const healthLabels: Record<string, StateLabel> = {
  healthy: ['Healthy', 'good'],
  degraded: ['Some fail', 'warn'],
  unhealthy: ['Many fail', 'bad'],
  unknown: ['Nothing executed yet', 'plain'],
};

const deploymentLabels: Record<string, StateLabel> = {
  pending: ['Being deployed', 'busy'],
  active: ['Active', 'good'],
  superseded: ['Replaced', 'plain'],
  failed: ['Failed', 'bad'],
  cancelled: ['Cancelled', 'warn'],
};

const transactionLabels: Record<string, StateLabel> = {
  pending: ['Waiting', 'busy'],
  confirmed: ['Confirmed', 'good'],
  failed: ['Failed', 'bad'],
  cancelled: ['Cancelled', 'warn'],
};

const contractLabels: Record<string, StateLabel> = {
  created: ['Not deployed', 'plain'],
  deployed: ['Deployed', 'good'],
};

export const HealthStatus = statusIn(healthLabels);
export const DeploymentStatus = statusIn(deploymentLabels);
export const TransactionStatus = statusIn(transactionLabels);
export const ContractStatus = statusIn(contractLabels);

const errorTexts: Record<string, string> = {
  revert: 'It was reverted',
  panic: 'The contract panicked',
  custom_error: 'The contract refused it',
  out_of_gas: 'It ran out of gas',
  dropped: 'It was dropped',
};

/** The reason of a failure, as a sentence. */
export function failureText(error: { type: string; reason: string }): string {
  const what = errorTexts[error.type];
  return what === undefined ? error.reason : `${what}: ${error.reason}`;
}

/** Confirmations it has, out of those required. */
export function confirmationText(of: { confirmations: number; confirmations_required: number }): string {
  const { confirmations: has, confirmations_required: needs } = of;
  return has < needs ? `${count(has)} of ${count(needs)}` : `${count(has)}; it needed ${count(needs)}`;
}
