// What a telephone writes below every mail.
const DEVICE =
  /^\s*(?:sent (?:from|via|with) (?:my |the )?|get outlook for|von (?:meinem|unterwegs)|gesendet (?:von|mit)|envoyé (?:de|depuis)|enviado (?:desde|do|de|a partir)|inviato da|verzonden (?:vanaf|met)|verstuurd vanaf|iPhoneから送信)/i;

// The beginnings of what firms write below every mail. It speaks of deleting and contacting, and means this mail.
const DISCLAIMER =
  /^\s*(?:\W*)(?:(?:this|the information in this|the contents of this) (?:e-?mail|message|communication|transmission)\b.{0,200}(?:confidential|intended|privileged)|(?:confidentiality|disclaimer|legal) notice|if you are not the (?:intended|named)|(?:diese|der inhalt dieser) (?:e-?mail|nachricht)\b.{0,200}(?:vertraulich|bestimmt)|ce (?:message|courriel|mail)\b.{0,200}confidentiel|(?:este|el contenido de este) (?:mensaje|correo)\b.{0,200}confidencial|(?:questo|il presente) messaggio\b.{0,200}(?:riservat|confidenzial)|esta mensagem\b.{0,200}confidencia|(?:dit|de informatie in dit) (?:bericht|e-?mail)\b.{0,200}vertrouwelijk|本メール.{0,40}(?:機密|秘密))/i;

/** The words of a mail without what its program or its firm writes below all of them. */
export function stripSignature(text: string): string {
  const lines = text.split('\n');
  const end = lines.findIndex(
    (line, i) => i > 0 && (/^-- ?$/.test(line) || DEVICE.test(line) || DISCLAIMER.test(line)),
  );
  return (end < 0 ? lines : lines.slice(0, end)).join('\n').trim();
}
