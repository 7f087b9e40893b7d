import { anyOf } from '../../../terms/fold-letters.ts';

/** Phrases that decline. */
export const NO = anyOf(
  String.raw`(?:not|n['’]t|no longer) (?:really |currently |actively )?(?:interested|looking|needed|in the market|something (?:we|i))|no interest|no,? thank|no thanks|not (?:a (?:good |great )?fit|for (?:us|me)|relevant|the right|at this (?:time|point|stage)|right now|at the moment|now\b|a priority)|wrong (?:fit|person for)|no (?:real )?(?:need|budget|plans?|use)\b|(?:do not|don['’]t) (?:need|want|see|have (?:a |any )?(?:need|budget|use|capacity))|already (?:have|use|using|work|covered|signed|got|working)|(?:just|recently) (?:signed|bought|chose|switched)|another (?:vendor|provider|supplier|partner|solution)|(?:will|['’]ll|going to|have to|rather|must) (?:\w+ )?(?:pass|decline)\b|pass on (?:this|it)|please pass|ourselves|in[- ]house|too expensive|we(?: a|['’])re (?:all )?(?:set|good|covered|happy)|happy with (?:it|our|what|the)`,
  String.raw`kein(?:e[ns]?)? (?:\w+ )?(?:interesse|bedarf|budget|verwendung|thema)|nicht (?:\w+ )?(?:interessiert|relevant|interessant|nötig|notwendig|benötigt|in frage)|interessiert (?:uns|mich) nicht|nein,? (?:danke|vielen)|gut (?:aufgestellt|versorgt|bedient)|bereits (?:versorgt|abgedeckt|eine[nr]? |anderweitig|mit)|(?:ander\w+|festen) (?:anbieter|lösung|partner|dienstleister)|anderweitig|sehen (?:davon )?ab\b|zu teuer|passt (?:\w+ )?nicht`,
  String.raw`pas (?:du tout )?(?:intéress|besoin|d['’]actualité|concern|pour nous|le moment|une priorité)|non,? merci|intéresse(?:nt)? pas|déjà (?:un|une|équip|pourvu|engag|en place|nos|notre|avec)|aucun(?:e)? (?:intérêt|besoin)|trop cher|décliner|ne donner\w* pas suite`,
  String.raw`no (?:me|nos|le|les) interesa|no (?:estoy|estamos|está) (?:\w+ )?(?:interesad|buscando)|no,? (?:muchas )?gracias|no (?:lo |la )?(?:necesit|requer)\w+|ya (?:tenemos|trabajamos|contamos|usamos|disponemos)|(?:por|de) (?:ahora|momento) no|no (?:es|sería) (?:para nosotros|relevante)`,
  String.raw`non (?:sono|siamo) (?:\w+ )?interessat|no,? grazie|non (?:ci|mi) (?:interessa|serve|occorre)|non (?:fa|è) per (?:noi|me)|non (?:ne )?abbiamo (?:\w+ )?(?:bisogno|necessità|budget)|(?:abbiamo|siamo|usiamo|lavoriamo) già|già (?:un|dei|coperti|serviti)`,
  String.raw`não (?:tenho|temos|há) (?:\w+ )?interesse|sem interesse|não,? (?:muito )?obrigad|não (?:precis|necessit)\w+|não (?:nos|me) interessa|não (?:é|seria) para (?:nós|mim)|já (?:temos|somos|fomos|estamos|fechamos|contratamos|usamos|trabalhamos|possuímos|contamos|utilizamos)`,
  String.raw`geen (?:\w+ )?(?:interesse|behoefte|belangstelling|budget)|niet (?:\w+ )?(?:geïnteresseerd|nodig|relevant|interessant|van toepassing)|nee,? (?:dank|bedankt)|(?:zijn|hebben) (?:hier )?(?:al|reeds) |al (?:voorzien|een (?:oplossing|leverancier|partner))`,
  '興味(?:は|が)?(?:ありません|ございません|ない)|必要(?:と(?:は)?)?(?:して)?(?:は)?(?:おりません|いません|ありません|ございません|ない)|結構です|見送|辞退|(?:すでに|既に).{0,12}(?:導入|利用|契約|取引)|間に合って|不要です|予定(?:は|が)?(?:ありません|ございません)',
  String.raw`(?:isn't|is not|not|n't) (?:\w+ )?(?:on (?:our|my) (?:radar|roadmap|list)|for our|something for|a topic|our (?:focus|thing|business)|useful|applicable|worth|suitable|interesting|going to happen)|(?:does|do)(?: not|n't) (?:\w+ )?(?:apply|fit|work for (?:us|me)|suit|make sense)|(?:the answer is|it'?s a|i say|hard|that'?s a) (?:no|pass)\b|(?:^|\n)\s*(?:no|nope|nah)[.!]?\s*(?:$|\n)|\bpass\b(?:\.|!|$)|(?:went|gone|going|decided) (?:with|for|against)\b|(?:sticking|stay|staying) with|thanks,? (?:anyway|but no)|good luck|all the best with|best of luck|wish(?:ing)? you (?:all the best|luck|success)|not a (?:good )?match|(?:too|rather) (?:small|big|expensive|early|late) (?:for|a)|have no\b|we do(?: not|n't) have (?:any|a|an)\b|(?:outsourced?|handled|solved|done|built|build|doing) (?:this |it |that )?(?:internally|ourselves|in[- ]house)|renewed|(?:locked|tied) in(?:to)?|no capacity|(?:not|n't) (?:be )?(?:moving|going|taking this) (?:forward|ahead|further)|overpriced|(?:will|'ll) stick (?:with|to)|keep(?:ing)? (?:what we have|our current)|not convinced|(?:cut|closed|sold|shut down|stopped) (?:this|that|the|our)|doubt (?:we|i|it|that)|never (?:use|need|buy)`,
  String.raw`keinen? (?:gebrauch|verwendung|handlungsbedarf|mehrwert|anwendungsfall|nutzen)|nicht (?:weiter)?verfolgen|nicht (?:\w+ )?(?:unser|mein|das richtige|sinnvoll|geplant|vorgesehen|auf der|zu uns)|kommt (?:\w+ ){0,3}nicht|(?:brauchen|benotigen|wollen|mochten|suchen|nutzen|planen|machen) (?:\w+ ){0,3}(?:nicht|nichts|keine?n?)|(?:intern|selbst|selber|inhouse|eigene\w*) (?:gelost|gemacht|entwickelt|losung|abgedeckt)|machen (?:\w+ )?(?:selbst|selber)|(?:trotzdem|dennoch) (?:danke|vielen dank|alles gute)|viel (?:erfolg|gluck)|alles gute|absag|verzichten|lehnen?\b[^.\n]{0,20}\bab\b|(?<!nicht |nicht ganz |un)zufrieden|kein interesse|nein\.?\s*$|danke,? nein|schon (?:eine|einen|versorgt|abgedeckt|mit)|gerade erst|erst kurzlich`,
  String.raw`pas (?:\w+ ){0,2}(?:utile|pertinent|adapte|interesse|notre (?:priorite|metier|besoin)|prevu|donner suite)|(?:tres|deja) (?:contents?|satisfaits?)|satisfaits? de|(?:fait|gere|gerons|faisons|traitons)\w* (?:\w+ )?en interne|externalis|sous[- ]trait|bonne continuation|merci quand meme|sans suite|(?:venons|viens|vient) de (?:signer|renouveler|choisir|changer)|ne (?:rentre|entre|correspond|convient)\b|laissons tomber|on (?:a|est) deja|bonne chance`,
  String.raw`(?:estamos|estoy) (?:bien|contentos?|satisfechos?|servidos|cubiertos)\b|(?:no|tampoco) (?:va con|nos (?:encaja|sirve|hace falta|conviene|cuadra)|es (?:prioridad|prioritario|lo nuestro|para)|entra|aplica|procede|queremos)|acabamos de (?:firmar|renovar|contratar|cambiar)|de todos modos|de todas formas|gracias (?:igualmente|de todas)|mucha suerte|suerte con|lo (?:hacemos|gestionamos|llevamos) (?:nosotros|interna)|descartamos|no,? gracias|hemos (?:elegido|optado|decidido)|internamente`,
  String.raw`(?:abbiamo|ho) (?:appena |gia |recentemente )?(?:rinnovat|firmat|scelt|acquistat|cambiat|un (?:fornitor|partner|contratto))\p{L}*|(?:siamo|sono) (?:\w+ )?(?:soddisfatt|content|a posto|copert)\p{L}*|lasci(?:amo|o) perdere|non (?:e|rientra|fa|corrisponde|serve|ci)\b[^.\n]{0,30}(?:priorita|piani|interess|caso|noi|necessari|utile|bisogno)|grazie (?:comunque|lo stesso|ma no)|in bocca al lupo|internamente|rinunciamo|decliniamo|buona fortuna`,
  String.raw`(?:nao|nem) (?:e|esta|faz|ha|temos|tenho|vamos|se)\b[^.\n]{0,30}(?:prioridade|sentido|interesse|planos|aplica|necessidade|verba|orcamento|nosso|perfil)|(?:acabamos de|recem) (?:assin|renov|contrat|fech)\p{L}*|(?:estamos|estou) (?:bem|satisfeit|atendid|servid)\p{L}*|deixa (?:pra|para)|fica (?:pra|para) (?:a )?proxima|mesmo assim|boa sorte|sucesso\b|fazemos (?:isso )?internamente|agradecemos,? mas|dispensamos|declin`,
  String.raw`niet (?:\w+ ){0,2}(?:bij ons|voor ons|aan de orde|relevant|passend|actueel|iets voor|ons)|past niet|doen (?:we|wij|dit|dat) (?:\w+ )?(?:zelf|intern)|(?:wij|we) (?:zijn|hebben) (?:\w+ ){0,2}(?:tevreden|voorzien|al|net|zojuist)|(?:toch|in ieder geval) bedankt|veel succes|laten (?:het|we het) (?:even )?(?:zitten|rusten|hierbij)|zien (?:er|hier)\w* van af|niet doorgaan|tevreden (?:met|over)|hoeft niet|geen (?:prioriteit|ruimte|plannen|zin)`,
  String.raw`nie (?:jestesmy|jestem|sa|mamy|mam|potrzeb\p{L}*|interesuj\p{L}*|planujem\p{L}*|skorzysta\p{L}*|dziekuj\p{L}*|dotyczy)\b|dziekuj\p{L}*,? (?:ale )?nie\b|(?:korzystamy|mamy|wspolpracujemy|uzywamy) (?:juz|z (?:innego|podobnego|wlasnego))|juz (?:mamy|korzystamy|uzywamy|wspolpracujemy)|brak (?:zainteresowania|budzetu|potrzeby)|powodzenia|rezygnujemy|we wlasnym zakresie|zadowoleni`,
  String.raw`nej,? tack|tack,? men|(?:inte|ej|ikke) (?:\p{L}+ ){0,2}(?:intresser|interesser|aktuell|aktuelt|relevant|behov|prioriter|passar|passer|nagot for|noget for|noe for)\p{L}*|(?:har|anvander|kor) redan|redan (?:en|ett|har)|(?:har|bruger|bruker) allerede|allerede (?:en|et|har)|nojda med|tilfredse? med|fornoyd|lycka till|held og lykke|lykke til|(?:inget|intet|ikke noget|ingen) (?:intresse|interesse|behov|budget)|nei,? takk|nej,? tak\b|avstar|takker nei|tackar nej|inte intresserade?`,
  'ご縁がな|合わない|必要性を感じ|難しい(?:状況|です|と)|(?:今回|この度)は.{0,20}(?:遠慮|辞退|お断り|見合わせ)|(?:ご|御)遠慮|間に合|自社で(?:対応|開発|行)|お断り|採用(?:は)?(?:見送|致しかね)',
  'ei kiitos|nemame zajem|nem erdekel|nu suntem interesati|ilgilenmiyor|не интерес|не цікав|не нужно|不感兴趣|不需要|관심 ?없|필요 ?없',
);

