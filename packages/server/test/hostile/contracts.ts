import { type Ask, type HostileInput, times } from './hostile-input.ts';

const MB = 1_000_000;
const fill = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length);
const view = (inputs: object[], name = 'f') => ({
  type: 'function',
  name,
  stateMutability: 'view',
  inputs,
  outputs: [],
});
const nested = (levels: number): object =>
  levels === 0
    ? { name: 'a', type: 'uint256' }
    : { name: 'a', type: 'tuple', components: [nested(levels - 1)] };

const registrations: Record<string, object> = {
  'ten thousand functions': { abi: Array.from({ length: 5_000 }, (_, i) => view([], `f${i}`)) },
  'ten thousand arguments': { abi: [view(Array(5_000).fill({ name: 'a', type: 'uint256' }))] },
  'tuples in tuples': { abi: [view([nested(60)])] },
  'arrays of arrays': { abi: [view([{ name: 'a', type: `uint256${'[]'.repeat(2_000)}` }])] },
  'an array of any length': { abi: [view([{ name: 'a', type: 'uint256[99999999999999999999]' }])] },
  'a type of letters': { abi: [view([{ name: 'a', type: fill('uint', 500_000) }])] },
  'a type of brackets': { abi: [view([{ name: 'a', type: fill('(', 500_000) }])] },
  'a name of letters': { abi: [view([], fill('f', 500_000))] },
  'bytecode of half a megabyte': { abi: [view([])], bytecode: `0x${fill('60', 900_000)}` },
  'bytecode that is none': { abi: [view([])], bytecode: `0x${fill('zz', 900_000)}` },
  'source without end': { source_code: `contract C { ${times(4_000, (i) => `uint a${i};`)} }` },
  'source that nests': { source_code: `contract C { function f() public { ${fill('{', 20_000)} } }` },
  'source of brackets': { source_code: fill('(', 200_000) },
  'source that imports the machine': { source_code: 'import "/etc/passwd"; contract C {}' },
  'source that imports a web site': { source_code: 'import "http://127.0.0.1:9/x.sol"; contract C {}' },
  'source with a constant that is large': { source_code: 'contract C { uint a = 2**(2**(2**20)); }' },
  'source of a long text': { source_code: `contract C { string a = "${fill('x', 400_000)}"; }` },
  'source of inheritance without end': {
    source_code: times(800, (i) => (i === 0 ? 'contract C0 {}' : `contract C${i} is C${i - 1} {}`)),
  },
};

const listAbi = [
  view([{ name: 'a', type: 'uint256[]' }]),
  view([{ name: 'a', type: 'bytes' }], 'g'),
  view([{ name: 'a', type: 'uint8[][][]' }], 'h'),
];

const calls: Record<string, { function: string; args: unknown[] }> = {
  'a list of a hundred thousand': { function: 'f', args: [Array(100_000).fill('1')] },
  'a list as text': { function: 'f', args: [`[${fill('1,', MB - 1_000)}1]`] },
  'a number of a million digits': { function: 'f', args: [[fill('9', 900_000)]] },
  'bytes of half a megabyte': { function: 'g', args: [`0x${fill('ab', 900_000)}`] },
  'lists that nest': { function: 'h', args: [`${'['.repeat(200_000)}${']'.repeat(200_000)}`] },
  'lists of empty lists': { function: 'h', args: [Array(50_000).fill([])] },
  'a signature of letters': { function: fill('f(', 300_000), args: [] },
};

async function register(ask: Ask, name: string, more: object): Promise<number[]> {
  const { status } = await ask('POST', '/v1/contracts/contracts', { name, network: 'devnet', ...more });
  return [status];
}

async function call(ask: Ask, body: object): Promise<number[]> {
  const made = await ask('POST', '/v1/contracts/contracts', {
    name: 'lists',
    network: 'devnet',
    abi: listAbi,
    bytecode: '0x00',
  });
  const path = `/v1/contracts/contracts/${made.body.id}`;
  const statuses = [made.status];
  for (const what of ['call', 'estimate', 'execute'])
    statuses.push((await ask('POST', `${path}/${what}`, body)).status);
  return statuses;
}

export const hostileContracts: HostileInput[] = [
  ...Object.entries(registrations).map(([name, more]) => ({
    name: `a contract of ${name}`,
    send: (ask: Ask) => register(ask, name, more),
  })),
  ...Object.entries(calls).map(([name, body]) => ({
    name: `a call with ${name}`,
    send: (ask: Ask) => call(ask, body),
  })),
];
