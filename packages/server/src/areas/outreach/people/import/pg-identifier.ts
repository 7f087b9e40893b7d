/** A name for use in SQL. Only letters, digits and underscores pass, so nothing needs quoting. */
export function pgIdentifier(name: string): string {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(name)) throw new Error(`not a plain SQL name: ${name}`);
  return name;
}
