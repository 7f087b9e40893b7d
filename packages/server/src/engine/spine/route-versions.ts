import type { QueryRows } from '../../kit/db/index.ts';
import type { AppendParticipant } from './append-statement.repository.ts';
import { readRouteVersions } from './event-log.repository.ts';

/** Organizations whose routes are in memory; least recently used goes first. */
const MAX_ORGANIZATIONS = 20_000;

/**
 * Tracks which version of an organization's routes (subscriptions, workflows) is in memory. The append
 * statement compares it with the database's, so a stale version never decides what an event causes.
 */
export class RouteVersions {
  readonly #participants: readonly AppendParticipant[];
  readonly #versions = new Map<string, number>();

  constructor(participants: readonly AppendParticipant[]) {
    this.#participants = participants;
  }

  /** The version in memory; undefined when the routes must be loaded first. */
  get(orgId: string): number | undefined {
    return this.#versions.get(orgId);
  }

  /**
   * Loads the routes of the organizations. Another append may drop one of them while this awaits, so check
   * again before use.
   */
  async load(orgIds: string[], query: QueryRows): Promise<void> {
    const missing = orgIds.filter((orgId) => !this.#versions.has(orgId));
    // The version is read first: routes that change between the two reads merely look stale.
    const versions = await readRouteVersions(query, missing);
    const applied = [];
    for (const participant of this.#participants) applied.push(await participant.loadRoutes(missing, query));
    // Routes and version change in one step, so that two concurrent loads each leave a consistent pair.
    for (const apply of applied) apply?.();
    for (const [orgId, version] of versions) this.#versions.set(orgId, version);
    this.#evict(orgIds);
  }

  forget(orgId: string): void {
    if (!this.#versions.delete(orgId)) return;
    for (const participant of this.#participants) participant.forgetRoutes(orgId);
  }

  #evict(inUse: string[]): void {
    if (this.#versions.size <= MAX_ORGANIZATIONS) return;
    const keep = new Set(inUse);
    for (const orgId of this.#versions.keys()) {
      if (this.#versions.size <= MAX_ORGANIZATIONS) return;
      if (!keep.has(orgId)) this.forget(orgId);
    }
  }
}
