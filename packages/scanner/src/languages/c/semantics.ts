import { plainSemantics, type Semantics } from '../../ir/semantics.ts';

export const cSemantics: Semantics = {
  ...plainSemantics,
  world: 'c',
  functionsReach: 'program',
  typesReach: 'program',
  declaredVariables: true,
  checkedScalars: true,
  references: 'all',
};

/** A C++ header has the language C if only its name is considered. */
export const cppSemantics: Semantics = { ...cSemantics, bareFields: true, pathOperator: true };
