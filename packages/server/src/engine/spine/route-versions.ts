import type { AppendParticipant, QueryRows } from './append-statement.ts';

/** Organizations whose routes are kept in memory; the one used longest ago leaves first. */
const MAX_ORGANIZATIONS = 20_000;

/**
 * Which state of an organization's routes (subscriptions, workflows) is in memory. The append
 * statement compares it with the database's, so a stale state never decides what an event causes.
 */
export class RouteVersions {
  readonly #participants: readonly AppendParticipant[];
  readonly #versions = new Map<string, number>();

  constructor(participants: readonly AppendParticipant[]) {
    this.#participants = participants;
  }

  /** The versions of the organizations, their routes being in memory from then on. */
  async load(orgIds: string[], query: QueryRows): Promise<ReadonlyMap<string, number>> {
    const missing = orgIds.filter((orgId) => !this.#versions.has(orgId));
    if (missing.length > 0) {
      // The version is read first: routes that change between the two reads only look stale.
      const rows = await query<{ org_id: string; routes_version: number }>(
        'select org_id, routes_version from event_logs where org_id = any($1::uuid[])',
        [missing],
      );
      for (const participant of this.#participants) await participant.loadRoutes(missing, query);
      for (const row of rows) this.#versions.set(row.org_id, row.routes_version);
    }
    this.#evict(orgIds);
    return this.#versions;
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
