import type { Abi, AbiFunction, AbiParameter, Hex } from 'viem';
import { concatHex, encodeAbiParameters, toFunctionSelector, toFunctionSignature } from 'viem/utils';
import { AppError } from '../../../../kit/errors/index.ts';
import { readArgument } from './read-argument.ts';

type AbiConstructor = Extract<Abi[number], { type: 'constructor' }>;

/** A function of a contract, ready to encode calls. */
export interface CallableFunction {
  item: AbiFunction;
  /** Such as `transfer(address,uint256)`. */
  signature: string;
  selector: Hex;
}

/** The functions of one version's ABI, by name and by signature. */
export class ContractInterface {
  readonly abi: Abi;
  readonly #bySignature = new Map<string, CallableFunction>();
  readonly #byName = new Map<string, CallableFunction[]>();
  readonly #creation: AbiConstructor | undefined;

  constructor(abi: Abi) {
    this.abi = abi;
    this.#creation = abi.find((item) => item.type === 'constructor') as AbiConstructor | undefined;
    for (const item of abi) {
      if (item.type !== 'function') continue;
      const signature = toFunctionSignature(item);
      let selector: Hex | undefined;
      const callable = {
        item,
        signature,
        // A hash, which only the functions that are called need.
        get selector() {
          selector ??= toFunctionSelector(item);
          return selector;
        },
      };
      this.#bySignature.set(signature, callable);
      const sameName = this.#byName.get(item.name);
      if (sameName === undefined) this.#byName.set(item.name, [callable]);
      else sameName.push(callable);
    }
  }

  /** The function that a request names. Throws `invalid_request` with what there is. */
  function(text: string): CallableFunction {
    const found = this.#bySignature.get(text.replaceAll(/\s/g, ''));
    if (found !== undefined) return found;
    const named = this.#byName.get(text.trim());
    if (named?.length === 1) return named[0]!;
    const message =
      named === undefined
        ? `The contract has no function \`${text.slice(0, 100)}\`.${this.#suggestion()}`
        : `The contract has ${named.length} functions named \`${text.slice(0, 100)}\`. Name one by its signature: ${named.map(({ signature }) => signature).join(', ')}.`;
    throw new AppError('invalid_request', { field: 'function', message });
  }

  /** The data of a call. Throws `invalid_arguments`. */
  encodeCall({ item, signature, selector }: CallableFunction, args: readonly unknown[]): Hex {
    return concatHex([selector, encodeArguments(item.inputs, args, 'args', `\`${signature}\``)]);
  }

  /** The data of a deployment: the creation code and the constructor's arguments. */
  encodeDeployment(bytecode: Hex, args: readonly unknown[]): Hex {
    const inputs = this.#creation?.inputs ?? [];
    return concatHex([bytecode, encodeArguments(inputs, args, 'constructor_args', 'The constructor')]);
  }

  get isConstructorPayable(): boolean {
    return this.#creation?.stateMutability === 'payable';
  }

  #suggestion(): string {
    const some = [...this.#bySignature.keys()].slice(0, 20);
    return some.length === 0 ? '' : ` It has ${some.join(', ')}.`;
  }
}

function encodeArguments(
  inputs: readonly AbiParameter[],
  args: readonly unknown[],
  field: string,
  what: string,
): Hex {
  if (args.length !== inputs.length) {
    const types = inputs.map(({ type, name }) => (name ? `${type} ${name}` : type)).join(', ');
    throw new AppError('invalid_arguments', {
      field,
      message: `${what} takes ${inputs.length} ${inputs.length === 1 ? 'argument' : 'arguments'}${types && ` (${types})`}, not ${args.length}.`,
    });
  }
  if (inputs.length === 0) return '0x';
  const values = inputs.map((input, i) => readArgument(input, args[i], `${field}.${i}`));
  return encodeAbiParameters(inputs, values);
}
