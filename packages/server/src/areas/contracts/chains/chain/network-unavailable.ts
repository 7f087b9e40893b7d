import { AppError } from '../../../../kit/errors/index.ts';
import { contractsErrors } from '../../terms/contracts-errors.ts';

/** No URL of a network answers: 503 `network_unavailable`. */
export class NetworkUnavailableError extends AppError {
  constructor(network: string, cause?: unknown, message?: string) {
    super(contractsErrors.network_unavailable, {
      message: message ?? `The network \`${network}\` does not answer. Try again in a moment.`,
      field: 'network',
      headers: { 'retry-after': '2' },
      cause,
    });
    this.name = 'NetworkUnavailableError';
  }
}
