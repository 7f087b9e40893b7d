import type { ItemOf, Trivium } from '../../../../sdk/src/index.ts';
import { plainText } from '../../kit/json-text.ts';
import { type ClientOptions, connect } from './connect.ts';
import { given, type ListOptions, pagingOf } from './paging.ts';
import { print } from './print.ts';
import { type Column, printList } from './table.ts';

/** Prints the contracts, newest first. */
export async function listContracts(
  options: ClientOptions & ListOptions & { network?: string; status?: string },
): Promise<void> {
  const { limit, pageSize } = pagingOf(options);
  const query = given({ network: options.network, status: options.status, limit: pageSize });
  await printList(connect(options).pages.listContracts({ query: query as never }), columns, {
    ...options,
    limit,
    empty: 'There is no contract. Make one: trivium contracts deploy <file.sol>',
  });
}

const columns: Column<ItemOf<'listContracts'>>[] = [
  { header: 'CONTRACT', value: ({ id }) => id },
  { header: 'NAME', value: ({ name }) => name, shrinks: true },
  { header: 'VERSION', value: ({ version }) => version, isExtra: true },
  { header: 'NETWORK', value: ({ network }) => network, shrinks: true },
  {
    header: 'STATUS',
    value: ({ status }) => status,
    style: (one) => (one.status === 'deployed' ? 'green' : 'yellow'),
  },
  {
    header: 'ADDRESS',
    value: ({ deployments }) => deployments.find((one) => one.status === 'active')?.address,
    isExtra: true,
  },
  { header: 'CREATED', value: ({ created_at }) => created_at, isTime: true, isExtra: true },
];

export interface ContractCall {
  function: string;
  args?: unknown[];
  network?: string;
  from?: string;
  value?: string;
  block?: 'latest' | 'pending' | number | undefined;
}

/** Calls a function of a deployed contract, and prints the result. */
export async function callFunction(
  trivium: Trivium,
  id: string,
  call: ContractCall,
  options: ClientOptions,
): Promise<void> {
  const answer = await trivium.contracts.call(id, call as never);
  const { outputs, result } = answer;
  await print(options, answer, () =>
    outputs.length > 1
      ? outputs.map(({ name, type, value }, i) => `${name || i} (${type}): ${plainText(value)}`).join('\n')
      : plainText(result),
  );
}

interface AbiItem {
  type?: string;
  name?: string;
  inputs?: AbiParameter[];
  stateMutability?: string;
  /** Compilers before 0.6 write this. */
  constant?: boolean;
}

interface AbiParameter {
  type: string;
  components?: AbiParameter[];
}

/** Whether a function, by name or signature, only reads, so that it needs no transaction and no payment. */
export function onlyReads(abi: readonly unknown[], wanted: string): boolean {
  const isMeant = (item: AbiItem) => item.name === wanted || signatureOf(item) === wanted.replace(/\s/g, '');
  const meant = (abi as readonly AbiItem[]).filter((item) => item.type === 'function' && isMeant(item));
  const reads = ({ stateMutability = '', constant }: AbiItem) =>
    constant === true || ['view', 'pure'].includes(stateMutability);
  return meant.length > 0 && meant.every(reads);
}

function signatureOf({ name = '', inputs = [] }: AbiItem): string {
  return `${name}(${inputs.map(typeOf).join(',')})`;
}

function typeOf({ type, components = [] }: AbiParameter): string {
  return type.replace(/^tuple/, () => `(${components.map(typeOf).join(',')})`);
}
