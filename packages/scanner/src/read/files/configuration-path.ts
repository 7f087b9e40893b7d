/** Files of settings by key, in which lookups of the code are followed. */
export function isConfigurationPath(path: string): boolean {
  return /\.(?:properties|ini|conf|env)$/.test(path);
}
