/** A pattern of several languages, written one below the other so that each can be read. */
const anyOf = (...languages: readonly string[]) => new RegExp(languages.join('|'), 'iu');

/** Somebody is away. Taken for a notice only where it is automatic, or as short as one. */
export const AWAY = anyOf(
  String.raw`out of (?:the )?office|on (?:\w+ )?(?:leave|vacation|holidays?)\b|away (?:from (?:my|the) (?:desk|office|e-?mail)|until|till|this week)|limited access to (?:my )?e-?mail|no access to (?:my )?e-?mail|office is closed|(?:am|be) (?:travell?ing|away)\b`,
  'abwesen|nicht im (?:büro|haus)|außer haus|im urlaub|elternzeit|betriebsferien|dienstreise|geschäftsreise|(?:derzeit|zurzeit|momentan|leider) krank|erkrankt|krankheitsbedingt|meine vertretung',
  String.raw`absent[e]?\b|absence|en cong[ée]s?\b|en vacances|hors du bureau|en déplacement|fermée? pour (?:les )?(?:congés|vacances)|arrêt maladie`,
  'fuera de (?:la )?oficina|de vacaciones|ausente|ausencia|de viaje|baja (?:médica|por)|cerrad[oa]s? por vacaciones',
  'fuori (?:sede|ufficio)|in ferie|assente|in trasferta|chius[oai] per ferie|in malattia',
  'fora do escrit[óo]rio|de f[ée]rias|em viagem|de licença',
  'ausência|afwezig|niet op kantoor|met vakantie|met verlof|vakantie|ziekgemeld',
  '不在|休暇|休業|出張|外出しており|お休みをいただ',
);

/** Programs write these before the subject that they answer. */
export const AWAY_SUBJECT = anyOf(
  String.raw`^\W*(?:(?:automatic|auto)[ -]?(?:reply|response)|auto: ?out of|out of office|ooo\b|vacation\b|on (?:leave|vacation|holiday)`,
  'automatische antwort|abwesen',
  "réponse automatique|(?:message d['’])?absence",
  'respuesta automática|fuera de (?:la )?oficina|ausente',
  'risposta automatica|fuori (?:sede|ufficio)|assenza',
  'resposta automática|ausência|fora do escrit[óo]rio',
  'automatisch antwoord|afwezig',
  '自動応答|不在)',
);

/** What machines say of themselves. */
export const AUTOMATIC = anyOf(
  '(?:ticket|case|request) (?:has been |was )?(?:created|received|opened|registered)|we (?:have )?received your (?:message|e-?mail|request|enquiry|inquiry)|thank you for contacting|do not reply to this|mailbox is not monitored|unmonitored|this is an automat|(?:generated|sent) automatically|automatically (?:generated|sent)',
  'automatisch (?:erstellt|erzeugt|generiert|versendet|verschickt)|automatische (?:nachricht|e-?mail|antwort)|wir haben ihre (?:e-?mail|nachricht|anfrage) erhalten|(?:vorgangs|ticket)nummer|eingangsbestätigung',
  'message (?:est )?(?:généré )?automatique|nous avons bien reçu votre|accusé de réception|merci de ne pas (?:y )?répondre',
  'mensaje (?:es )?automático|hemos recibido su|no responda a este',
  'messaggio (?:generato )?automatic|generato automaticamente|abbiamo ricevuto (?:la )?(?:sua|il suo|tua)|presa in carico',
  'mensagem (?:é )?automática|recebemos (?:a )?sua|não responda (?:a )?este',
  'automatisch (?:gegenereerd|verzonden|bericht)|(?:hebben|is) (?:je|uw) (?:bericht|e-?mail|aanvraag) ontvangen|ontvangstbevestiging',
  '自動(?:送信|返信|応答|配信)|受け付けました|受付番号',
);

