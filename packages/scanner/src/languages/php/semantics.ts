import { plainSemantics, type Semantics } from '../../ir/semantics.ts';

export const phpSemantics: Semantics = {
  ...plainSemantics,
  world: 'php',
  functionsReach: 'program',
  nominalTypes: true,
  importsClasses: true,
  sigil: '$',
  declaredResults: true,
  checkedScalars: true,
  classCallsKeepObject: true,
  plusIsNumeric: true,
  delimitedPatterns: true,
  references: /&\s*\$(\w+)/g,
};
