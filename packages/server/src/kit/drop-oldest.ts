/** Takes out what was put into a map or a set first. */
export function dropOldest<Key>(kept: Map<Key, unknown> | Set<Key>): void {
  for (const key of kept.keys()) {
    kept.delete(key);
    return;
  }
}
