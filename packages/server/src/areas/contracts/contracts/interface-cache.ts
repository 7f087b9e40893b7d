import type { Abi } from 'viem';
import { ContractInterface } from '../executions/abi/contract-interface.ts';
import type { ContractsDatabase, Owner } from './contract-tables.ts';
import { findVersion, listAbis } from './version.repository.ts';

const MAX_KEPT = 2_000;
/** How many ABIs are searched for an error that a contract passed on. */
const MAX_SEARCHED = 100;

/** The interfaces of contract versions, which never change once they are stored. */
export class InterfaceCache {
  readonly #db: ContractsDatabase;
  readonly #kept = new Map<string, Promise<ContractInterface | undefined>>();

  constructor(db: ContractsDatabase) {
    this.#db = db;
  }

  /** Undefined when the contract has no such version. */
  get(owner: Owner, contractId: string, version: string): Promise<ContractInterface | undefined> {
    const key = `${owner.orgId} ${owner.environment} ${contractId} ${version}`;
    let found = this.#kept.get(key);
    if (found === undefined) {
      found = this.#read(owner, contractId, version);
      this.#kept.set(key, found);
      if (this.#kept.size > MAX_KEPT) this.#kept.delete(this.#kept.keys().next().value!);
      // A version that is missing may be made later, and a failure is no answer.
      found.then(
        (one) => one === undefined && this.#kept.delete(key),
        () => this.#kept.delete(key),
      );
    }
    return found;
  }

  /** In which ABIs an error of a contract is looked for: its own, then those of the environment's other contracts. */
  async errorAbis(owner: Owner, contractId: string, version: string): Promise<Abi[]> {
    const own = await this.get(owner, contractId, version);
    const others = await listAbis(this.#db, owner, MAX_SEARCHED);
    return own === undefined ? others : [own.abi, ...others];
  }

  async #read(owner: Owner, contractId: string, version: string): Promise<ContractInterface | undefined> {
    const found = await findVersion(this.#db, owner, contractId, version);
    return found && new ContractInterface(found.abi);
  }
}
