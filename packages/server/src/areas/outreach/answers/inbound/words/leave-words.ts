import { anyOf } from '../../../terms/fold-letters.ts';

/** Opt-out phrases. A match suppresses the address, so only phrases that mean nothing else belong here. */
export const LEAVE = anyOf(
  String.raw`\bunsubscribe\b|\bopt(?:ed)?[ -]?(?:me |us )?out\b|(?:remove|delete|erase|take) (?:me|us|my|our|this|the) (?:[\w-]+ ){0,3}?(?:off|out|from|data|details|address|e-?mail|contact)|\bremove (?:me|us)\b|take (?:me|us) off|stop (?:e-?mailing|writing|contacting|spamming|these|mailing)|stop sending(?= (?:me|us|these|this|those|any|more|your|e-?mails?|mails?|messages?|spam|it|to\b)|[.!]|$)|(?:do not|don['’]t|never) (?:ever )?(?:contact|e-?mail|write|mail|message)(?: to)? (?:me|us)\b|(?:do not|don['’]t) (?:send|contact) (?:me |us )?(?:again|any)|no (?:more|further) (?:e-?)?(?:mails?|messages?)`,
  'abmelden|austragen|abbestellen|(?:aus|von) (?:ihrem|dem|ihrer|der) (?:e-?mail-?)?(?:verteiler|liste|mailingliste)|keine (?:weiteren |weitere )?(?:werbe|werbung|e-?mails?|mails?|nachrichten)|nicht mehr (?:kontaktieren|anschreiben|schreiben|anmailen)|(?:schreiben|kontaktieren|mailen) sie (?:mir|uns|mich) (?:bitte )?nicht|löschen sie (?:bitte )?(?:meine|unsere)|widerspreche|werbewiderspruch',
  String.raw`désinscri|désabonn|(?:me|nous) (?:retirer|supprimer|enlever)|(?:retirez|supprimez|enlevez)[- ](?:moi|nous|mon|mes|notre)|supprimer (?:mon|mes|notre|nos) |ne plus (?:me |nous )?(?:contacter|recevoir|écrire|envoyer|être)|ne (?:me |nous |m['’])?(?:contactez|écrivez|envoyez) plus|(?:souhait\w+|veux|désir\w+) plus (?:être|recevoir)`,
  String.raw`\b(?:dar|den|de|dad)(?:me|nos)? de baja|\bdarse de baja|(?:quit|borr|elimin|suprim)\w*(?:me|nos)?\b.{0,25}(?:lista|datos|base|registro|direcci)|no (?:me |nos )?(?:env[ií]en?|escriban?|contacten?|manden?)\b|no (?:quiero|queremos|deseo|deseamos) (?:recibir|más)`,
  String.raw`disiscri|cancell\w*(?:mi|ci)\b|cancell\w+ .{0,25}(?:lista|indirizzo|iscrizione|dati)|non (?:mi |ci )?(?:contatt|scriv|invi)\w+|non (?:desider|vogli)\w+ (?:più )?ricevere|rimuov\w+ .{0,25}(?:lista|indirizzo)`,
  String.raw`descadastr|cancelar (?:a )?(?:minha )?inscri|remov(?:a|am|er|e)\b.{0,30}(?:lista|e-?mail|cadastro|endereço)|não (?:quer|desej)\w+ (?:mais )?receber|não (?:me |nos )?(?:contat|escrev|envi|mand)\w+|sair (?:da|desta) lista`,
  String.raw`uitschrijven|uit te schrijven|afmelden|(?:adres|gegevens|mij|me|ons)\b.{0,25}\bverwijder|verwijder\w*\b.{0,25}(?:adres|gegevens|mij|me|ons)\b|geen (?:e-?)?(?:mails?|berichten) meer|niet meer (?:mailen|benaderen|contacteren|schrijven)`,
  '配信(?:を)?(?:停止|不要|解除|中止)|(?:メール|ご?案内|ご?連絡|営業)(?:は|を|の)?.{0,8}(?:送らないで|送信しないで|送付しないで|不要です|お断り|控えて|やめて)|(?:リスト|名簿|登録).{0,8}(?:削除|外して|解除)|解除(?:して|を)|送らないで|送信しないで|(?:メール|連絡)しないで|二度と',
  String.raw`(?:take|get|pull|cut|leave) me (?:out|off) (?:of )?|\b(?:erasure|deletion|removal) of (?:my|our|all)|right to (?:be forgotten|erasure|object)|article (?:17|21)\b|\bart\.? ?(?:17|21)\b|(?:revoke|withdraw) (?:my|our|any) consent|lose my (?:e-?mail|address|number)|leave (?:me|us) alone|(?:quit|cease|refrain from) (?:e-?mailing|mailing|contacting|messaging|writing|spamming)|(?:not|never) (?:authori[sz]ed|allowed|permitted) to (?:use|contact|e-?mail|hold|keep|write)|never (?:agreed|consented|signed up|subscribed|opted)|did(?: not|n't) (?:sign up|subscribe|opt in)|mark(?:ed|ing)? (?:this |you |it )?as spam|report(?:ed|ing)? (?:this |you |it )?(?:as spam|for spam)|(?:don't|do not|stop|never) (?:\w+ )?(?:e-?mail|contact|write|message|spam)(?:ing)? (?:me|us|this)|no more (?:of (?:this|these)|mails?|e-?mails?|messages?|follow)`,
  String.raw`(?:nehmt|nimm|nehmen sie|streichen|streicht|entfernen|entfernt|loschen|loscht)\b[^.\n]{0,40}(?:verteiler|liste|adresse|daten|kontakt|raus|heraus)|(?:keine|nie wieder|nicht mehr|kein)\b[^.\n]{0,25}(?:mails?|e-?mails?|post|newsletter|werbung|nachrichten|zusendung)|(?:lassen sie|lasst) mich in ruhe|h[oö]r(?:en sie|t)?\b[^.\n]{0,10}\bauf\b[^.\n]{0,20}(?:schreib|mail|kontakt|send|schick|spam)|dsgvo|auskunft nach|widerruf\w* (?:ich )?(?:meine|jede|die) (?:einwilligung|zustimmung)|\babmeld(?:en|ung)|nicht (?:mehr|weiter) (?:an)?(?:geschrieben|kontaktiert|belastigt)|unerwunscht`,
  String.raw`ne plus (?:m'|nous |me )?(?:envoyer|ecrire|contacter|solliciter|importuner|recevoir)|(?:cessez|arretez|stoppez)\b[^.\n]{0,30}(?:envo|ecrir|mail|messages|contact|sollicit)|n[e'] ?(?:m'|me |nous )?(?:ecrivez|envoyez|contactez|sollicitez|importunez) plus|rgpd|plus (?:aucun|de) (?:mails?|e-?mails?|courriels?|messages?)|laissez[- ](?:moi|nous) tranquille`,
  String.raw`(?:elimin|borr|quit|suprim|sac)\p{L}*\b[^.\n]{0,30}(?:lista|base|datos|correo|registro|contacto)|no (?:me |nos )?(?:vuelv|siga|sigan|escrib|mand|envi|contact|molest)\p{L}*|dej(?:e|en|a|ad) de (?:escrib|mand|envi|contact|molest)\p{L}*|(?:darme|darnos|dame|deme|denme) de baja|ningun correo mas|no mas (?:correos|mensajes|emails)|rgpd|dejarme en paz`,
  String.raw`non (?:mi |ci )?(?:inviar|mandar|scriver|contattar)\p{L}*\b|(?:smett|cess|finit)\p{L}*\b[^.\n]{0,30}(?:scriver|mandar|inviar|contattar)\p{L}*|(?:togli|rimuov|cancell|elimin)\p{L}*\b[^.\n]{0,30}(?:lista|dati|indirizzo|mailing|database|contatt)|niente (?:piu )?(?:mail|email|pubblicita)|basta (?:mail|email|messaggi)|non (?:desider|vogl)\p{L}* (?:piu )?(?:ricevere|essere contattat)`,
  String.raw`(?:retir|remov|exclu|tir|apagu?)\p{L}*\b[^.\n]{0,30}(?:lista|base|dados|cadastro|e-?mail|mailing)|(?:parem|pare|parar|deixem?) de (?:me |nos )?(?:mandar|enviar|escrever|contatar|contactar)|nao (?:me |nos )?(?:mand|envi|escrev|contat|contact)\p{L}* mais|nao quero (?:mais )?(?:receber|esses|estes)|lgpd|descadastr`,
  String.raw`(?:stop|hou op|ophouden)\b[^.\n]{0,20}(?:mailen|sturen|berichten|e-?mails?|benaderen)|(?:haal|schrap|verwijder)\p{L}*\b[^.\n]{0,40}(?:lijst|bestand|gegevens|adres|database)|geen (?:\w+ )?(?:e-?)?(?:mails?|berichten|post)\b[^.\n]{0,20}(?:meer|ontvangen)|niet (?:meer|langer) (?:\w+ )?(?:ontvangen|gemaild|benaderd|mailen)|laat me met rust|\bavg\b`,
  String.raw`wypis\p{L}*|usun\p{L}*\b[^.\n]{0,40}(?:adres|dane|list|baz|mail)|usuniecie\b[^.\n]{0,40}(?:adres|dan|list|baz|mail)|(?:nie|przesta\p{L}*|prosze nie) (?:\p{L}+ ){0,2}(?:wysyla\p{L}*|pisa\p{L}*|kontaktowa\p{L}*|przysyla\p{L}*)|rezygnuje z (?:subskrypcji|newslettera|otrzymywania)|nie (?:zycze|chce|wyrazam)\b[^.\n]{0,40}(?:otrzymyw|wiadomosci|maili|zgody|kontakt)|rodo\b`,
  String.raw`avregistrera|avprenumerera|avanmal|(?:ta|stryk|radera|tag)\b[^.\n]{0,20}\b(?:bort|mig|min|mina)\b[^.\n]{0,30}(?:lista|register|utskick|adress|uppgifter)|sluta (?:mejla|maila|skicka|kontakta|skriva)|(?:inte|inga) (?:\p{L}+ )?(?:fler|mer) (?:mejl|mail|utskick|e-?post)|(?:vill|onskar) (?:inte|ej) (?:\p{L}+ ){0,2}(?:fler|ha|fa|motta)|afmeld\p{L}*|slet (?:mig|min|mine|meg)|fjern (?:mig|min|meg|oss|os)|stop med at (?:skrive|sende|maile|kontakte)|slutt (?:a|med) (?:sende|skrive|maile|kontakte)|meld (?:meg|mig) av|ikke (?:flere|kontakt|skriv|send)`,
  'poistakaa|peruuta tilaus|odhlasit|nezasilejte|leiratkoz|dezabon|aboneliktenc?i? (?:cik|iptal)|отпис|удалите|не (?:пишите|присылайте|беспокойте)|退订|取消订阅|不要再(?:发|发送|联系)|수신 ?거부|보내지 ?마',
);