/** Somebody wants no more mail. It suppresses the address: these are only words that mean nothing else. */
export const LEAVE = anyOf(
  String.raw`\bunsubscribe\b|\bopt(?:ed)?[ -]?(?:me |us )?out\b|(?:remove|delete|erase|take) (?:me|us|my|our|this|the) (?:[\w-]+ ){0,3}?(?:off|out|from|data|details|address|e-?mail|contact)|\bremove (?:me|us)\b|take (?:me|us) off|stop (?:e-?mailing|writing|contacting|sending|spamming|these|mailing)|(?:do not|don['’]t|never) (?:ever )?(?:contact|e-?mail|write|mail|message)(?: to)? (?:me|us)\b|(?:do not|don['’]t) (?:send|contact) (?:me |us )?(?:again|any)|no (?:more|further) (?:e-?)?(?:mails?|messages?)`,
  'abmelden|austragen|abbestellen|(?:aus|von) (?:ihrem|dem|ihrer|der) (?:e-?mail-?)?(?:verteiler|liste|mailingliste)|keine (?:weiteren |weitere )?(?:werbe|werbung|e-?mails?|mails?|nachrichten)|nicht mehr (?:kontaktieren|anschreiben|schreiben|anmailen)|(?:schreiben|kontaktieren|mailen) sie (?:mir|uns|mich) (?:bitte )?nicht|löschen sie (?:bitte )?(?:meine|unsere)|widerspreche|werbewiderspruch',
  String.raw`désinscri|désabonn|(?:me|nous) (?:retirer|supprimer|enlever)|(?:retirez|supprimez|enlevez)[- ](?:moi|nous|mon|mes|notre)|supprimer (?:mon|mes|notre|nos) |ne plus (?:me |nous )?(?:contacter|recevoir|écrire|envoyer|être)|ne (?:me |nous |m['’])?(?:contactez|écrivez|envoyez) plus|(?:souhait\w+|veux|désir\w+) plus (?:être|recevoir)`,
  String.raw`\b(?:dar|den|de|dad)(?:me|nos)? de baja|\bdarse de baja|(?:quit|borr|elimin|suprim)\w*(?:me|nos)?\b.{0,25}(?:lista|datos|base|registro|direcci)|no (?:me |nos )?(?:env[ií]en?|escriban?|contacten?|manden?)\b|no (?:quiero|queremos|deseo|deseamos) (?:recibir|más)`,
  String.raw`disiscri|cancell\w*(?:mi|ci)\b|cancell\w+ .{0,25}(?:lista|indirizzo|iscrizione|dati)|non (?:mi |ci )?(?:contatt|scriv|invi)\w+|non (?:desider|vogli)\w+ (?:più )?ricevere|rimuov\w+ .{0,25}(?:lista|indirizzo)`,
  String.raw`descadastr|cancelar (?:a )?(?:minha )?inscri|remov(?:a|am|er|e)\b.{0,30}(?:lista|e-?mail|cadastro|endereço)|não (?:quer|desej)\w+ (?:mais )?receber|não (?:me |nos )?(?:contat|escrev|envi|mand)\w+|sair (?:da|desta) lista`,
  String.raw`uitschrijven|uit te schrijven|afmelden|(?:adres|gegevens|mij|me|ons)\b.{0,25}\bverwijder|verwijder\w*\b.{0,25}(?:adres|gegevens|mij|me|ons)\b|geen (?:e-?)?(?:mails?|berichten) meer|niet meer (?:mailen|benaderen|contacteren|schrijven)`,
  '配信(?:を)?(?:停止|不要|解除|中止)|(?:メール|ご?案内|ご?連絡|営業)(?:は|を|の)?.{0,8}(?:送らないで|送信しないで|送付しないで|不要です|お断り|控えて|やめて)|(?:リスト|名簿|登録).{0,8}(?:削除|外して|解除)|解除(?:して|を)|送らないで|送信しないで',
);

