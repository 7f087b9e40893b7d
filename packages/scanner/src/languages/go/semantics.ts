import { plainSemantics, type Semantics } from '../../ir/semantics.ts';

export const goSemantics: Semantics = {
  ...plainSemantics,
  world: 'go',
  functionsReach: 'folder',
  typesReach: 'folder',
  packages: true,
  structuralInterfaces: true,
  methodsBesideTypes: true,
  declaredResults: true,
  declaredVariables: true,
  declaredFields: true,
  checkedScalars: true,
  embeddedFields: true,
  fieldsInOrder: true,
  positions: /^(?:[ijn]|idx|index|pos)$/,
  searchesByFunction: true,
  errorVariable: 'err',
  addressSign: '&',
};
