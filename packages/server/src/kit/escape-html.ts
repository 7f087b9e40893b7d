/** Escapes text for HTML between tags. Quotation marks stay: they mean nothing there, and JSON examples are full of them. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Escapes text for HTML, between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;');
}