/** Phrases that ask for a next step: a time, a call, material. */
export const NEXT_STEP = anyOf(
  String.raw`(?:let['’]?s|let us) (?:talk|chat|meet|speak|connect|schedule|set|do it|discuss|find)|(?:send|share|forward)(?: me| us| over| along)? (?:(?:some|the|your|more|a|any|further|over|pricing) )+|(?:send|share) (?:me|us|over|more|pricing|details)|(?:book|schedule|arrange|set ?up|grab|find|pick|put) (?:a |an |some |something|in a |time)|set something up|(?:call|ring|reach) me|my (?:number|calendar|cell|mobile)|(?:can|could|would|shall|should) (?:you|we|i) (?:\w+ )?(?:do|meet|talk|speak|call|chat|have|jump|hop|give|show|set|schedule|arrange|share|send)|next steps?|(?:works|work|suits|free|available)\b.{0,15}(?:for (?:me|us)|on|next|this|week|afternoon|morning)?|(?:a|the|quick|short|brief) (?:demo|call|chat|pilot|trial|meeting)|tell me more|know more|learn more|hear more|more (?:info|information|details)|\b(?:your|an?) (?:proposal|quote|quotation|offer)\b|\b(?:try|test) (?:it|this)\b`,
  'termin|telefonat|telefonieren|rufen sie|anrufen|gespräch|kennenlernen|unterlagen|(?:schicken|senden|lassen) sie|zusenden|zukommen lassen|mehr (?:erfahren|informationen|dazu)|passt (?:es )?(?:ihnen|dir|mir|uns)|wann (?:hätten|haben|passt|können)|vereinbaren|demo|ansehen|austausch|angebot|ausprobieren',
  String.raw`rendez-vous|créneau|(?:appel|échange)(?:r|ons|z)?\b|rappel\w+|disponib|envoyez|envoyer|transmettre .{0,20}(?:documentation|informations)|présentation|documentation|en savoir plus|plus d['’]informations|démo|(?:votre|une) offre|devis|essayer`,
  String.raw`agend|llam(?:ada|emos|ar|e)|reuni(?:ón|rnos)|podemos (?:hablar|vernos)|(?:env[ií]|mand)\w+(?:me|nos)?\b.{0,25}(?:información|propuesta|detalles|presentación|documentación)|más (?:información|detalles)|saber más|conocer más|demostración|presupuesto|cotización|propuesta|(?:puede|pueden|podría) (?:enviar|mandar)`,
  'fissare|appuntament|chiamat[ae]|sentir(?:ci|e)|sentiamoci|incontr|mi (?:mandi|invii)|(?:mandate|inviate)(?:mi|ci)|documentazione|saperne di più|maggiori (?:informazioni|dettagli)|dimostrazione|preventivo|vostra offerta',
  String.raw`reuni(?:ão|r)|marcar|agendar|conversar|podemos (?:falar|marcar)|(?:pode|poderia|podem) (?:\w+ )?(?:enviar|mandar|ligar)|mais (?:detalhes|informações)|saber mais|apresentação|demonstração|orçamento|proposta`,
  String.raw`afspraak|\bbellen\b|\bbel\b|gesprek|kennismak|stuur (?:maar|me|mij|ons)|(?:meer|extra|wat) informatie|inplannen|demo|offerte|uitproberen`,
  '打ち合わせ|打合せ|お話を|伺いたい|資料.{0,10}(?:送|いただ|頂|お願い)|詳し|ご都合|日程|お時間|デモ|面談|見積',
  String.raw`(?:get|need|like|want|have|see) (?:a |an |your |the |some |us a )?(?:quote|proposal|demo|walkthrough|look|pricing|trial|pilot|brochure|deck|case stud)|(?:half an hour|\d+ ?min(?:ute)?s?|a few minutes|time (?:on|to|for|next|this))|find (?:a|some) (?:slot|time)|(?:shoot|drop|give|ping|hit|text) (?:me|us)\b|what (?:do )?you need from (?:us|me)|include (?:them|you|us)|see (?:it|how|this|what)|hop on|(?:walk|talk|run) (?:us|me) through|dig (?:in|deeper)|learn about|get (?:us |this )?(?:going|started|moving)|(?:how|where) do (?:we|i) (?:start|sign|proceed)|your calendar|i'?m in\b|stop by|worth a (?:chat|conversation|look|call|talk)|get on the list|set a date`,
  String.raw`melden sie sich|(?:telefonisch|anruf|rueckruf|ruckruf|zuruckrufen)|(?:sollen|wollen|konnen) wir|hattest? (?:du|ihr|sie) (?:\w+ )?zeit|zeit (?:fur|am|um|nachste)|kommen sie (?:\w+ )?(?:am|vorbei)|vorbeikommen|treffen|zeigen sie|erzahlen sie|genauer an(?:sehen|schauen)|teststellung|testzugang|pilot`,
  '(?:je vous|nous vous|on se) (?:propose|appelle|rappelle|retrouve|voit)|faites[- ](?:moi|nous)|parlons|discuter|(?:pouvez|pourriez)[- ]vous (?:me |nous )?(?:rappeler|proposer|presenter|envoyer|montrer|faire)|echangeons|en discuter|convenir|rencontrer|tester|essai',
  'hueco|calendario|quedamos|quedar|hablamos|hablemos|ll[aá]m[ae](?:me|nos)|escr[ií]b[ae](?:me|nos)|(?:te|le|os) (?:paso|llamo|propongo|va bien|viene bien)|probar(?:lo|la)?|una prueba|ver(?:lo|la) en|charlamos|oferta',
  "(?:ne|se ne) parl(?:o|iamo)|che ne (?:dice|dici|dite)|(?:ci|la|mi) (?:sentiamo|vediamo|chiami|chiamo|richiami|contatti|scriva)|provar(?:e|la|lo)|una prova|parliamone|un'offerta|la vostra proposta|disponibil",
  String.raw`(?:me|nos) (?:chama|chame|liga|ligue|manda|mande|envia|envie)\b|entender melhor|conhecer melhor|(?:podemos|vamos|quero|queremos|gostaria de) (?:\w+ )?(?:conversar|falar|marcar|ver|testar|fazer|conhecer|entender|agendar|bater)|teste\b|whatsapp|um papo|bate-papo|cotacao`,
  '(?:zullen|kunnen|laten) we|even (?:zitten|bellen|spreken|sparren)|plannen|half uur(?:tje)?|langskomen|afspreken|proefperiode|uit te proberen|kun je (?:me |mij |ons )?(?:bellen|sturen|laten zien|meer)',
  String.raw`(?:prosze o|poprosze o|poprosze|czekam na)\b[^.\n]{0,30}(?:ofert|kontakt telefon|informacj|szczegol|prezentacj|material|wycen|termin|przesl|telefon)\p{L}*|(?:mozemy|chetnie|moglibysmy|umowmy|porozmawiajmy|spotkajmy|zadzwon)\p{L}*|spotkani\p{L}*|prezentacj\p{L}*|rozmow\p{L}*|wycen\p{L}*|wiecej (?:informacji|szczegolow)`,
  String.raw`(?:ett|et) (?:mote|samtal|mode|samtale)\b|boka|booka|(?:har du|har ni|kan vi|kan du|ska vi|skal vi) (?:\p{L}+ ){0,3}(?:tid|ses|prata|traffas|boka|ringa|mote|snakke|tale|modes|motes|skicka|sende|booke)\p{L}*|ring (?:mig|mej|meg|gerne|garna)|(?:skicka|send)\b[^.\n]{0,20}\b(?:info\w*|material\w*|offert|tilbud|mer|mera|mere)\b|send (?:gerne |gjerne )?(?:mer|mere|en|et|tilbud|materiale)|offert\b|tilbud\b|mer information|mere information|demonstration`,
  '(?:お送り|ご送付|送付)(?:ください|下さい|いただ|をお願い)|ご紹介|お電話|オンラインで|打合|商談|トライアル|試用|お会い|ご提案.{0,10}(?:聞|伺)|聞かせて',
);

