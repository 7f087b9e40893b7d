/** Key-value settings files, in which the code's lookups are resolved. */
export function isConfigurationPath(path: string): boolean {
  return /\.(?:properties|ini|conf|env)$/.test(path);
}
