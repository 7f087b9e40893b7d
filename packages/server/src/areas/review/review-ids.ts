/** Prefixes of Review's public ids. */
export const reviewIdPrefixes = {
  app: 'application',
  rev: 'review',
  cmt: 'comment on a finding',
  cpt: 'component',
  sup: 'suppression of findings',
} as const;

type ReviewIdPrefixes = typeof reviewIdPrefixes;

declare module '../../kit/ids.ts' {
  interface IdPrefixes extends ReviewIdPrefixes {}
}
