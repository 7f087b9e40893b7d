import { basename } from 'node:path';
import type { Trivium } from '../../../../sdk/src/index.ts';
import { CommandError } from './command-error.ts';
import { type ClientOptions, connect, numberOf, readJson, readText } from './connect.ts';
import { given } from './paging.ts';
import { isForProgram, note, print } from './print.ts';
import { ProgressBar } from './progress-bar.ts';
import { type ContractCall, callFunction, onlyReads } from './read-contract.ts';

/** Mainnets can be slow. */
const CONFIRMATION_TIMEOUT_MS = 1_800_000;

interface DeployOptions extends ClientOptions {
  name?: string;
  network: string;
  args?: string;
}

/** Registers a Solidity file as a contract and deploys it; if an id of a contract is given, deploys that one. */
export async function deploy(given: string, options: DeployOptions): Promise<number> {
  const trivium = connect(options);
  const { network } = options;
  const args = argumentsOf(options.args);
  const body = { network, ...(args !== undefined && { constructor_args: args as never }) };
  const id = given.startsWith('ctr_') ? given : await register(trivium, given, options);
  const bar = new ProgressBar(`Deploying to ${network}`, options);
  const deployment = await trivium.contracts
    .deploy(id, body, { timeoutMs: CONFIRMATION_TIMEOUT_MS })
    .catch((error) => {
      if (id !== given) error.message += ` The contract is registered: deploy ${id} instead of the file.`;
      throw error;
    })
    .finally(() => bar.end());
  const failed = deployment.status === 'failed';
  await print(
    options,
    { ...deployment, contract_id: id },
    failed
      ? `Failed: ${deployment.error?.reason ?? 'the deployment was not mined'}`
      : `${id} is at ${deployment.address} on ${network}${deployment.simulated ? ' (simulated)' : ''}, block ${deployment.block_number}.`,
  );
  return failed ? 1 : 0;
}

async function register(
  trivium: Trivium,
  file: string,
  { name = basename(file).replace(/\.[^.]+$/, ''), network }: DeployOptions,
): Promise<string> {
  const contract = { name, source_code: readText(file), network };
  try {
    return (await trivium.contracts.create(contract)).id;
  } catch (error) {
    const { details } = error as { details?: { errors?: string[] } };
    // To the compiler, the file has a name chosen by the service.
    if (details?.errors) details.errors = details.errors.map((text) => text.replaceAll('contract.sol', file));
    throw error;
  }
}

interface ExecuteOptions extends ClientOptions {
  args?: string;
  network?: string;
  value?: string;
}

/**
 * Executes a function and waits for its confirmation. A function that only reads is called instead, which costs
 * nothing.
 */
export async function execute(id: string, name: string, options: ExecuteOptions): Promise<number> {
  const { network, value } = options;
  const args = argumentsOf(options.args);
  const trivium = connect(options);
  if (await isRead(trivium, id, name)) {
    await callFunction(trivium, id, { function: name, ...given({ args, network, value }) }, options);
    if (!isForProgram(options)) note(`Called, not executed: ${name} changes nothing, so it costs nothing.`);
    return 0;
  }
  const bar = new ProgressBar('Waiting for the confirmation', options);
  const execution = {
    function: name,
    ...(args !== undefined && { args: args as never }),
    ...(network !== undefined && { network }),
    ...(value !== undefined && { value }),
  };
  const done = await trivium.contracts
    .execute(id, execution, { timeoutMs: CONFIRMATION_TIMEOUT_MS })
    .finally(() => bar.end());
  await print(
    options,
    done,
    done.status === 'confirmed'
      ? `${done.execution_id} confirmed in block ${done.block_number}, gas ${done.gas_used}${costOf(done)}.`
      : `${done.execution_id} ${done.status}: ${done.error?.reason ?? 'the reason is unknown'}`,
  );
  return done.status === 'confirmed' ? 0 : 1;
}

/** With a key that may execute but not read, the function is executed. */
async function isRead(trivium: Trivium, id: string, name: string): Promise<boolean> {
  try {
    const { abi } = await trivium.api.getContract({ params: { id } });
    return onlyReads(abi, name);
  } catch (error) {
    if ((error as { status?: number }).status === 403) return false;
    throw error;
  }
}

interface CallOptions extends ClientOptions {
  args?: string;
  network?: string;
  from?: string;
  block?: string;
}

export async function call(id: string, name: string, options: CallOptions): Promise<void> {
  const { network, from, block } = options;
  const at = blockOf(block);
  const args = argumentsOf(options.args);
  const asked = { function: name, ...given({ args, network, from, block: at }) };
  await callFunction(connect(options), id, asked, options);
}

interface Cost {
  cost_eth: number | null;
  cost_usd: number | null;
  price: { asset: string } | null;
}

function costOf({ cost_eth, cost_usd, price }: Cost): string {
  if (cost_eth === null) return '';
  const usd = cost_usd === null ? '' : ` (${cost_usd.toFixed(2)} USD)`;
  return `, cost ${cost_eth} ${price?.asset ?? 'ETH'}${usd}`;
}

function argumentsOf(text: string | undefined): unknown[] | undefined {
  if (text === undefined) return undefined;
  const args = readJson(text, '--args');
  if (!Array.isArray(args))
    throw new CommandError('--args must be a JSON array, such as \'["0x…", "100"]\'.');
  return args;
}

function blockOf(given: string | undefined): ContractCall['block'] {
  if (given === undefined || given === 'latest' || given === 'pending') return given;
  return numberOf(given, '--block');
}
