/** What this area names by ids of its own, beside those that every area knows. */
export const accessIdPrefixes = { inv: 'invitation', oxp: 'organization export', viw: 'saved view' } as const;

type AccessIdPrefixes = typeof accessIdPrefixes;

declare module '../../kit/ids.ts' {
  interface IdPrefixes extends AccessIdPrefixes {}
}