/** Somebody declines. */
export const NO = anyOf(
  String.raw`(?:not|n['’]t|no longer) (?:really |currently |actively )?(?:interested|looking|needed|in the market|something (?:we|i))|no interest|no,? thank|no thanks|not (?:a (?:good |great )?fit|for (?:us|me)|relevant|the right|at this (?:time|point|stage)|right now|at the moment|now\b|a priority)|wrong (?:fit|person for)|no (?:real )?(?:need|budget|plans?|use)\b|(?:do not|don['’]t) (?:need|want|see|have (?:a |any )?(?:need|budget|use|capacity))|already (?:have|use|using|work|covered|signed|got|working)|(?:just|recently) (?:signed|bought|chose|switched)|another (?:vendor|provider|supplier|partner|solution)|(?:will|['’]ll|going to|have to|rather|must) (?:\w+ )?(?:pass|decline)\b|pass on (?:this|it)|please pass|ourselves|in[- ]house|too expensive|we(?: a|['’])re (?:all )?(?:set|good|covered|happy)|happy with (?:it|our|what|the)`,
  String.raw`kein(?:e[ns]?)? (?:\w+ )?(?:interesse|bedarf|budget|verwendung|thema)|nicht (?:\w+ )?(?:interessiert|relevant|interessant|nötig|notwendig|benötigt|in frage)|interessiert (?:uns|mich) nicht|nein,? (?:danke|vielen)|gut (?:aufgestellt|versorgt|bedient)|bereits (?:versorgt|abgedeckt|eine[nr]? |anderweitig|mit)|(?:ander\w+|festen) (?:anbieter|lösung|partner|dienstleister)|anderweitig|sehen (?:davon )?ab\b|zu teuer|passt (?:\w+ )?nicht`,
  String.raw`pas (?:du tout )?(?:intéress|besoin|d['’]actualité|concern|pour nous|le moment|une priorité)|non,? merci|intéresse(?:nt)? pas|déjà (?:un|une|équip|pourvu|engag|en place|nos|notre|avec)|aucun(?:e)? (?:intérêt|besoin)|trop cher|décliner|ne donner\w* pas suite`,
  String.raw`no (?:me|nos|le|les) interesa|no (?:estoy|estamos|está) (?:\w+ )?(?:interesad|buscando)|no,? (?:muchas )?gracias|no (?:lo |la )?(?:necesit|requer)\w+|ya (?:tenemos|trabajamos|contamos|usamos|disponemos)|(?:por|de) (?:ahora|momento) no|no (?:es|sería) (?:para nosotros|relevante)`,
  String.raw`non (?:sono|siamo) (?:\w+ )?interessat|no,? grazie|non (?:ci|mi) (?:interessa|serve|occorre)|non (?:fa|è) per (?:noi|me)|non (?:ne )?abbiamo (?:\w+ )?(?:bisogno|necessità|budget)|(?:abbiamo|siamo|usiamo|lavoriamo) già|già (?:un|dei|coperti|serviti)`,
  String.raw`não (?:tenho|temos|há) (?:\w+ )?interesse|sem interesse|não,? (?:muito )?obrigad|não (?:precis|necessit)\w+|não (?:nos|me) interessa|não (?:é|seria) para (?:nós|mim)|já (?:temos|usamos|trabalhamos|possuímos|contamos|utilizamos)`,
  String.raw`geen (?:\w+ )?(?:interesse|behoefte|belangstelling|budget)|niet (?:\w+ )?(?:geïnteresseerd|nodig|relevant|interessant|van toepassing)|nee,? (?:dank|bedankt)|(?:zijn|hebben) (?:hier )?(?:al|reeds) |al (?:voorzien|een (?:oplossing|leverancier|partner))`,
  '興味(?:は|が)?(?:ありません|ございません|ない)|必要(?:と(?:は)?)?(?:して)?(?:は)?(?:おりません|いません|ありません|ございません|ない)|結構です|見送|辞退|(?:すでに|既に).{0,12}(?:導入|利用|契約|取引)|間に合って|不要です|予定(?:は|が)?(?:ありません|ございません)',
);

/** Somebody asks for a next step: a time, a call, material. */
export const NEXT_STEP = anyOf(
  String.raw`(?:let['’]?s|let us) (?:talk|chat|meet|speak|connect|schedule|set|do it|discuss|find)|(?:send|share|forward)(?: me| us| over| along)? (?:(?:some|the|your|more|a|any|further|over|pricing) )+|(?:send|share) (?:me|us|over|more|pricing|details)|(?:book|schedule|arrange|set ?up|grab|find|pick|put) (?:a |an |some |something|in a |time)|set something up|(?:call|ring|reach) me|my (?:number|calendar|cell|mobile)|(?:can|could|would|shall|should) (?:you|we|i) (?:\w+ )?(?:do|meet|talk|speak|call|chat|have|jump|hop|give|show|set|schedule|arrange|share|send)|next steps?|(?:works|work|suits|free|available)\b.{0,15}(?:for (?:me|us)|on|next|this|week|afternoon|morning)?|(?:a|the|quick|short|brief) (?:demo|call|chat|pilot|trial|meeting)|tell me more|know more|learn more|hear more|more (?:info|information|details)|\b(?:your|an?) (?:proposal|quote|quotation|offer)\b|\b(?:try|test) (?:it|this)\b`,
  'termin|telefonat|telefonieren|rufen sie|anrufen|gespräch|kennenlernen|unterlagen|(?:schicken|senden|lassen) sie|zusenden|zukommen lassen|mehr (?:erfahren|informationen|dazu)|passt (?:es )?(?:ihnen|dir|mir|uns)|wann (?:hätten|haben|passt|können)|vereinbaren|demo|ansehen|austausch|angebot|ausprobieren',
  String.raw`rendez-vous|créneau|(?:appel|échange)(?:r|ons|z)?\b|rappel\w+|disponib|envoyez|envoyer|transmettre .{0,20}(?:documentation|informations)|présentation|documentation|en savoir plus|plus d['’]informations|démo|(?:votre|une) offre|devis|essayer`,
  String.raw`agend|llam(?:ada|emos|ar|e)|reuni(?:ón|rnos)|podemos (?:hablar|vernos)|(?:env[ií]|mand)\w+(?:me|nos)?\b.{0,25}(?:información|propuesta|detalles|presentación|documentación)|más (?:información|detalles)|saber más|conocer más|demostración|presupuesto|cotización|propuesta|(?:puede|pueden|podría) (?:enviar|mandar)`,
  'fissare|appuntament|chiamat[ae]|sentir(?:ci|e)|sentiamoci|incontr|mi (?:mandi|invii)|(?:mandate|inviate)(?:mi|ci)|documentazione|saperne di più|maggiori (?:informazioni|dettagli)|dimostrazione|preventivo|vostra offerta',
  String.raw`reuni(?:ão|r)|marcar|agendar|conversar|podemos (?:falar|marcar)|(?:pode|poderia|podem) (?:\w+ )?(?:enviar|mandar|ligar)|mais (?:detalhes|informações)|saber mais|apresentação|demonstração|orçamento|proposta`,
  String.raw`afspraak|\bbellen\b|\bbel\b|gesprek|kennismak|stuur (?:maar|me|mij|ons)|(?:meer|extra|wat) informatie|inplannen|demo|offerte|uitproberen`,
  '打ち合わせ|打合せ|お話を|伺いたい|資料.{0,10}(?:送|いただ|頂|お願い)|詳し|ご都合|日程|お時間|デモ|面談|見積',
);

