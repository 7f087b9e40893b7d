import { anyOf } from '../../../terms/fold-letters.ts';

/** Phrases of absence. They count as a notice only in mail that is automatic or short. */
export const AWAY = anyOf(
  String.raw`out of (?:the )?office|on (?:\w+ )?(?:leave|vacation|holidays?)\b|away (?:from (?:my|the) (?:desk|office|e-?mail)|until|till|this week)|limited access to (?:my )?e-?mail|no access to (?:my )?e-?mail|office is closed|(?:am|be) (?:travell?ing|away)\b`,
  'abwesen|nicht im (?:büro|haus)|außer haus|im urlaub|elternzeit|betriebsferien|dienstreise|geschäftsreise|(?:derzeit|zurzeit|momentan|leider) krank|erkrankt|krankheitsbedingt|meine vertretung',
  String.raw`absent[e]?\b|absence|en cong[ée]s?\b|en vacances|hors du bureau|en déplacement|fermée? pour (?:les )?(?:congés|vacances)|arrêt maladie`,
  'fuera de (?:la )?oficina|de vacaciones|ausente|ausencia|de viaje|baja (?:médica|por)|cerrad[oa]s? por vacaciones',
  'fuori (?:sede|ufficio)|in ferie|assente|in trasferta|chius[oai] per ferie|in malattia',
  'fora do escrit[óo]rio|de f[ée]rias|em viagem|de licença',
  'ausência|afwezig|niet op kantoor|met vakantie|met verlof|vakantie|ziekgemeld',
  '不在|休暇|休業|出張|外出しており|お休みをいただ',
  String.raw`\boof\b|\booo\b|(?:currently|presently) (?:away|out|travell?ing|unavailable)|unreachable|won'?t be (?:checking|reading|in the office)|on pto\b|sick leave|parental|maternity|paternity|sabbatical|bank holiday|away on\b|out (?:until|till|sick|today|this week)|be back (?:on|in|at|by)|(?:return|back) (?:to (?:the office|work)|in the office)|in my absence|not (?:be )?(?:available|reachable|in the office)`,
  'ausser haus|in den ferien|ferienhalber|auf reisen|mutterschutz|fortbildung|(?:nicht|bedingt|eingeschrankt) erreichbar|unterwegs und|nicht am (?:platz|arbeitsplatz)|wieder (?:im buro|fur sie da|erreichbar|zuruck)|ab dem .{1,30} (?:wieder|zuruck)|betriebsurlaub',
  'de retour|indisponible|conge (?:maternite|parental|paternite)|ne suis pas (?:au bureau|disponible|joignable)|injoignable',
  'no estare|estare (?:fuera|ausente|de vuelta)|licencia (?:por|de)|permiso de|vuelvo (?:el|a)|de regreso|mi ausencia',
  'non (?:saro|sono) (?:in ufficio|raggiungibile|disponibile|reperibile)|rientr[oae]|congedo|mia assenza',
  'ausente|estarei (?:fora|de ferias|ausente)|retorn[oae]|de volta|minha ausencia|licenca',
  String.raw`niet (?:aanwezig|bereikbaar|beschikbaar)|buiten kantoor|ouderschapsverlof|zwangerschapsverlof|weer (?:aanwezig|bereikbaar|terug)|mijn afwezigheid|er (?:even )?niet\b|vrij (?:tot|van)`,
  'urlop|nieobecn|poza biurem|zwolnieni|nie ma mnie|delegacj|przebywam',
  String.raw`semester|franvaro|inte pa (?:kontoret|plats)|tjanstledig|foraldraledig|pa resande|ledig\b|sjukskriven|ferie|fravaer|ikke pa (?:kontoret|jobb)|barsel|tilbage (?:den|igen|pa)|tillbaka (?:den|pa|igen)|tilbake (?:den|igjen|pa)|ater (?:den|pa|i tjanst)`,
  'lomalla|poissa|toimistolta|dovolen|mimo kancelar|szabadsag|concediu|izinde|otpusk|в отпуске|відпустц|отсутств|休假|出差|不在办公|휴가|부재',
);

/** Subject prefixes of automatic replies. */
export const AWAY_SUBJECT = anyOf(
  String.raw`^\W*(?:(?:automatic|auto)[ -]?(?:reply|response)|auto: ?out of|out of office|ooo\b|vacation\b|on (?:leave|vacation|holiday)`,
  'automatische antwort|abwesen',
  "réponse automatique|(?:message d['’])?absence",
  'respuesta automática|fuera de (?:la )?oficina|ausente',
  'risposta automatica|fuori (?:sede|ufficio)|assenza',
  'resposta automática|ausência|fora do escrit[óo]rio',
  'automatisch antwoord|afwezig',
  String.raw`oof\b|away\b|i am away|i'?m away|currently (?:away|out)|absent\b|not in the office|annual leave`,
  'ausser haus|nicht im (?:buro|haus)|urlaub|ferienabwesenheit|auto(?:matische)?[ -]?(?:reply|antwort)',
  'absent du bureau|en conges|hors du bureau|respuesta auto|en vacaciones|in ferie|assente|fora do|ausente|niet aanwezig|buiten kantoor',
  'autoodpowiedz|odpowiedz automatyczna|automatyczna odpowiedz|nieobecnos|urlop|poza biurem',
  'auto(?:matiskt?)?[ -]?s[vw]ar|franvaro|fravaer|semester|poissa|automaattinen|automaticka|v nepritomnosti|automatikus|raspuns automat|otomatik|автоответ|автоматич|自动回复|自動回覆|자동 ?(?:회신|응답)',
  '自動応答|不在)',
);

