/** The values stored for an object, by name; empty at first. */
export function nested<Key extends object, Found>(
  all: WeakMap<Key, Map<string, Found>>,
  key: Key,
): Map<string, Found> {
  let known = all.get(key);
  if (known === undefined) {
    known = new Map();
    all.set(key, known);
  }
  return known;
}
