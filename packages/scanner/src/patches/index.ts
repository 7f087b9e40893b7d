export { composePatches, mergeProposals } from './compose-patches.ts';
export { proposeChange } from './make-patch.ts';
export { textEntry } from './reanalysis.ts';
