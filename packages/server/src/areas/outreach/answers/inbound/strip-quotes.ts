// Attribution lines that mail programs put above a quote, in several languages.
const ATTRIBUTION = [
  /^\s*On .{5,200} wrote:\s*$/,
  /^\s*Am .{5,200} schrieb.{0,200}:\s*$/,
  /^\s*Le .{5,200} a écrit\s*:\s*$/,
  /^\s*El .{5,200} escribió\s*:\s*$/,
  /^\s*Il .{5,200} ha scritto\s*:\s*$/,
  /^\s*Em .{5,200} escreveu\s*:\s*$/,
  /^\s*Op .{5,200} schreef.{0,200}:\s*$/,
  /^\s*\d{4}年\d{1,2}月\d{1,2}日.{0,200}[:：]\s*$/,
  // In any language: it contains the sender's address or a time, and ends in a colon.
  /^(?=.*(?:<[^<>\s]+@[^<>\s]+>|\b\d{1,2}[:.]\d{2}\b))(?=.*\b\d{4}\b).{10,250}[:：]\s*$/,
  /^\s*[-_*]{2,}\s*(?:Original Message|Ursprüngliche Nachricht|Message d'origine|Mensaje original|Messaggio originale|Mensagem original|Oorspronkelijk bericht|元のメッセージ)\s*[-_*]{2,}/i,
  /^\s*-{4,}\s*\p{L}[\p{L} .'’]{5,60}\s*-{4,}\s*$/u,
  /^\s*_{10,}\s*$/,
  /^\s*(?:From|Von|De|Da|Van|差出人)\s*:\s.+@.+/,
];
/** `Sent: …`: a header field of the quoted mail, under any name. */
const FIELD = /^\s*\*?\p{Lu}\p{L}{0,14}(?: \p{L}{1,10})?\*?\s?[:：]\*?\s+\S/u;
const MARKED = /^\s*>/;

/**
 * The part of a reply its author wrote: without quoted lines and anything below an attribution. Empty when
 * everything is quoted: the other side's words are not an answer.
 */
export function stripQuotes(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const kept: string[] = [];
  for (const [i, line] of lines.entries()) {
    // An attribution may wrap onto a second line.
    const pair = `${line} ${lines[i + 1] ?? ''}`;
    if (ATTRIBUTION.some((form) => form.test(line) || (kept.length > 0 && form.test(pair)))) {
      if (kept.some((one) => one.trim() !== '')) break;
      // The whole answer is below: only lines marked as quoted are dropped.
      continue;
    }
    if (beginsFields(lines, i) && kept.some((one) => one.trim() !== '')) break;
    if (MARKED.test(line) || leadsToMarked(line, lines.slice(i + 1, i + 4))) continue;
    kept.push(line);
  }
  return kept.join('\n').trim();
}

/** The header block of the quoted mail: three fields in a row, one with an address. */
function beginsFields(lines: readonly string[], i: number): boolean {
  const block = lines.slice(i, i + 3);
  return (
    block.length === 3 && block.every((line) => FIELD.test(line)) && block.some((line) => /@/.test(line))
  );
}

/** A line ending in a colon right above quoted lines introduces the quote. */
function leadsToMarked(line: string, following: readonly string[]): boolean {
  if (!/[:：]\s*$/.test(line)) return false;
  const next = following.find((one) => one.trim() !== '');
  return next !== undefined && MARKED.test(next);
}
