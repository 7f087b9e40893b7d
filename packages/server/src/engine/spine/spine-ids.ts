/** What the log of events names by ids. */
export const spineIdPrefixes = {
  evt: 'event',
} as const;

type SpineIdPrefixes = typeof spineIdPrefixes;

declare module '../../kit/ids.ts' {
  interface IdPrefixes extends SpineIdPrefixes {}
}
