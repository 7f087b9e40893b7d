import type { Abi, AbiFunction, Hex } from 'viem';
import { concatHex } from 'viem/utils';
import { invalidField } from '../../../../kit/errors/index.ts';
import { selectorOf, signatureOf } from './abi-codec.ts';
import { encodeAnyArguments } from './abi-threads.ts';

const MAX_LISTED = 20;
const MAX_SIGNATURE = 200;
/** A hash takes some microseconds. */
const MAX_HASHED = 1_000;

type AbiConstructor = Extract<Abi[number], { type: 'constructor' }>;

/** A contract function, ready to encode calls. */
export interface CallableFunction {
  item: AbiFunction;
  /** Such as `transfer(address,uint256)`. */
  signature: string;
  selector: Hex;
}

/** The functions of a version's ABI, by name and by signature. */
export class ContractInterface {
  readonly abi: Abi;
  readonly #bySignature = new Map<string, CallableFunction>();
  readonly #byName = new Map<string, CallableFunction[]>();
  #bySelector: Map<string, CallableFunction> | undefined;
  readonly #creation: AbiConstructor | undefined;

  constructor(abi: Abi) {
    this.abi = abi;
    this.#creation = abi.find((item) => item.type === 'constructor') as AbiConstructor | undefined;
    for (const item of functionsOf(abi)) {
      const signature = signatureOf(item);
      let selector: Hex | undefined;
      const callable = {
        item,
        signature,
        // A hash, which is only needed for functions that are called.
        get selector() {
          selector ??= isUnnamed(item) ? '0x' : selectorOf(signature);
          return selector;
        },
      };
      this.#bySignature.set(signature, callable);
      const sameName = this.#byName.get(item.name);
      if (sameName === undefined) this.#byName.set(item.name, [callable]);
      else sameName.push(callable);
    }
  }

  /** The function that a request names. Throws `invalid_request` with the available ones. */
  function(text: string): CallableFunction {
    const found = this.#bySignature.get(text.replaceAll(/\s/g, ''));
    if (found !== undefined) return found;
    const named = this.#byName.get(text.trim());
    const [one, ...others] = named ?? [];
    if (one !== undefined && others.length === 0) return one;
    const message =
      named === undefined
        ? `The contract has no function \`${text.slice(0, 100)}\`.${this.#suggestion()}`
        : `The contract has ${named.length} functions named \`${text.slice(0, 100)}\`. Name one by its signature: ${listed(named.map(({ signature }) => signature))}.`;
    throw invalidField('function', message);
  }

  /**
   * The function with the selector at the start of a call's data; in a long ABI only the first functions are
   * searched.
   */
  bySelector(selector: string): CallableFunction | undefined {
    if (this.#bySelector === undefined) {
      this.#bySelector = new Map();
      const named = [...this.#bySignature.values()].filter(({ item }) => !isUnnamed(item));
      for (const callable of named.slice(0, MAX_HASHED)) this.#bySelector.set(callable.selector, callable);
    }
    return this.#bySelector.get(selector);
  }

  /** Call data. Throws `invalid_arguments`. */
  async encodeCall({ item, signature, selector }: CallableFunction, args: readonly unknown[]): Promise<Hex> {
    const encoded = await encodeAnyArguments(item.inputs, args, 'args', `\`${signature.slice(0, 200)}\``);
    if (isUnnamed(item)) return item.inputs.length === 0 ? '0x' : bytesOf(encoded);
    return concatHex([selector, encoded]);
  }

  /** Deployment data: the creation code plus the constructor arguments. */
  async encodeDeployment(bytecode: Hex, args: readonly unknown[]): Promise<Hex> {
    const inputs = this.#creation?.inputs ?? [];
    const encoded = await encodeAnyArguments(inputs, args, 'constructor_args', 'The constructor');
    return concatHex([bytecode, encoded]);
  }

  get isConstructorPayable(): boolean {
    return this.#creation?.stateMutability === 'payable';
  }

  #suggestion(): string {
    const all = [...this.#bySignature.keys()];
    return all.length === 0 ? '' : ` It has ${listed(all)}.`;
  }
}

const unnamed = new WeakSet<AbiFunction>();

/** Called without a selector: `receive()` and `fallback(bytes)`. */
function isUnnamed(item: AbiFunction): boolean {
  return unnamed.has(item);
}

/**
 * The functions of an ABI, including `receive()` and `fallback(bytes)`, under names that are not possible for
 * Solidity functions.
 */
function functionsOf(abi: Abi): AbiFunction[] {
  return abi.flatMap((item) => {
    if (item.type === 'function') return [item];
    if (item.type !== 'receive' && item.type !== 'fallback') return [];
    const made: AbiFunction = {
      type: 'function',
      name: item.type,
      inputs: item.type === 'receive' ? [] : [{ type: 'bytes', name: 'data' }],
      outputs: [],
      stateMutability: item.stateMutability,
    };
    unnamed.add(made);
    return [made];
  });
}

/** The bytes encoded as the only argument: offset, length, content. */
function bytesOf(encoded: Hex): Hex {
  const length = Number.parseInt(encoded.slice(66, 130), 16);
  return `0x${encoded.slice(130, 130 + 2 * length)}`;
}

/** Signatures for a message; an untrusted ABI may have many long ones. */
function listed(signatures: readonly string[]): string {
  const some = signatures.slice(0, MAX_LISTED).map((signature) => signature.slice(0, MAX_SIGNATURE));
  return some.join(', ') + (signatures.length > MAX_LISTED ? ' and others' : '');
}
