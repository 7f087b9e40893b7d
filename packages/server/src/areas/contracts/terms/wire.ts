import { Type } from 'typebox';
import { notFound } from '../../../kit/errors/index.ts';
import { named, nullable, strictObject, textField } from '../../../kit/http/index.ts';
import { parseId } from '../../../kit/ids.ts';
import { networkPattern } from './network-table.ts';

// Schema parts shared by several resources of the area.

export const base = '/v1/contracts';

/** Common properties of routes that read. */
export const read = {
  tag: 'Contracts',
  environments: true,
  access: 'contracts:read',
  limits: ['contracts_queries'],
} as const;

/** Common properties of routes that write but send no transaction. */
export const write = { ...read, access: 'contracts:write', limits: ['contracts_operations'] } as const;

/** The same, for a section of the reference with its own page. */
export const readOperations = { ...read, tag: 'Operations' } as const;
export const writeOperations = { ...write, tag: 'Operations' } as const;

const idParams = (description: string) => Type.Object({ id: Type.String({ description }) });

export const contractParams = idParams('The id of the contract, `ctr_…`.');
export const deploymentParams = idParams('The id of the deployment, `dep_…`.');
export const executionParams = idParams('The id of the execution, `exe_…`.');

export const networkField = Type.String({
  maxLength: 64,
  pattern: networkPattern,
  patternHint: 'must be a network identifier such as `devnet` or `ethereum_mainnet`',
  description: 'Network identifier, such as `devnet` or `ethereum_mainnet`.',
});

export const versionField = (description: string) =>
  Type.String({
    maxLength: 64,
    pattern: '^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-[0-9A-Za-z.-]+)?(\\+[0-9A-Za-z.-]+)?$',
    patternHint: 'must be a SemVer version such as 1.2.0',
    description,
  });

export const gasLimitField = Type.Integer({
  minimum: 1,
  maximum: 1_000_000_000,
  description: 'Most gas that the transaction may use. Default: 1.2 times the estimate.',
});

export const gasPriceField = textField(
  32,
  'Price of a unit of gas in gwei, such as `1.5`; makes a legacy transaction. Left out: EIP-1559 fees by the network.',
);

export const confirmationsField = Type.Integer({
  minimum: 1,
  maximum: 1_000,
  description: 'Blocks before the transaction counts: its own block and those after it.',
});

const scalar = [Type.String({ maxLength: 200_000 }), Type.Number(), Type.Boolean()];
// A tuple may be an object of its components; the nesting depth is checked against the ABI.
const parts = Type.Object({}, { additionalProperties: true, minProperties: 1 });
const element = named('ArgumentElement', Type.Union([...scalar, parts, Type.Array(Type.Unknown())]));
const argument = named('Argument', Type.Union([...scalar, parts, Type.Array(element)]));

/**
 * Nodes accept 131,072 bytes of call data; in a JSON array of bytes, one byte takes up to four characters.
 */
const MAX_ARGUMENTS_BYTES = 786_432;

export const argumentList = (description: string) =>
  Type.Array(argument, {
    maxItems: 100,
    maxBytes: MAX_ARGUMENTS_BYTES,
    description: `${description} As text (\`"5"\`, \`"true"\`, \`"0x…"\`), JSON text for arrays and tuples, or native JSON.`,
  });

export const cancelBody = named(
  'CancelTransaction',
  strictObject({
    reason: Type.Optional(textField(500, 'Why; the record keeps it.')),
  }),
);

export const valueField = textField(
  100,
  'What is paid with the call: whole wei as text, or an amount such as `0.1 ether`.',
);

export const skipSimulationField = Type.Boolean({
  default: false,
  description: 'Send even what the check before sending predicts to fail.',
});

export const simulatedField = Type.Optional(
  Type.Literal(true, { description: 'Present when the network is simulated on an embedded chain.' }),
);

/** `simulated` is only present when true. */
export function marked<Source extends { simulated: boolean }>({
  simulated,
  ...source
}: Source): Omit<Source, 'simulated'> & { simulated?: true } {
  return { ...source, ...(simulated && { simulated: true as const }) };
}

export const hashField = Type.String({ description: 'Hash of the transaction, 0x-prefixed hex.' });

export const errorField = nullable(
  named(
    'ChainFailure',
    Type.Object(
      {
        type: Type.String({
          description: '`revert`, `panic`, `custom_error`, `out_of_gas`, `dropped` or `unknown`.',
        }),
        reason: Type.String({ description: 'The decoded reason.' }),
        gas_used: Type.Integer({ description: 'What the failed transaction used; 0 when none was mined.' }),
      },
      { additionalProperties: true },
    ),
  ),
  'Why it failed; null when it did not.',
);

/** A decoded value with its name. */
export const namedValue = named(
  'NamedValue',
  Type.Object({
    name: Type.String({ description: 'Empty where the ABI gives none.' }),
    type: Type.String({ description: 'As the ABI has it, such as `uint256` or `address[]`.' }),
    value: Type.Unknown({ description: 'Whole numbers are text.' }),
  }),
);

export const estimatedCostField = named(
  'EstimatedCost',
  Type.Object({
    gas_limit: Type.Integer({ description: 'The most gas that it can use.' }),
    gas_price_gwei: Type.Number({ description: 'The most that a unit of gas can cost.' }),
    total_eth: Type.Number({
      description:
        'The most that it can cost, `gas_limit` times `gas_price_gwei`, in the native coin of the network. A rollup adds what it pays to the chain below.',
    }),
    total_usd: nullable(Type.Number(), 'The same in USD. Null when no price of the coin is known.'),
    expected_gas: Type.Integer({ description: 'What it is expected to use.' }),
    expected_gas_price_gwei: Type.Number({ description: 'What a unit of gas costs just now.' }),
    expected_eth: Type.Number({ description: 'What it is expected to cost, in the native coin.' }),
    expected_usd: nullable(Type.Number(), 'The same in USD. Null when no price of the coin is known.'),
  }),
);

export function contractIdOf(id: string): string {
  const contractId = parseId('ctr', id);
  if (contractId === undefined) throw notFound('contract');
  return contractId;
}

export function toIso(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}