/** What automated mail says about itself. */
export const AUTOMATIC = anyOf(
  '(?:ticket|case|request) (?:has been |was )?(?:created|received|opened|registered)|we (?:have )?received your (?:message|e-?mail|request|enquiry|inquiry)|thank you for contacting|do not reply to this|mailbox is not monitored|unmonitored|this is an automat|(?:generated|sent) automatically|automatically (?:generated|sent)',
  'automatisch (?:erstellt|erzeugt|generiert|versendet|verschickt)|automatische (?:nachricht|e-?mail|antwort)|wir haben ihre (?:e-?mail|nachricht|anfrage) erhalten|(?:vorgangs|ticket)nummer|eingangsbestätigung',
  'message (?:est )?(?:généré )?automatique|nous avons bien reçu votre|accusé de réception|merci de ne pas (?:y )?répondre',
  'mensaje (?:es )?automático|hemos recibido su|no responda a este',
  'messaggio (?:generato )?automatic|generato automaticamente|abbiamo ricevuto (?:la )?(?:sua|il suo|tua)|presa in carico',
  'mensagem (?:é )?automática|recebemos (?:a )?sua|não responda (?:a )?este',
  'automatisch (?:gegenereerd|verzonden|bericht)|(?:hebben|is) (?:je|uw) (?:bericht|e-?mail|aanvraag) ontvangen|ontvangstbevestiging',
  '自動(?:送信|返信|応答|配信)|受け付けました|受付番号',
  String.raw`(?:we(?:'ve| have)?|just confirming (?:that )?we) (?:got|received) your (?:\w+ )?(?:request|e-?mail|message|enquiry|inquiry|note|ticket|case)|(?:your|the) (?:request|ticket|case|enquiry|inquiry|message|e-?mail)\b[^.\n]{0,40}\b(?:has been|was|is being) (?:received|logged|created|registered|reviewed|assigned)|thanks? (?:you )?for (?:contacting|writing in|getting in touch with (?:us|our)|reaching out to (?:us|our|the))|(?:will|we'?ll|someone)\b[^.\n]{0,60}(?:get back to you|respond|reply|be in touch)\b[^.\n]{0,25}(?:within|shortly|as soon as)|(?:within|in) \w+ (?:\w+ )?(?:hours|business days|working days)|type your reply above|help cent(?:er|re)|knowledge base|(?:mailbox|inbox|address|account)\b[^.\n]{0,30}(?:not|no longer|never) (?:being )?(?:read|monitored|checked|active|in use)|ticket (?:number|id|no)|reference number|(?:do not|don't|please do not) (?:reply|respond) to this`,
  "(?:verify|confirm|prove) that you(?: are|'re)|spam (?:source|filter|protection|arrest|blocker)|(?:challenge|whitelist|allow ?list|approved senders?)|(?:to (?:have|get) your (?:message|e-?mail) delivered|complete this verification|sender verification|click (?:the|this) link (?:below )?to (?:verify|confirm|release|deliver))|mail server requires|not a robot",
  String.raw`(?:ihre|deine) (?:anfrage|nachricht|e-?mail|mail|anliegen)\b[^.\n]{0,60}(?:eingegangen|erhalten|bearbeite|empfangen|registriert)|(?:bearbeiten|kummern)\b[^.\n]{0,60}(?:anliegen|anfrage|schnellst|umgehend|baldmoglichst)|(?:innerhalb|binnen) (?:von )?\w+ (?:\w+ )?(?:stunden|werktag|arbeitstag)|antworten sie (?:bitte )?nicht auf diese|nicht auf diese (?:e-?mail|nachricht)|(?:postfach|adresse|e-?mail)\b[^.\n]{0,40}nicht (?:mehr )?(?:gelesen|abgerufen|uberwacht|betreut|aktiv)|(?:ticket|vorgang|anfrage)[- ]?(?:nr|nummer|id|#)`,
  String.raw`(?:votre|ta) (?:demande|message|requete|e-?mail|courriel)\b[^.\n]{0,40}(?:enregistre|prise? en compte|bien (?:ete )?(?:recu|transmis))|(?:reviendra|reviendrons|repondrons|recontacterons)\b[^.\n]{0,40}(?:sous|dans|delais)|sous \d+ ?h|jours ouvr|ne pas repondre a ce`,
  String.raw`(?:tu|su|vuestro|vuestra) (?:solicitud|consulta|mensaje|peticion|correo)\b[^.\n]{0,50}(?:recibid|registrad|numero|tramit|atendid)|gracias por (?:contactar|ponerte en contacto|escribirnos|comunicar)|(?:responderemos|contactaremos|atenderemos)\b[^.\n]{0,40}(?:posible|breve|horas|dias)|no respond(?:a|as|er) (?:a )?este`,
  String.raw`(?:la )?(?:tua|sua|vostra) (?:richiesta|messaggio|segnalazione|e-?mail)\b[^.\n]{0,40}(?:ricevut|registrat|pres[ao] in carico|inoltrat)|(?:risponderemo|ricontatteremo)\b[^.\n]{0,40}(?:possibile|entro|ore)|non rispond(?:ere|ete) a quest|grazie per averci (?:contattat|scritt)`,
  String.raw`(?:sua|seu|tua) (?:solicitacao|mensagem|chamado|contato|e-?mail|pedido)\b[^.\n]{0,40}(?:recebid|registrad|abert|encaminhad)|(?:responderemos|retornaremos|entraremos em contato)\b[^.\n]{0,40}(?:breve|possivel|horas|dias)|obrigado por (?:entrar em contato|contatar)`,
  String.raw`(?:uw|je|jouw) (?:bericht|vraag|aanvraag|e-?mail|melding)\b[^.\n]{0,40}(?:ontvangen|geregistreerd|in behandeling)|(?:zo spoedig mogelijk|binnen \w+ (?:werkdag|uur))\b|niet te beantwoorden|reageer niet op|bedankt voor (?:uw|je) (?:bericht|e-?mail|aanvraag)[^.\n]{0,40}(?:nemen|streven)`,
  String.raw`wiadomosc (?:zostala )?(?:wygenerowana|wyslana) automatycznie|(?:otrzymalismy|zarejestrowalismy|przyjelismy)\b[^.\n]{0,30}(?:wiadomosc|zgloszenie|zapytanie)|(?:twoje|panstwa|pana|pani) (?:zgloszenie|wiadomosc|zapytanie)\b[^.\n]{0,40}(?:otrzymane|zarejestrowan|przyjet)|nie odpowiada\w* na t`,
  String.raw`(?:vi har|har) (?:mottagit|modtaget|mottatt)\b|(?:ditt|din|dit) (?:arende|meddelande|besked|henvendelse|forespor\w+|mail)\b[^.\n]{0,40}(?:mottag|modtag|mottatt|registrer)|automatiskt? (?:genererat|meddelande|svar|e-?post|generet|besked|melding)|arendenummer|sagsnummer|saksnummer|svara (?:inte|ej) (?:pa|till)|svar ikke pa`,
  '営業日以内|お問い?合わ?せ(?:を|内容).{0,12}(?:受け付け|確認|受領)|このメールに(?:は)?返信|自動で(?:配信|送信)|システムより',
);

