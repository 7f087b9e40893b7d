import type { Abi } from 'viem';
import { dropOldest } from '../../../../kit/drop-oldest.ts';
import type { ContractsDatabase, Owner } from '../../terms/contract-tables.ts';
import { ContractInterface } from '../abi/contract-interface.ts';
import { indexErrors } from '../abi/error-index.ts';
import { findVersion, listErrors, newestVersions } from './version.repository.ts';

const MAX_KEPT = 2_000;
/** Limits of the search for an error that a contract passed on. */
const SEARCHED = { versions: 100, errors: 1_000 };
const MAX_OWNERS = 200;

/** The interfaces of contract versions, which are immutable once stored. */
export class InterfaceCache {
  readonly #db: ContractsDatabase;
  readonly #kept = new Map<string, Promise<ContractInterface | undefined>>();
  readonly #errors = new Map<string, { newest: string; abi: Abi }>();

  constructor(db: ContractsDatabase) {
    this.#db = db;
  }

  /** Undefined if the contract has no such version. */
  get(owner: Owner, contractId: string, version: string): Promise<ContractInterface | undefined> {
    const key = `${owner.orgId} ${owner.environment} ${contractId} ${version}`;
    let found = this.#kept.get(key);
    if (found === undefined) {
      found = this.#read(owner, contractId, version);
      this.#kept.set(key, found);
      if (this.#kept.size > MAX_KEPT) dropOldest(this.#kept);
      // A missing version may be created later, and a failure is not cached.
      found.then(
        (one) => one === undefined && this.#kept.delete(key),
        () => this.#kept.delete(key),
      );
    }
    return found;
  }

  /**
   * The ABIs to search for an error of a contract: its own, then those of the environment's other contracts.
   */
  async errorAbis(owner: Owner, contractId: string, version: string): Promise<Abi[]> {
    const own = await this.get(owner, contractId, version);
    const others = await this.#errorsOf(owner);
    const abis = own === undefined ? [others] : [own.abi, others];
    for (const abi of abis) await indexErrors(abi);
    return abis;
  }

  /** Read again when the environment has a new version among the newest. */
  async #errorsOf(owner: Owner): Promise<Abi> {
    const key = `${owner.orgId} ${owner.environment}`;
    const newest = await newestVersions(this.#db, owner, SEARCHED.versions);
    const kept = this.#errors.get(key);
    if (kept?.newest === newest) return kept.abi;
    const abi = await listErrors(this.#db, owner, SEARCHED);
    this.#errors.delete(key);
    this.#errors.set(key, { newest, abi });
    if (this.#errors.size > MAX_OWNERS) dropOldest(this.#errors);
    return abi;
  }

  async #read(owner: Owner, contractId: string, version: string): Promise<ContractInterface | undefined> {
    const found = await findVersion(this.#db, owner, contractId, version);
    return found && new ContractInterface(found.abi);
  }
}
