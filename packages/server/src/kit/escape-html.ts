/** A text for HTML, between tags. Examples in JSON are full of quotation marks, which mean nothing there. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A text for HTML, between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;');
}
