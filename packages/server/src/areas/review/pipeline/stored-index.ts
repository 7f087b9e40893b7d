import type { AgentResult, ApplicationIndex, DependencyReport } from '@trivium/scanner';
import { PackedParts, PartsPacker } from './packed-parts.ts';

const INDEX = 'index.';
const DEPENDENCIES = 'dependencies';
const RESULT = 'result.';
const MEMO = 'memo';

/** Packs the analysis' data for the agents, for the blob store. */
export class IndexPacker {
  readonly #packer = new PartsPacker();

  addIndex(index: ApplicationIndex, dependencies: DependencyReport): this {
    for (const [name, part] of Object.entries(index)) this.#packer.add(`${INDEX}${name}`, part);
    this.#packer.add(DEPENDENCIES, dependencies);
    return this;
  }

  /**
   * Results of agents that already ran in the analysis; by rules alone, running them again would give the
   * same.
   */
  addResults(results: Readonly<Record<string, AgentResult>>): this {
    for (const [agentId, result] of Object.entries(results)) this.#packer.add(`${RESULT}${agentId}`, result);
    return this;
  }

  /** Data that the analysis of the next version may reuse. */
  addMemo(memo: Uint8Array | null): this {
    if (memo !== null) this.#packer.addBytes(MEMO, memo);
    return this;
  }

  finish(): Uint8Array {
    return this.#packer.finish();
  }
}

/** Everything except the agents' results. */
export function readIndex(path: string): { index: ApplicationIndex; dependencies: DependencyReport } {
  return withParts(path, (parts) => {
    const names = parts.names.filter((name) => name.startsWith(INDEX));
    const index = Object.fromEntries(names.map((name) => [name.slice(INDEX.length), parts.read(name)]));
    return {
      index: index as unknown as ApplicationIndex,
      dependencies: parts.read(DEPENDENCIES) as DependencyReport,
    };
  });
}

/** What an agent found by its rules in the analysis; undefined if it did not take part. */
export function readResult(path: string, agentId: string): AgentResult | undefined {
  return withParts(path, (parts) => parts.read(`${RESULT}${agentId}`) as AgentResult | undefined);
}

/** The data of an earlier analysis for reuse; undefined if there is none or it is unreadable. */
export function readMemo(path: string): Uint8Array | undefined {
  try {
    return withParts(path, (parts) => parts.readBytes(MEMO));
  } catch {
    return undefined;
  }
}

function withParts<T>(path: string, read: (parts: PackedParts) => T): T {
  const parts = new PackedParts(path);
  try {
    return read(parts);
  } finally {
    parts.close();
  }
}