/** Phrases of interest that do not ask for more. */
export const YES = anyOf(
  String.raw`\b(?:yes|yep|sure|absolutely|definitely|certainly)\b|of course|sounds (?:good|great|interesting|promising)|(?:perfect|great|good) timing|count (?:me|us) in|open to|(?:happy|glad|keen|love|like) to|would love|on our (?:roadmap|radar|list)|makes sense`,
  String.raw`spannend|klingt (?:gut|spannend|interessant)|\bgerne?\b|freue mich`,
  String.raw`volontiers|avec plaisir|d['’]accord|\boui\b|pourquoi pas`,
  String.raw`interesa\b|claro|por supuesto|me gustaría|nos gustaría|de acuerdo|suena bien|encantad`,
  String.raw`interessa\b|volentieri|con piacere|mi piacerebbe|certamente|va bene`,
  String.raw`tenho interesse|temos interesse|\bsim\b|claro|gostar(?:ia|íamos)|faz sentido|com prazer|parece (?:ótimo|bom)`,
  String.raw`\bja\b|graag|leuk|klinkt (?:goed|interessant)|prima`,
  '興味(?:が|は)?(?:あり|ござい)|ぜひ|是非|検討し(?:たい|ます)|喜んで',
  String.raw`\b(?:curious|intrigued|keen|timely|useful|great idea|good idea|love (?:this|it|to)|(?:my|meine\w*|mon|ma|mi|mia|minha|mijn) (?:assistant|assistent\w*|asistente|secretar\w*|pa)\b|let'?s (?:do|go|talk|try|see)|go ahead|nice\b|looking for (?:exactly|something|this|such|a)|deal\b|yeah|yup|ok\b|okay|worth (?:a|exploring))\b`,
  String.raw`\b(?:hort sich gut an|klingt|passt gut|gute idee|sehr gut|einverstanden|auf der suche|suchen (?:gerade|aktuell|so)|neugierig|ja\b|jawohl|top\b|super\b|das ware)\b`,
  "(?:effectivement|justement) (?:nous|on|je)|cherchons|bonne idee|parfait|ca (?:m'|nous |me )?(?:interesse|va)|tres bien|curieu[xs]",
  String.raw`(?:^|[\n.!¡,;]\s*)si(?=[,.!]| (?:por favor|claro|me |nos |gracias|estoy|estamos|tengo|tenemos|quer|volentieri|grazie|certo|possiamo|ci ))|perfecto|genial|buena idea|estupendo|interesa|me parece (?:bien|util|interesante|genial)|adelante|buscando|perche no|ottimo|perfetto|ottima idea|molto interess|con interesse|curios[oai]`,
  '(?:boa|otima) ideia|otimo|perfeito|gostei|vamos (?:la|sim)|topo|quero (?:saber|entender|conhecer|ver)|queremos (?:saber|entender|conhecer|ver)|curios[oa]',
  String.raw`staan (?:\w+ )?(?:\w+ )?open|goed idee|lijkt (?:me|mij|ons)|perfect|zeker\b|benieuwd|nieuwsgierig|klinkt|op zoek naar|akkoord`,
  String.raw`\b(?:tak,|jestesmy zainteresowan|jestem zainteresowan|interesujac|ciekaw|chetnie|brzmi (?:dobrze|ciekawie|interesujaco)|z przyjemnoscia|zgoda|super\b|swietn|oczywiscie|zainteresowan)\p{L}*`,
  String.raw`(?:later|lyder|hores|hors|hort) (?:\p{L}+ )?(?:intressant|interessant|bra|godt|spannande|spaendende|spennende)|intressant|intresserade? av|garna|gerne|gjerne|absolut|sjalvklart|javisst|god ide|bra ide|\bja,? (?:tack|tak|takk|garna|gerne|det)\b|nyfik|spannande|spaendende`,
  '前向きに|興味深い|魅力的|良さそう|いいですね|お願いしたい|楽しみ',
);

