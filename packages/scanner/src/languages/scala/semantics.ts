import { plainSemantics, type Semantics } from '../../ir/semantics.ts';
import { kotlinNumbers } from '../shared/library/number-types.ts';

export const scalaSemantics: Semantics = {
  ...plainSemantics,
  numbers: kotlinNumbers,
  world: 'jvm',
  functionsReach: 'program',
  nominalTypes: true,
  importsClasses: true,
  qualifiedNames: true,
  classesAreCapital: true,
  bareFields: true,
  bareMethods: true,
  knownByType: true,
  declaredVariables: true,
  declaredFields: true,
  checkedScalars: true,
  methodsAreValues: true,
  lambdasAreInterfaces: true,
  recordComponents: true,
  keptObjects: true,
  workObjects: true,
  constructsByCall: true,
  tupleTypes: true,
  mapIteration: 'entries',
  replacesFirst: false,
  patternsAreGlobal: true,
};
