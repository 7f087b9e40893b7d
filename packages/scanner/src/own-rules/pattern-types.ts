/**
 * `(Type $X)` in Java, C, C# and Dart, and `($X: Type)` in Go, TypeScript, Swift and Scala, where an expression is
 * expected.
 */
export function extractTypes(language: string, pattern: string, types: Map<string, string>): string {
  const isAfter = /^(?:Go|Swift|Scala)$|Script|TSX/.test(language);
  const form = isAfter
    ? /(?<![\w$)\]])\(\s*(\$[A-Z_]\w*)\s*:\s*([\w.*[\]<>]+)\s*\)(?!\s*(?:=>|\{))/g
    : /(?<![\w$)\]>])\(\s*([\w.]+(?:<[\w., ?]*>)?(?:\[\])*[\s*]+)(\$[A-Z_]\w*)\s*\)(?!\s*(?:->|=>|\{))/g;
  if (!isAfter && !/^(?:Java|C#|C|C\+\+|Dart)$/.test(language)) return pattern;
  return pattern.replace(form, (whole, a: string, b: string) => {
    const [name, type] = isAfter ? [a, b] : [b, a];
    if (/^(?:return|new|throw|await|in|case)\s*$/.test(type)) return whole;
    types.set(name.slice(1), type.replace(/\s+/g, ''));
    return name;
  });
}