/** Somebody is taken with it, without asking for more. */
export const YES = anyOf(
  String.raw`\binterest(?:ed|ing)\b|\b(?:yes|yep|sure|absolutely|definitely|certainly)\b|of course|sounds (?:good|great|interesting|promising)|(?:perfect|great|good) timing|count (?:me|us) in|open to|(?:happy|glad|keen|love|like) to|would love|on our (?:roadmap|radar|list)|makes sense`,
  String.raw`interessiert|interessant|spannend|klingt (?:gut|spannend|interessant)|\bgerne?\b|relevant|freue mich`,
  String.raw`intéress|volontiers|avec plaisir|d['’]accord|\boui\b|pourquoi pas|pertinent`,
  String.raw`interesa\b|interesante|interesad[oa]|\bsí\b|claro|por supuesto|me gustaría|nos gustaría|de acuerdo|suena bien|encantad`,
  String.raw`interessa\b|interessante|interessat|\bsì\b|volentieri|con piacere|mi piacerebbe|certamente|va bene`,
  String.raw`tenho interesse|temos interesse|interessante|interessad|\bsim\b|claro|gostar(?:ia|íamos)|faz sentido|com prazer|parece (?:ótimo|bom)`,
  String.raw`interessant|geïnteresseerd|\bja\b|graag|leuk|klinkt (?:goed|interessant)|prima`,
  '興味(?:が|は)?(?:あり|ござい)|ぜひ|是非|検討|関心|喜んで',
);

/** A day or an hour, as somebody names it who proposes one. */
export const TIME = anyOf(
  String.raw`\b(?:mon|tues|wednes|thurs|fri)day\b|\b\d{1,2}(?::\d{2})? ?(?:am|pm)\b|next week|tomorrow`,
  String.raw`\b(?:montag|dienstag|mittwoch|donnerstag|freitag)\b|nächste woche|\d{1,2}(?::\d{2})? uhr`,
  String.raw`\b(?:lundi|mardi|mercredi|jeudi|vendredi)\b|semaine prochaine|\b\d{1,2} ?h(?:\d{2})?\b`,
  String.raw`\b(?:lunes|martes|miércoles|jueves|viernes)\b|próxima semana|semana que viene`,
  '(?:luned|marted|mercoled|gioved|venerd)ì|prossima settimana',
  String.raw`\b(?:segunda|terça|quarta|quinta|sexta)\b|semana que vem`,
  String.raw`\b(?:maandag|dinsdag|woensdag|donderdag|vrijdag)\b|volgende week`,
  '[月火水木金]曜|来週|明日',
);

/** One bare word is how people have answered mailing lists for decades; politeness around it changes nothing. */
export const LEAVE_ALONE =
  /^(?:please|pls|bitte|svp|merci|por favor|per favore|graag|thanks?|danke|gracias|grazie|obrigad[oa]|[\s\p{P}])*(?:unsubscribe|stop|remove(?: me)?|opt[ -]?out|cancel|abmelden|abmeldung|austragen|löschen|baja|désabonner|désinscription|désinscrire|cancellami|disiscrivimi|cancellazione|descadastrar|remover|uitschrijven|afmelden|配信停止|停止)(?: me)?(?:please|pls|bitte|svp|merci|por favor|per favore|thanks?|thank you|danke|gracias|grazie|obrigad[oa]|[\s\p{P}])*$/iu;

