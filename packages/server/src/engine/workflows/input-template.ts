import { compileExpression, type Expression, ExpressionError } from '../../kit/expressions/index.ts';

/** What expressions see. */
export interface TemplateInput {
  event: object;
  /** By the ids of earlier actions; only of those that succeeded. */
  results: Record<string, unknown>;
}

/** An object in which texts of the form `{{ expression }}` stand for what the expression selects. */
export interface InputTemplate {
  /** Rejects with ExpressionError. */
  render(input: TemplateInput): Promise<Record<string, unknown>>;
}

const WHOLE = /^\s*\{\{([\s\S]*)\}\}\s*$/;
const MAX_DEPTH = 20;
const MAX_VALUES = 1_000;
const BOUNDS = { timeoutMs: 100, maxDepth: 100, maxItems: 10_000 };

type Part = (input: TemplateInput) => unknown | Promise<unknown>;

/** Compiles a template. Throws ExpressionError, its message beginning with the path of the mistake. */
export function compileTemplate(template: Record<string, unknown>): InputTemplate {
  const part = compilePart(template, '', { values: 0 }, 0);
  return { render: async (input) => (await part(input)) as Record<string, unknown> };
}

/** A JSONata expression, bounded as one of a template. Throws ExpressionError. */
export function compileTemplateExpression(text: string): Expression {
  return compileExpression(text, BOUNDS);
}

function compilePart(value: unknown, path: string, seen: { values: number }, depth: number): Part {
  if (++seen.values > MAX_VALUES)
    throw new ExpressionError(`the template has more than ${MAX_VALUES} values`);
  if (depth > MAX_DEPTH)
    throw new ExpressionError(`the template is nested more than ${MAX_DEPTH} levels deep`);
  if (typeof value === 'string') return compileText(value, path);
  if (Array.isArray(value)) {
    const items = value.map((item, i) => compilePart(item, join(path, String(i)), seen, depth + 1));
    return (input) => Promise.all(items.map((item) => item(input)));
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(
      ([name, inner]) => [name, compilePart(inner, join(path, name), seen, depth + 1)] as const,
    );
    return async (input) => {
      const entries: [string, unknown][] = [];
      for (const [name, inner] of fields) {
        const rendered = await inner(input);
        // What selects nothing is left out, as it would be in JSONata.
        if (rendered !== undefined) entries.push([name, rendered]);
      }
      return Object.fromEntries(entries);
    };
  }
  return () => value;
}

function compileText(text: string, path: string): Part {
  const inner = WHOLE.exec(text)?.[1];
  if (inner === undefined) {
    if (text.includes('{{')) {
      throw new ExpressionError(
        `${path}: an expression must be the whole text; join texts inside it, as in {{ "Order " & event.data.id }}`,
      );
    }
    return () => text;
  }
  const expression = compileAt(inner, path);
  return (input) => expression.evaluate(input);
}

function compileAt(text: string, path: string): Expression {
  try {
    return compileTemplateExpression(text);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const at = error.position === undefined ? '' : ` at character ${error.position}`;
    throw new ExpressionError(`${path}: ${error.message}${at}`, { position: error.position });
  }
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
