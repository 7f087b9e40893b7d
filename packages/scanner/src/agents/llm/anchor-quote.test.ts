import { describe, expect, it } from 'vitest';
import { anchorQuote } from './anchor-quote.ts';

describe('a quote', () => {
  const text = 'a();\nif (x)  {\n  run(x);\n}\nrun(x);\n';

  it('is found with different whitespace', () => {
    expect(anchorQuote(text, 'if (x) { run(x); }')?.line).toBe(2);
  });

  it('that occurs twice is located by its claimed line, and otherwise not at all', () => {
    expect(anchorQuote(text, 'run(x);')).toBeUndefined();
    expect(anchorQuote(text, 'run(x);', 5)?.line).toBe(5);
    expect(anchorQuote(text, 'run(x);', 4)).toBeUndefined();
  });
});
