const MAX_NAMES = 16;

/** How a path is written, as the end of a sentence. */
export const PAYLOAD_PATH_FORM = `\`data\`, then up to ${MAX_NAMES} names, each behind a dot`;

/** The names behind `data` in a dotted path such as `data.items.0.sku`; undefined for what is no path. */
export function parsePayloadPath(text: string): string[] | undefined {
  const [root, ...names] = text.split('.');
  const isPath = root === 'data' && names.length > 0 && names.length <= MAX_NAMES;
  return isPath && names.every((name) => name !== '') ? names : undefined;
}
