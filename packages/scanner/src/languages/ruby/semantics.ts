import { plainSemantics, type Semantics } from '../../ir/semantics.ts';

export const rubySemantics: Semantics = {
  ...plainSemantics,
  world: 'ruby',
  functionsReach: 'program',
  bareNew: true,
  formatOperator: true,
  lookupMethod: 'fetch',
};
