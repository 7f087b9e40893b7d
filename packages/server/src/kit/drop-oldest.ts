/** Removes the entry that was inserted first. */
export function dropOldest<Key>(kept: Map<Key, unknown> | Set<Key>): void {
  for (const key of kept.keys()) {
    kept.delete(key);
    return;
  }
}
