/** `C` of `a.b.C`. */
export function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}