/** A day or time, as named in a proposal. */
export const TIME = anyOf(
  String.raw`\b(?:mon|tues|wednes|thurs|fri)day\b|\b\d{1,2}(?::\d{2})? ?(?:am|pm)\b|next week|tomorrow`,
  String.raw`\b(?:montag|dienstag|mittwoch|donnerstag|freitag)\b|nächste woche|\d{1,2}(?::\d{2})? uhr`,
  String.raw`\b(?:lundi|mardi|mercredi|jeudi|vendredi)\b|semaine prochaine|\b\d{1,2} ?h(?:\d{2})?\b`,
  String.raw`\b(?:lunes|martes|miércoles|jueves|viernes)\b|próxima semana|semana que viene`,
  '(?:luned|marted|mercoled|gioved|venerd)ì|prossima settimana',
  String.raw`\b(?:segunda|terça|quarta|quinta|sexta)\b|semana que vem`,
  String.raw`\b(?:maandag|dinsdag|woensdag|donderdag|vrijdag)\b|volgende week`,
  '[月火水木金]曜|来週|明日',
  String.raw`\b(?:kw|week|uge|uke|vecka|semana|semaine|settimana) ?\d{1,2}\b|\b\d{1,2}[:.]\d{2} ?(?:am|pm|uhr|h|cet|gmt|est|pst|utc)?\b|\bnoon\b|this afternoon|(?:mon|tue|wed|thu|fri)s?\b[ ,]|przyszlym tygodniu|\b(?:poniedzial|wtor|srod|czwart|piat)\p{L}*|nasta vecka|naeste uge|neste uke|\b(?:mandag|tirsdag|onsdag|torsdag|fredag|mandag|tisdag)\w*\b|morgen (?:vormittag|nachmittag|fruh|mittag)|demain|manana por la|domani|amanha|jutro|imorgon|i morgen`,
);

