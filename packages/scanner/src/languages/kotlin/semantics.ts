import { plainSemantics, type Semantics } from '../../ir/semantics.ts';
import { kotlinNumbers } from '../shared/library/number-types.ts';

export const kotlinSemantics: Semantics = {
  ...plainSemantics,
  textTypes: /^String$/,
  numbers: kotlinNumbers,
  world: 'jvm',
  functionsReach: 'program',
  nominalTypes: true,
  importsClasses: true,
  qualifiedNames: true,
  bareFields: true,
  bareMethods: true,
  implicitReceivers: true,
  declaredVariables: true,
  declaredFields: true,
  checkedScalars: true,
  choices: 'word',
  keptObjects: true,
  workObjects: true,
  scopeMarks: /^(?:Request|Session|Conversation)Scoped?\b|^Scope\b.*(?:request|session)/i,
  constructsByCall: true,
  pathOperator: true,
  patternsAreGlobal: true,
};
