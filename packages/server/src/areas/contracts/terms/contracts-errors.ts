import { type CommonErrorDetails, defineErrors } from '../../../kit/errors/index.ts';

/** The error codes of Contracts. */
export const contractsErrors = defineErrors({
  invalid_abi: {
    status: 400,
    meaning: 'The ABI is not a valid JSON ABI.',
    cure: 'Send the ABI array as the compiler writes it; `field` names the entry that is wrong.',
  },
  invalid_bytecode: {
    status: 400,
    meaning: 'The bytecode cannot be deployed.',
    cure: 'Send the creation bytecode as 0x-prefixed hex with every library linked; `message` names the place.',
  },
  invalid_source_code: {
    status: 400,
    meaning: 'The source code does not compile.',
    cure: 'Correct what `details` lists; it has the compiler’s own messages with their lines.',
    details: { compiler: 'The version that compiled.', errors: 'Its messages.' },
  },
  invalid_arguments: {
    status: 400,
    meaning: 'The arguments do not fit the function of the ABI.',
    cure: 'Send one argument for each input of the function, as text or JSON; `field` names the one that is wrong.',
  },
  insufficient_gas: {
    status: 400,
    meaning: 'The gas limit is too low.',
    cure: 'Raise `gas_limit` to what `message` names, or leave it out.',
    details: {
      gas_limit: 'The limit of the request.',
      estimated_gas: 'What the transaction needs.',
    },
  },
  insufficient_funds: {
    status: 400,
    meaning: 'The sending account cannot pay for the transaction.',
    cure: 'Fund the account that `message` names, or lower `value` or `gas_limit`.',
  },
  spend_limit_exceeded: {
    status: 403,
    meaning: 'A spend limit does not allow this transaction.',
    cure: 'Wait until the limit is reset, or raise it with an admin key.',
    details: {
      key_id: 'The key whose limit it is; absent for that of the organization.',
      may_cost_usd: 'What the transaction may cost at most, in USD.',
      spent_usd: 'What was spent in the window, in USD.',
      may_cost_wei: 'What the transaction may cost at most, in wei.',
      spent_wei: 'What was spent in the window, in wei.',
    },
  },
  contract_not_deployed: {
    status: 409,
    meaning: 'The contract has no active deployment on the network.',
    cure: 'Deploy the contract to this network first, and wait until the deployment is active.',
  },
  deployment_failed: {
    status: 500,
    meaning: 'The deployment fails on the chain; `details` says why.',
    cure: 'Read the decoded reason in `details`; correct the arguments or the contract. Nothing was sent.',
    details: {
      deployment_id: 'The deployment as it was recorded.',
      kind: 'How it failed: `error`, `custom_error`, `panic` or `empty`.',
      name: 'The name of the custom error.',
      args: 'Its arguments.',
      reason: 'The reason as text.',
      raw: 'The bytes that the call answered.',
    },
  },
  execution_failed: {
    status: 500,
    meaning: 'The execution fails on the chain; `details` says why.',
    cure: 'Read the decoded reason in `details`; correct the arguments or the state of the contract.',
    details: {
      execution_id: 'The execution as it was recorded.',
      kind: 'How it failed: `error`, `custom_error`, `panic`, `empty` or `undecodable`.',
      name: 'The name of the custom error.',
      args: 'Its arguments.',
      reason: 'The reason as text.',
      raw: 'The bytes that the call answered.',
    },
  },
  network_unavailable: {
    status: 503,
    meaning: 'The blockchain network does not answer, or is not configured.',
    cure: 'Set `NETWORK_<NAME>_RPC_URL` for the network, or try again when its RPC answers.',
  },
});

export const contractsErrorDetails: CommonErrorDetails = {
  invalid_request: {
    covered_from: 'For a restore: the earliest time that the backup covers.',
    covered_to: 'For a restore: the latest time that the backup covers.',
  },
};

type ContractsErrors = typeof contractsErrors;

declare module '../../../kit/errors/error-codes.ts' {
  interface ErrorCodes extends ContractsErrors {}
}