/** Phrases that refer to somebody else as the right contact. */
export const HANDED_OVER = anyOf(
  String.raw`forward|pass(?:ing|ed) (?:this|it|your)|loop(?:ing|ed)|colleague|(?:please|better) (?:contact|ask|write|speak)|department|in charge|responsible|takes? care of|(?:taken|took) over|\bowns\b|wrong (?:person|address|department)|right person|no longer (?:work|with|at|in)|left the (?:company|firm)|retired`,
  'weitergeleitet|weitergegeben|leite .{0,20}weiter|zuständig|ansprechpartner|kolleg|fachabteilung',
  "transm(?:ets|is|ettre)|transf[èé]r|voyez|collègue|service concerné|responsable|s['’](?:en )?occupe|interlocut",
  'reenvi|compañer|encargad|otra área|otro departamento|le paso|lo lleva',
  'inoltr|colleg|referente|si occupa|girat[oa]',
  'encaminh|setor|responsável|colega|repassei',
  'doorgestuurd|doorgezet|collega|afdeling|gaat (?:hier)?over',
  '転送|担当|部署',
  String.raw`(?:talk|speak|reach out|write|get in touch|connect|refer) (?:to|with) (?!me\b|us\b|you\b)[\p{L}]+|(?:you want|best person|better person|the one (?:who|to)|looks after|deals with|handles|runs (?:this|that|the|our)|heads up|point of contact)|\bcc'?(?:d|ing|ed)?\b|wrong (?:guy|one|desk|team|contact)|not the (?:\w+ )?(?:person|one|contact|guy)|not my (?:area|department|topic|responsibility)|discuss(?:ing)? (?:it |this )?with (?:the|my|our)|run (?:this|it) by|(?:will|i'?ll) (?:read|review|look|think|share)`,
  String.raw`wenden sie sich|(?:richtige|falsche)r? (?:ansprech|adress|person|stelle)|verantwortlich|kummert sich|(?:an|in) (?:den|die|unsere?n?) (?:einkauf|abteilung|kolleg|it|zentrale|geschaftsfuhrung)|(?:abteilung|einkauf|zentrale)\b|nicht mehr (?:im unternehmen|bei|tatig)|chef\b|bespreche|intern (?:besprechen|klaren|weitergeben)|ubernommen`,
  "(?:contacter|contactez|adressez|ecrivez a|voir avec|rapprocher)|en charge|n'est pas (?:moi|mon)|je (?:fais suivre|transfere|regarde|vais)|mon (?:chef|responsable|directeur)|bien recu|ne suis (?:pas|plus) (?:le |la )?(?:bon|bonne|responsable|en charge)",
  String.raw`(?:contact|escrib|dirij|dirig)\p{L}* (?:a|con|al)\b|el responsable|la persona|se encarga|mi jef[ea]|lo (?:comento|consulto|veo|reviso|paso|derivo)|derivo|tomo nota|recibido|no soy (?:la|el)`,
  String.raw`(?:contatt|rivolg|scriv)\p{L}* (?:a|al|alla|il|la|con)\b|giro (?:la|il|al)|responsabile|capo\b|ne parlo con|lo (?:giro|passo|inoltro)|ricevuto|non sono (?:io|la persona)|competen(?:te|za)`,
  String.raw`(?:fal[ea]|contat[ea]|procur[ea]|escrev[ae]) (?:com|o|a|para)\b|quem (?:cuida|decide|trata|responde)|(?:o|a) responsavel|meu (?:chefe|gestor|diretor)|vou (?:repassar|verificar|analisar|falar com)|recebido|nao sou (?:eu|o|a|mais)`,
  '(?:neem contact op met|richt u tot|u moet|je moet) |niet (?:de juiste|verantwoordelijk|meer werkzaam)|verantwoordelijk|leidinggevende|ga (?:het|dit) (?:even )?(?:overleggen|bespreken|bekijken)|genoteerd|contactpersoon',
  String.raw`(?:prosze o kontakt|kontakt z|kierowac|skontaktowac|zwrocic sie|odpowiada za|zajmuje sie|przekaz)\p{L}*|wlasciw\p{L}* osob|dzial\p{L}*|nie (?:zajmuje|odpowiadam|pracuje)|kolezan|koleg|przelozon`,
  'vidarebefordra|vidarebefordrat|skickar vidare|kontakta (?!mig)|ansvarig|ratt person|kollega|avdelning|videresend|kontakt (?!mig)|ansvarlig|afdeling|rette (?:person|vedkommende)|min chef|sjef',
  '上司|共有(?:し|いた)|異動|退職|後任|伝えて',
);

