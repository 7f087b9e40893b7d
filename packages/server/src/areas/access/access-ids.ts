/** Id prefixes of this area, in addition to the shared ones. */
export const accessIdPrefixes = { inv: 'invitation', oxp: 'organization export', viw: 'saved view' } as const;

type AccessIdPrefixes = typeof accessIdPrefixes;

declare module '../../kit/ids.ts' {
  interface IdPrefixes extends AccessIdPrefixes {}
}
