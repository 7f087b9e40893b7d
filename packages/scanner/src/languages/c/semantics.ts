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

/** A header of C++ has the language C by its name alone. */
export const cppSemantics: Semantics = { ...cSemantics, bareFields: true, pathOperator: true };