/** Words that negate a sentence, whatever it says. */
export const DENIES = anyOf(
  String.raw`\b(?:not|no(?! \d)|never|none|nothing|without|against|freeze|unfortunately|sorry)\b|n['’]t\b|\bcannot\b`,
  String.raw`\b(?:nicht|kein\w*|nein|leider|ohne|niemals)\b`,
  String.raw`\b(?:pas|non|aucune?|jamais|sans|malheureusement)\b`,
  String.raw`(?<!\p{L})(?:no(?! (?:\d|dia|mes|proximo|meu|seu|nosso|telefone|numero|whats|e-?mail|periodo|final|inicio))|nunca|ning\p{L}+|tampoco|lamentablemente|desafortunadamente)(?!\p{L})`,
  String.raw`\b(?:non|nessun\w*|purtroppo|altre priorità)\b`,
  String.raw`(?<!\p{L})(?:não|nenhum\p{L}*|infelizmente)(?!\p{L})`,
  String.raw`\b(?:niet|geen|nee|helaas)\b`,
  'ません|ございませ|ない(?:です|ため|ので|。|$)',
  String.raw`\b(?:nie|zaden|zadn\w*|niestety|brak)\b|\b(?:inte|ej|ingen|inget|inga|tyvarr|ikke|intet|desvaerre|dessverre)\b`,
);

