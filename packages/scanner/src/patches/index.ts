export { shareToCheck } from './check-scope.ts';
export { makePatch } from './make-patch.ts';
export { makePatches } from './make-patches.ts';
