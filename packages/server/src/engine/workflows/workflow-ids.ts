/** Id prefixes of workflows. */
export const workflowIdPrefixes = {
  wfl: 'workflow',
  run: 'run of a workflow',
} as const;

type WorkflowIdPrefixes = typeof workflowIdPrefixes;

declare module '../../kit/ids.ts' {
  interface IdPrefixes extends WorkflowIdPrefixes {}
}
