/** Whether an expression inserts a record's field or a variable into markup unchanged. */
export function isDataInMarkup(expression: string): boolean {
  const text = expression.trim();
  if (isMadeSafe(text)) return false;
  const plain = text.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, '');
  if (/^`/.test(text)) return /\$\{[^}]*\w[.[][^}]*\}/.test(text);
  return /[A-Za-z_$][\w$]*(?:\[[^\]]*\])?\.(?!length\b)[A-Za-z_]\w*\s*(?![\w(])/.test(plain);
}

/** Whether the expression is sanitized, translated or made by a template of the code. */
export function isMadeSafe(expression: string): boolean {
  return /sanitize|purify|escape|encode|textContent|\bt\(|i18n|translate|__\(|render\w*\(|template|innerHTML|outerHTML|\bicon|svg/i.test(
    expression,
  );
}
