/** Splits a path such as `order.items.0.price`; undefined if invalid. */
export function parsePath(text: string | undefined): string[] | undefined {
  if (text === undefined || text.length > 500) return undefined;
  const parts = text
    .replace(/^\$\.?/, '')
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.');
  return parts.every((part) => part !== '' && part !== '__proto__') ? parts : undefined;
}

/** The value at a path; undefined if there is none. */
export function readPath(data: unknown, path: readonly string[]): unknown {
  let value = data;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

/** A copy with the value at the path; missing objects on the way are created. */
export function writePath(data: unknown, [part, ...rest]: readonly string[], value: unknown): unknown {
  if (part === undefined) return value;
  const inner = readPath(data, [part]);
  const written = writePath(inner, rest, value);
  if (Array.isArray(data) && /^\d+$/.test(part) && Number(part) < data.length) {
    return data.with(Number(part), written);
  }
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data);
  return { ...(isObject && data), [part]: written };
}

/** A copy without the value at the path. */
export function removePath(data: unknown, [part, ...rest]: readonly string[]): unknown {
  if (part === undefined || typeof data !== 'object' || data === null || !Object.hasOwn(data, part))
    return data;
  if (rest.length > 0) return writePath(data, [part], removePath(readPath(data, [part]), rest));
  if (Array.isArray(data)) return data.toSpliced(Number(part), 1);
  return Object.fromEntries(Object.entries(data).filter(([key]) => key !== part));
}

/** A copy with every value that is not a list or object mapped by `map`, which also gets the value's key. */
export function mapValues(
  data: unknown,
  map: (value: unknown, key: string | undefined) => unknown,
  key?: string,
): unknown {
  if (Array.isArray(data)) return data.map((item) => mapValues(item, map, key));
  if (typeof data !== 'object' || data === null) return map(data, key);
  return Object.fromEntries(
    Object.entries(data).map(([inner, value]) => [inner, mapValues(value, map, inner)]),
  );
}