/** Phrases about long-term commitments to others. */
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

/** Finding it interesting, which alone is not a request for more. */
export const INTEREST = anyOf(
  String.raw`\binterest(?:ed|ing)\b|interess(?:ant|iert|ante)|intéress|interesante|interesad[oa]|interessad[oa]|geïnteresseerd|relevant|pertinent|興味|関心`,
);

/** Questions that ask for something to be done or sent rather than for information. */
export const REQUEST = anyOf(
  String.raw`\b(?:can|could|would|shall|will) (?:you|we)\b|how about|shall we|your availability|when are you|(?:send|share|mail|shoot) (?:me|us|over|it|the|your|some|more)|(?:call|ring|text|ping) (?:me|us)\b`,
  '(?:können|könnten|sollen|wollen|würden) (?:sie|wir)|hätten sie|ihre verfügbarkeit|wann (?:passt|hätten|haben)|(?:schicken|senden|lassen|rufen) sie',
  'pou(?:vez|rriez|vons)|serait-il possible|(?:vos|tes) disponibilités|envoyez|appelez|rappelez',
  'puede|podemos|podría|podéis|puedes|te va bien|disponibilidad|mánda(?:me|nos)|envía(?:me|nos)|llám[ae](?:me|nos)',
  'possiamo|può|potrebbe|che ne (?:dice|dici)|disponibilità|mi (?:mandi|invii|chiami)',
  String.raw`pode\b|poderia|podemos|vamos`,
  'kun(?:t|nen) (?:je|u|we)|zullen we',
  'czy (?:moze|mozemy|moglib)|moze(?:my|cie)',
  'kan (?:du|ni|vi|i)|ska vi|skal vi|har (?:du|ni) tid',
  'いただけ|頂け|でき(?:ます|る)',
);

