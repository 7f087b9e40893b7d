import type { Annotation } from '../../../ir/ir.ts';

/** The bounds that validation enforces: `@Min(1) @Max(100)`, `[Range(1, 100)]`. */
export function boundsOf(annotations: readonly Annotation[]): { lo?: number; hi?: number; isHeld?: boolean } {
  let bounds: { lo?: number; hi?: number; isHeld?: boolean } = {};
  for (const { name, args } of annotations) {
    const numbers = [...args.matchAll(/(?<![\w"'.])-?\d[\d_]*(?:\.\d+)?/g)].map(([text]) =>
      Number(text.replaceAll('_', '')),
    );
    const [first, second] = numbers;
    if (/^(?:Min|DecimalMin)$/.test(name)) bounds = { ...bounds, ...(first !== undefined && { lo: first }) };
    else if (/^(?:Max|DecimalMax)$/.test(name))
      bounds = first === undefined ? { ...bounds, isHeld: true } : { ...bounds, hi: first };
    else if (name === 'Positive' || name === 'PositiveOrZero')
      bounds = { ...bounds, lo: name === 'Positive' ? 1 : 0 };
    else if (name === 'Range')
      bounds =
        first === undefined || second === undefined
          ? { ...bounds, isHeld: true }
          : { ...bounds, lo: Math.min(first, second), hi: Math.max(first, second) };
  }
  return bounds;
}
