/** Prefixes of Contracts' public ids. */
export const contractsIdPrefixes = {
  ctr: 'contract',
  exe: 'execution',
  dep: 'deployment',
  spl: 'spend limit',
  rul: 'alert rule',
  alr: 'alert',
  bkp: 'backup',
  rst: 'restore',
  ing: 'ingestion job',
  igr: 'ingestion rule',
  scl: 'scaling action',
  pol: 'scaling policy',
} as const;

type ContractsIdPrefixes = typeof contractsIdPrefixes;

declare module '../../../kit/ids.ts' {
  interface IdPrefixes extends ContractsIdPrefixes {}
}