/** Requests to follow up later. */
export const LATER = anyOf(
  String.raw`(?:circle|check|come|get|report|loop|reach|follow|touch|try|write|call|ping|contact|connect|revisit|ask|mail|e-?mail|talk|speak|reconnect|resurface)\b[^.\n]{0,25}\b(?:back|out|again|in|up|base|me|us|then|once|after|later)\b|revisit|(?:remind|nudge) (?:me|us)|not (?:now|yet|this (?:quarter|year))`,
  String.raw`noch (?:ein)?mal|wieder (?:melden|auf mich|auf uns|an)|erneut|(?:melden|kommen|fragen|schreiben|kontaktieren) sie\b|später|nachfassen`,
  'recontact|relanc|revenez|rappelez|plus tard|de nouveau|à nouveau|reparl',
  String.raw`más adelante|vuelv\p{L}* a|retom|de nuevo|contácte|escríb|más tarde|hablamos en`,
  'risent|ricontatt|più avanti|riparl|di nuovo|si faccia (?:vivo|sentire)',
  String.raw`mais (?:para frente|tarde|adiante)|retom|volt\p{L}* a|novamente|me procur|entre em contato`,
  'later|opnieuw|nog eens|kom (?:er )?(?:dan )?op terug|neem (?:dan )?contact',
  'później|ponownie|wróc|odezw|przypomn|prosze o kontakt',
  'senare|återkom|igen|senere|vend tilbage|ta kontakt',
  '改めて|また|以降に|頃に|後日',
);

/** Some weeks away or more. */
export const FAR_TIME = anyOf(
  String.raw`\b(?:q[1-4]|h[12])\b|\b(?:in|during|early|mid|late|end of|beginning of|start of|by) (?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|fall|winter|20\d\d)|(?:next|new) (?:year|quarter|season|month|fiscal|budget)|\b(?:after|following) (?:the )?(?:new year|holidays|summer|migration|budget|christmas|easter)|(?:in|after) (?:\w+ )?(?:\d+|two|three|four|five|six|a few|couple of) (?:weeks|months)|(?:half a|a) year|later (?:this|in the|on)|budget season`,
  String.raw`frühjahr|frühling|sommer|herbst|quartal|nächste[sn]? (?:jahr|monat|quartal)|neue[sn]? jahr|(?:im|ab|anfang|ende|mitte) (?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)|in (?:ein paar|einigen|\d+|zwei|drei|vier|sechs) (?:wochen|monaten)|jahreswechsel`,
  String.raw`(?:en|début|fin|mi-?|courant|d'ici) ?(?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)|trimestre|printemps|été prochain|rentrée|l'an(?:née)? prochain|(?:dans|d'ici) (?:\d+|deux|trois|quelques|six) (?:mois|semaines)`,
  String.raw`primavera|verano|otoño|trimestre|(?:el )?(?:próximo|año que viene|que viene) (?:año|mes)?|año que viene|(?:en|a partir de|para) (?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)|(?:en|dentro de) (?:unos|\d+|dos|tres|seis) (?:meses|semanas)`,
  String.raw`estate|autunno|(?:a|da|in|verso|dopo) (?:gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre)|anno (?:prossimo|nuovo)|prossimo anno|(?:tra|fra) (?:qualche|\d+|due|tre|sei) (?:mesi|settimane)`,
  String.raw`verão|outono|próximo (?:ano|semestre)|ano que vem|(?:em|a partir de) (?:janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)|(?:em|daqui a) (?:alguns|\d+|dois|três|seis) (?:meses|semanas)`,
  String.raw`voorjaar|zomer|najaar|kwartaal|volgend jaar|nieuwe jaar|(?:in|vanaf) (?:januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december)|over (?:een paar|\d+|twee|drie|zes) (?:maanden|weken)`,
  String.raw`wiosn|jesieni|kwartal|przyszlym roku|po nowym roku|w (?:styczniu|lutym|marcu|kwietniu|maju|czerwcu|lipcu|sierpniu|wrześniu|październiku|listopadzie|grudniu)|za (?:kilka|\d+|dwa|trzy) (?:miesi|tygodni)`,
  String.raw`våren|hösten|sommaren|kvartal|nästa år|nytt år|(?:i|efter) (?:januari|februari|mars|april|maj|juni|juli|augusti|september|oktober|november|december)|næste år|foråret|neste år|om (?:några|\d+|två|tre) (?:månader|veckor)`,
  '来年|来期|来月|翌年|翌月|年度|[1-9１-９]月頃|春|秋',
);

/** A yes negated a few words before: "does not make sense", "não faz sentido". */
export const DENIED_YES = new RegExp(
  `(?:${DENIES.source})\\s+(?:\\p{L}+\\s+){0,2}(?:${YES.source}|${INTEREST.source})`,
  'iu',
);