// Verbs of ending and removing, and what they end: together in one sentence they ask to be left alone, in whatever words.
const END = anyOf(
  String.raw`\b(?:remov|delet|eras|drop|tak|strik|cancel|purg|wip|scrub|ceas|stop|end|quit|discontinu|refrain)\w*|\boff\b`,
  String.raw`\b(?:streich|lösch|entfern|nehm|nimm|unterlass|beend|stopp|einstell|sperr)\w*|\bstellen sie\b`,
  String.raw`\b(?:retir|supprim|effac|enlev|cess|arrêt|ray|radi)\w*`,
  String.raw`(?<!\p{L})(?:quit|borr|elimin|saqu|sác|suprim|dej|ces|par[ea])\p{L}*`,
  String.raw`\b(?:cancell|togli|tolg|rimuov|elimin|smett|cess)\w*`,
  String.raw`\b(?:remov|tir[ae]|exclu|apag|par(?:e|ar|em)\b|cancel|delet)\w*`,
  String.raw`\b(?:verwijder|haal|schrap|wis\b|stop)\w*`,
  '削除|外し|止め|停止|やめ|消去|消して|解除|控え',
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
);

/** Whether a sentence asks for an end of the mails or of what is kept of its writer. */
export function asksToEnd(text: string): boolean {
  return text
    .split(/[.!?。！？\n]+/)
    .some((sentence) => sentence.length < 200 && END.test(sentence) && ENDED.test(sentence));
}

/** Somebody names another who is the right one. */
export const HANDED_OVER = anyOf(
  String.raw`forward|pass(?:ing|ed) (?:this|it|your)|loop(?:ing|ed)|colleague|(?:please|better) (?:contact|ask|write|speak)|department|in charge|responsible|takes? care of|(?:taken|took) over|\bowns\b|wrong (?:person|address|department)|right person|no longer (?:work|with|at|in)|left the (?:company|firm)|retired`,
  'weitergeleitet|weitergegeben|leite .{0,20}weiter|zuständig|ansprechpartner|kolleg|fachabteilung',
  "transm(?:ets|is|ettre)|transf[èé]r|voyez|collègue|service concerné|responsable|s['’](?:en )?occupe|interlocut",
  'reenvi|compañer|encargad|otra área|otro departamento|le paso|lo lleva',
  'inoltr|colleg|referente|si occupa|girat[oa]',
  'encaminh|setor|responsável|colega|repassei',
  'doorgestuurd|doorgezet|collega|afdeling|gaat (?:hier)?over',
  '転送|担当|部署',
);

/** A sentence that denies something, whatever it is. */
export const DENIES = anyOf(
  String.raw`\b(?:not|no|never|none|nothing|without|against|freeze|unfortunately|sorry)\b|n['’]t\b|\bcannot\b`,
  String.raw`\b(?:nicht|kein\w*|nein|leider|ohne|niemals)\b`,
  String.raw`\b(?:pas|non|aucune?|jamais|sans|malheureusement)\b`,
  String.raw`(?<!\p{L})(?:no|nunca|ning\p{L}+|tampoco|lamentablemente|desafortunadamente)(?!\p{L})`,
  String.raw`\b(?:non|nessun\w*|purtroppo|altre priorità)\b`,
  String.raw`(?<!\p{L})(?:não|nenhum\p{L}*|infelizmente)(?!\p{L})`,
  String.raw`\b(?:niet|geen|nee|helaas)\b`,
  'ません|ございませ|ない(?:です|ため|ので|。|$)',
);

/** Somebody is bound to others for long. */
export const BOUND = anyOf(
  '(?:contract|agreement|deal) .{0,60}(?:until|runs|through|another|current|existing)|(?:current|existing|other) (?:vendor|supplier|provider|partner|priorities)',
  '(?:vertrag|laufzeit).{0,60}(?:bis|noch)|andere prioritäten',
  '(?:contrat|engag).{0,60}(?:jusqu|encore)|autres priorités',
  'contrato .{0,60}hasta|otras prioridades',
  'contratto .{0,60}fino|altre priorità',
  'contrato .{0,60}até|outras prioridades',
  'contract .{0,60}tot|andere prioriteiten',
  '契約.{0,20}(?:まで|中)',
);

/** A yes that is denied a few words before: "does not make sense", "não faz sentido". */
export const DENIED_YES = new RegExp(`(?:${DENIES.source})\\s+(?:\\p{L}+\\s+){0,2}(?:${YES.source})`, 'iu');
