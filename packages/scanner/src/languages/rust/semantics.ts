import { plainSemantics, type Semantics } from '../../ir/semantics.ts';

export const rustSemantics: Semantics = {
  ...plainSemantics,
  world: 'rust',
  functionsReach: 'program',
  typesReach: 'folder',
  declaredFields: true,
  checkedScalars: true,
};
