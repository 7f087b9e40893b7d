export { compileExpression, type Expression, type ExpressionBounds, ExpressionError } from './expression.ts';
