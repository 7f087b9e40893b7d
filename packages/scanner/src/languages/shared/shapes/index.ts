import { classShapes } from './class-shapes.ts';
import { conditionShapes } from './condition-shapes.ts';
import { lockShapes } from './lock-shapes.ts';
import { misuseShapes } from './misuse-shapes.ts';
import { nullAnswerShapes } from './null-answer-shapes.ts';
import { nullShapes } from './null-shapes.ts';
import { resourceShapes } from './resource-shapes.ts';
import { resultShapes } from './result-shapes.ts';
import type { ShapeRule } from './shape-rule.ts';
import { unusedShapes } from './unused-shapes.ts';

export { ShapeFile } from './shape-file.ts';
export type { ShapeRule } from './shape-rule.ts';

/** Flaws that the parse tree of one file shows. */
export const shapeRules: readonly ShapeRule[] = [
  ...classShapes,
  ...conditionShapes,
  ...lockShapes,
  ...misuseShapes,
  ...nullAnswerShapes,
  ...nullShapes,
  ...resourceShapes,
  ...resultShapes,
  ...unusedShapes,
];
