import { plainSemantics, type Semantics } from '../../ir/semantics.ts';
import { javaNumbers } from '../shared/library/number-types.ts';

export const javaSemantics: Semantics = {
  ...plainSemantics,
  nullFails: true,
  numbers: javaNumbers,
  world: 'jvm',
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
  choices: 'word',
  lambdasAreInterfaces: true,
  recordComponents: true,
  keptObjects: true,
  workObjects: true,
  positionalPatterns: true,
  entryObjects: true,
  replacesFirst: false,
  stacksFromFront: /^(?:Stack|Vector)$/,
};
