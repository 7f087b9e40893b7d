export { compileExpression, type Expression, type ExpressionBounds } from './expression.ts';
export { ExpressionError } from './expression-error.ts';