/** A single word has long been how people answer mailing lists; polite words around it change nothing. */
export const LEAVE_ALONE = anyOf(
  String.raw`^(?:please|pls|bitte|svp|merci|por favor|per favore|graag|thanks?|danke|gracias|grazie|obrigad[oa]|[\s\p{P}])*(?:unsubscribe|stop|remove(?: me)?|opt[ -]?out|cancel|abmelden|raus|wypisz|wypisac|avsluta|avregistrera|afmeld|avmeld|poista|odhlasit|cancelar|basta|abmeldung|austragen|löschen|baja|désabonner|désinscription|désinscrire|cancellami|disiscrivimi|cancellazione|descadastrar|remover|uitschrijven|afmelden|配信停止|停止)(?: me)?(?:please|pls|bitte|svp|merci|por favor|per favore|thanks?|thank you|danke|gracias|grazie|obrigad[oa]|[\s\p{P}])*$`,
);

// Verbs of ending and removing, and their objects: together in one sentence they are an opt-out, however
// phrased.
const END = anyOf(
  String.raw`\b(?:remov|delet|eras|drop|tak|strik|cancel|purg|wip|scrub|ceas|stop|end|quit|discontinu|refrain)\w*|\boff\b`,
  String.raw`\b(?:streich|lösch|entfern|nehm|nimm|unterlass|beend|stopp|einstell|sperr)\w*|\bstellen sie\b`,
  String.raw`\b(?:retir|supprim|effac|enlev|cess|arrêt|ray|radi)\w*`,
  String.raw`(?<!\p{L})(?:quit|borr|elimin|saqu|sác|suprim|dej|ces|par[ea])\p{L}*`,
  String.raw`\b(?:cancell|togli|tolg|rimuov|elimin|smett|cess)\w*`,
  String.raw`\b(?:remov|tir[ae]|exclu|apag|par(?:e|ar|em)\b|cancel|delet)\w*`,
  String.raw`\b(?:verwijder|haal|schrap|wis\b|stop)\w*`,
  '削除|外し|止め|停止|やめ|消去|消して|解除|控え',
  String.raw`(?<!\p{L})(?:usun|wypis|wykres|przesta|zaprzesta|skres)\p{L}*|\b(?:ta bort|radera|stryk|sluta|upphor|slet|fjern|slutt|stopp)\w*`,
);

