import type { Settings } from '../app/settings.ts';
import { examineReplica } from '../engine/replicas/index.ts';
import { type Finding, look } from './finding.ts';

/** Checks the read replicas, if any are configured. */
export async function examineReplicas(settings: Settings): Promise<Finding[]> {
  const { DATABASE_URL: primary, DATABASE_READ_URL: replicas = [], DATABASE_READ_MAX_AGE } = settings;
  if (primary === undefined) return [];
  return Promise.all(
    replicas.map((url) => look('replica', () => examineReplica(url, primary, DATABASE_READ_MAX_AGE * 1_000))),
  );
}
