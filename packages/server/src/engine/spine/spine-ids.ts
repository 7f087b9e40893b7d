/** Id prefixes of the event log. */
export const spineIdPrefixes = {
  evt: 'event',
} as const;

type SpineIdPrefixes = typeof spineIdPrefixes;

declare module '../../kit/ids.ts' {
  interface IdPrefixes extends SpineIdPrefixes {}
}