const ENDED = anyOf(
  String.raw`(?:your|the|this|that|any|all|every) (?:[\w-]+ )?(?:list|database|records?|system|mailing|newsletter|crm)\b|\b(?:my|our) (?:[\w-]+ )?(?:data|details|address|e-?mail|information|contact|inbox|name)\b|(?:e-?mailing|mailing|contacting|messaging|writing|spamming|bothering|sending)\b|(?:all|any|further|future|these|more) (?:further |future )?(?:e-?mails?|messages?|communications?|contact|correspondence|solicitation)|everything (?:you )?(?:hold|have|store)`,
  String.raw`verteiler|(?:ihre|der|dieser|mailing)r? ?liste|(?:meine|unsere)\w* (?:[\p{L}-]+ )?(?:daten|adresse|mailadresse)|werbung|werbemails?|zusendung|newsletter|(?:diese|weitere)\w* (?:e-?mails?|mails?|nachrichten)`,
  '(?:votre|vos|la|cette|de) (?:liste|base|fichiers?)|(?:mon|mes|notre|nos) (?:adresse|coordonnées|données|e-?mail)|(?:tout|vos|ces|les) (?:envois?|messages?|e-?mails?|mails?|sollicitations?)',
  String.raw`(?:su|la|esta|vuestra|sus) (?:lista|base)|(?:mis?|nuestr[oa]s?) (?:datos|correos?|direcci\p{L}+)|(?:de )?(?:enviar|mandar|escribir)(?:me|nos)|(?:estos|más) (?:correos|mensajes)`,
  '(?:vostra|sua|dalla|dalle|questa) (?:lista|liste|mailing)|(?:mi(?:o|ei)|nostr[oi]) (?:indirizzo|dati|contatto)|(?:scriver|contattar|mandar|inviar)(?:mi|ci)',
  '(?:sua|da|desta|dessa) (?:lista|base)|(?:meus?|nossos?) (?:dados|e-?mails?|contatos?)|(?:me|nos) (?:mandar|enviar|escrever)|(?:esses|mais) (?:e-?mails?|mensagens)',
  String.raw`(?:jullie|uw|de|deze|van de) (?:\w+)?(?:lijst|bestand|database)|(?:mijn|ons) (?:\w+)?(?:adres|gegevens|e-?mail)|(?:met|van) (?:mailen|berichten)`,
  'リスト|名簿|メール|ご?案内|配信|個人情報|アドレス|送信',
  String.raw`(?:waszej|panstwa|tej|swojej|mailingow\p{L}*) (?:list|baz)\p{L}*|(?:moj|moje|mojego|moich|nasz|nasze) (?:adres|dane|danych|mail)\p{L}*|wysylan\p{L}*|\b(?:er|eran?|denna|listan|sandlista|utskick|register)\w*\b|\b(?:min|mina|mitt|mine|vara) (?:adress|uppgifter|data|e-?post|mejl|mailadresse|oplysninger|opplysninger)\w*`,
);

/** Whether a sentence asks to end the mails or delete the author's data. */
export function asksToEnd(text: string): boolean {
  return text
    .split(/[.!?。！？\n]+/)
    .some(
      (sentence) =>
        sentence.length < 200 && END.test(sentence) && ENDED.test(sentence) && !OF_A_THING.test(sentence),
    );
}

// Asking what a product can stop or delete is not an opt-out.
const OF_A_THING = /^\s*(?:can|could|does|do|will|would|is|are) (?:it|they|the|your)\b/i;
