// The line with which mail programs begin what they quote, in several languages.
const ATTRIBUTION = [
  /^\s*On .{5,200} wrote:\s*$/,
  /^\s*Am .{5,200} schrieb.{0,200}:\s*$/,
  /^\s*Le .{5,200} a écrit\s*:\s*$/,
  /^\s*El .{5,200} escribió\s*:\s*$/,
  /^\s*Il .{5,200} ha scritto\s*:\s*$/,
  /^\s*Em .{5,200} escreveu\s*:\s*$/,
  /^\s*Op .{5,200} schreef.{0,200}:\s*$/,
  /^\s*\d{4}年\d{1,2}月\d{1,2}日.{0,200}[:：]\s*$/,
  /^\s*-{2,}\s*(?:Original Message|Ursprüngliche Nachricht|Message d'origine|Mensaje original|Messaggio originale|Mensagem original|Oorspronkelijk bericht|元のメッセージ)\s*-{2,}/i,
  /^\s*_{10,}\s*$/,
  /^\s*(?:From|Von|De|Da|Van|差出人)\s*:\s.+@.+/,
];

/** The part of a reply that its writer wrote: without quoted lines and what stands below an attribution. */
export function stripQuotes(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const kept: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    // An attribution may be broken over two lines.
    const pair = `${line} ${lines[i + 1] ?? ''}`;
    if (ATTRIBUTION.some((form) => form.test(line) || (kept.length > 0 && form.test(pair)))) break;
    if (/^\s*>/.test(line)) continue;
    kept.push(line);
  }
  const own = kept.join('\n').trim();
  return own === '' ? text.trim() : own;
}
