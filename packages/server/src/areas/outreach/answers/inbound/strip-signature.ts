import { anyOf } from '../../terms/fold-letters.ts';

// What phones or mail programs append to every mail.
const DEVICE = anyOf(
  String.raw`^\s*(?:sent (?:from|via|with|using) (?:my |the )?|get outlook for|von (?:meinem|unterwegs)|gesendet (?:von|mit|aus)|envoyé (?:de|depuis|avec)|enviado (?:desde|do|de|a partir|con)|inviato (?:da|con)|verzonden (?:vanaf|met|van)|verstuurd vanaf|wysłan[eo] z|skickat från|sendt fra|lähetetty|iPhoneから送信)`,
  // In any language: a short line about the device.
  String.raw`^.{0,30}\b(?:iphone|ipad|android|outlook for ios|samsung|galaxy|blackberry|huawei|yahoo mail|proton ?mail)\b.{0,30}$`,
);

// Openings of company disclaimers. They speak of deleting and contacting, but mean this mail.
const DISCLAIMER = anyOf(
  String.raw`^\s*\W*(?:(?:this|the information in this|the contents of this) (?:e-?mail|message|communication|transmission)\b.{0,200}(?:confidential|intended|privileged)|(?:confidentiality|disclaimer|legal) notice|if you are not the (?:intended|named))`,
  String.raw`^\s*\W*(?:diese|der inhalt dieser) (?:e-?mail|nachricht)\b.{0,200}(?:vertraulich|bestimmt)`,
  String.raw`^\s*\W*ce (?:message|courriel|mail)\b.{0,200}confidentiel`,
  String.raw`^\s*\W*(?:este|el contenido de este) (?:mensaje|correo)\b.{0,200}confidencial|^\s*\W*(?:questo|il presente) messaggio\b.{0,200}(?:riservat|confidenzial)`,
  String.raw`^\s*\W*esta mensagem\b.{0,200}confidencia|^\s*\W*(?:dit|de informatie in dit) (?:bericht|e-?mail)\b.{0,200}vertrouwelijk`,
  String.raw`^\s*\W*(?:ta|niniejsza) wiadomość\b.{0,200}poufn|^\s*\W*(?:detta|denne) (?:meddelande|e-?post|mail|e-?mail)\b.{0,200}(?:konfident|fortrolig)|^\s*本メール.{0,40}(?:機密|秘密)`,
);

// A closing line; below it come name, company and slogans.
const CLOSING = anyOf(
  String.raw`^\s*(?:(?:kind|best|warm|many) (?:regards|wishes|thanks)|regards|sincerely|cheers|best|thx|thanks|thank you|yours(?: \w+)?|cordially|br|kr|rgds)[\s,.!]*$`,
  String.raw`^\s*(?:(?:mit )?(?:freundlichen?|besten?|herzlichen?|schönen?|viele|liebe|beste|freundliche) (?:grüßen?|gruss|grüsse|gruß)(?: aus .{2,30})?|mfg|lg|vg|gruß|grüße)[\s,.!]*$`,
  String.raw`^\s*(?:(?:bien )?cordialement|bien à vous|sincères salutations|(?:un )?(?:cordial )?saludos?(?: cordial(?:es)?)?|un saludo|atentamente|cordiali saluti|distinti saluti|saluti|atenciosamente|abraços?|abs|att|cumprimentos|met vriendelijke groet(?:en)?|mvg|groet(?:en|jes)?|gr)[\s,.!]*$`,
  String.raw`^\s*(?:pozdrawiam|z poważaniem|med vänlig(?:a)? hälsning(?:ar)?|vänliga hälsningar|mvh|hälsningar|(?:med )?venlig hilsen|(?:de bedste )?hilsner|hilsen|vennlig hilsen|terveisin)[\s,.!]*$`,
);
const POSTSCRIPT = /^\s*p\.? ?s\.?[\s:]/i;
/** Maximum lines after a closing. With more than that, the letter goes on. */
const BLOCK_LINES = 12;

/** The text of a folded mail without signatures and disclaimers. */
export function stripSignature(text: string): string {
  const lines = text.split('\n');
  const end = lines.findIndex(
    (line, i) => i > 0 && (/^-- ?$/.test(line) || DEVICE.test(line) || DISCLAIMER.test(line)),
  );
  return withoutBlock(end < 0 ? lines : lines.slice(0, end))
    .join('\n')
    .trim();
}

function withoutBlock(lines: readonly string[]): readonly string[] {
  const closing = lines.findIndex((line, i) => i > 0 && CLOSING.test(line));
  if (closing < 0 || lines.slice(closing).filter((line) => line.trim() !== '').length > BLOCK_LINES)
    return lines;
  const after = lines.slice(closing + 1);
  const postscript = after.findIndex((line) => POSTSCRIPT.test(line));
  return [...lines.slice(0, closing), ...(postscript < 0 ? [] : after.slice(postscript))];
}