/** Phrases for having left for good. */
export const GONE = anyOf(
  String.raw`no longer (?:with|work\w*|employed|at|part of)|(?:has|have|'ve|'s) left (?:the )?(?:company|firm|organi[sz]ation|business)|left the (?:company|firm|organi[sz]ation|business)|(?:has|have) retired|my last day|(?:mailbox|address|account|inbox)\b[^.\n]{0,30}(?:no longer|not) (?:being )?(?:read|monitored|checked|in use|active)`,
  'nicht mehr (?:im (?:unternehmen|hause)|bei|für .{0,40} tätig|tätig|beschäftigt)|(?:unternehmen|firma|haus) verlassen|ausgeschieden|im ruhestand|letzter arbeitstag',
  "ne (?:fait|fais|travaille) plus|plus (?:partie|au sein)|quitté (?:l'entreprise|la société|ses fonctions|mes fonctions)|retraite",
  String.raw`ya no (?:trabaj|form|est|pertenec)\p{L}*|dej[oóé] (?:la empresa|de trabajar)|jubil`,
  String.raw`non (?:lavor|fa|fac|è)\p{L}* più|ha lasciato|pensione`,
  String.raw`não (?:trabalh|faz|faço|está|pertence)\p{L}* mais|deixou (?:a empresa|de trabalhar)|aposent`,
  '(?:niet (?:meer|langer) (?:werkzaam|in dienst)|werkt niet meer|uit dienst|met pensioen)',
  String.raw`(?:już )?nie pracuj\p{L}*|odszed\p{L}*|zakończył\p{L}* (?:pracę|współpracę)`,
  '(?:arbetar|jobbar) inte längre|har slutat|arbejder ikke længere|er stoppet|jobber ikke lenger|har sluttet|pension',
  '退職|退社|在籍しておりません',
);
