import type { Answer } from '../../api/client.ts';
import { count, words } from '../../parts/format.tsx';
import { Status, type Tone } from '../../parts/status.tsx';

export type Contract = Answer<'getContract'>;
export type Execution = Answer<'getExecution'>;
export type Deployment = Answer<'getDeployment'>;

type Word = [label: string, tone: Tone];

const healthWords: Record<string, Word> = {
  healthy: ['Healthy', 'good'],
  degraded: ['Some fail', 'warn'],
  unhealthy: ['Many fail', 'bad'],
  unknown: ['Nothing executed yet', 'plain'],
};

const deploymentWords: Record<string, Word> = {
  pending: ['Being deployed', 'busy'],
  active: ['Active', 'good'],
  superseded: ['Replaced', 'plain'],
  failed: ['Failed', 'bad'],
  cancelled: ['Cancelled', 'warn'],
};

const transactionWords: Record<string, Word> = {
  pending: ['Waiting', 'busy'],
  confirmed: ['Confirmed', 'good'],
  failed: ['Failed', 'bad'],
  cancelled: ['Cancelled', 'warn'],
};

const contractWords: Record<string, Word> = {
  created: ['Not deployed', 'plain'],
  deployed: ['Deployed', 'good'],
};

function inWords(table: Record<string, Word>) {
  return ({ state }: { state: string }) => {
    const [label, tone] = table[state] ?? [words(state), 'plain'];
    return <Status state={state} label={label} tone={tone} />;
  };
}

export const HealthStatus = inWords(healthWords);
export const DeploymentStatus = inWords(deploymentWords);
export const TransactionStatus = inWords(transactionWords);
export const ContractStatus = inWords(contractWords);

const errorWords: Record<string, string> = {
  revert: 'It was reverted',
  panic: 'The contract panicked',
  custom_error: 'The contract refused it',
  out_of_gas: 'It ran out of gas',
  dropped: 'It was dropped',
};

/** Why something failed, as a sentence. */
export function failureText(error: { type: string; reason: string }): string {
  const what = errorWords[error.type];
  return what === undefined ? error.reason : `${what}: ${error.reason}`;
}

/** How many blocks it has, beside how many it needs. */
export function confirmationText(of: { confirmations: number; confirmations_required: number }): string {
  const { confirmations: has, confirmations_required: needs } = of;
  return has < needs ? `${count(has)} of ${count(needs)}` : `${count(has)}; it needed ${count(needs)}`;
}
