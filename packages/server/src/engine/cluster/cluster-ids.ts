/** Id prefixes of the cluster. */
export const clusterIdPrefixes = {
  node: 'node',
} as const;

type ClusterIdPrefixes = typeof clusterIdPrefixes;

declare module '../../kit/ids.ts' {
  interface IdPrefixes extends ClusterIdPrefixes {}
}
