import { anyOf } from '../fold-letters.ts';

/** Phrases for mail that did not arrive, or not yet. */
export const FAILED = anyOf(
  String.raw`undeliver|deliver(?:y|ed)? (?:status )?(?:notification|failure|failed|problems|error|delay)|delivery (?:has|to the following|incomplete)|(?:could|can|was|were|has|have|has been|unable|failed)(?: not|n't)? (?:be |to )?(?:been )?(?:deliver|send|sent)|not (?:yet )?(?:been )?(?:be )?deliver|returned (?:mail|to sender)|mail delivery (?:failed|failure|system)|failure notice|message (?:delayed|blocked|rejected|not delivered)|permanent (?:fatal )?(?:error|failure)|\bndr\b|temporary (?:problem|failure|error)|will (?:be )?retr(?:y|ied)`,
  String.raw`unzustellbar|nicht (?:zugestellt|ausgeliefert|zustell)|zustell\w*(?:fehler|versuch|ung)|konnte nicht`,
  "non (?:remis|distribu)|échec de (?:la )?(?:remise|distribution)|pas pu être (?:remis|distribu|livr)|n'a pas été (?:remis|distribu)",
  'no (?:se )?(?:pudo |ha podido |puede )?entreg|no entregad|error de entrega|devuelto',
  'mancat[ao] (?:consegna|recapito)|non (?:è stato )?(?:possibile )?(?:consegna|recapit)|impossibile (?:consegnare|recapitare)',
  'não (?:foi )?(?:entregue|possível entregar)|falha na entrega|devolvid',
  'onbestelbaar|niet (?:worden )?(?:afgeleverd|bezorgd)',
  'nie (?:mogla zostac |zostala |mozna )?dostarcz|niedostarcz|zwrot wiadomosci|kunde inte levereras|kunne ikke leveres|olevererbar|ikke leveret',
  '配信不能|配[信達]できま|届けることができません|送信できません',
);

/** Phrases for an address that does not exist. */
export const UNKNOWN_RECIPIENT = anyOf(
  String.raw`(?:user|recipient|mailbox|account|address|alias|person|e-?mail(?: account| address)?)\b[^.\n]{0,60}(?:unknown|does(?: not|n't) exist|not (?:be )?found|n't (?:be )?found|not (?:listed|known|exist|valid|available here|recogni[sz]ed)|no longer|invalid|inactive|disabled|deactivated|closed|discontinued|suspended)|(?:unknown|no such|invalid|bad|non-?existent|unrouteable|not a valid) (?:user|recipient|mailbox|account|address|host|domain|alias|destination)|(?:no|not have an?|n't have an?) [^.\n]{0,30}(?:mailbox|account|user)\b|no mailbox here|user[^.\n]{0,20}does(?: not|n't) (?:have|exist)|(?:host|domain)[^.\n]{0,40}(?:not found|n't found|does(?: not|n't) exist|unknown|cannot be found)|non-existent hosts|wasn'?t found at|couldn'?t be found|not listed in|all relevant mx|nxdomain|permanent(?:ly)? (?:error|fail)|i've given up|relay(?:ing)? (?:access )?denied`,
  String.raw`(?:empfänger|adresse|benutzer|postfach|konto)[^.\n]{0,60}(?:unbekannt|nicht gefunden|existiert nicht|nicht vorhanden|ungültig|deaktiviert)|nicht gefunden werden`,
  String.raw`(?:adresse|destinataire|utilisateur|boîte)[^.\n]{0,60}(?:inconnue?|introuvable|n'existe (?:pas|plus)|pas (?:été )?trouvé|désactivée?)`,
  String.raw`(?:dirección|usuario|buzón|cuenta|destinatario)[^.\n]{0,60}(?:no existe|desconocid|no se (?:encontró|encuentra)|inválid|desactivad)`,
  String.raw`(?:indirizzo|utente|casella|destinatario)[^.\n]{0,60}(?:non esiste|inesistente|sconosciut|non (?:è stato )?trovat|disattivat)`,
  String.raw`(?:endereço|usuário|conta|destinatário|caixa)[^.\n]{0,60}(?:não existe|inexistente|desconhecid|não (?:foi )?encontrad|inválid|desativad)`,
  String.raw`(?:adres|gebruiker|postvak|ontvanger)[^.\n]{0,60}(?:onbekend|bestaat niet|niet gevonden)|(?:adres|uzytkownik|skrzynka|odbiorca)[^.\n]{0,60}(?:nie istnieje|nieznan|nie znaleziono)|(?:mottagare|adress|modtager)\p{L}*[^.\n]{0,60}(?:hittades inte|finns inte|okänd|findes ikke|ukendt)`,
  '(?:宛先|アドレス|ユーザー|受信者).{0,20}(?:見つかりません|存在しません|不明)',
);

/** Phrases for problems that may pass: full mailbox, busy server, policy, filter. */
export const MAY_PASS = anyOf(
  String.raw`(?:mailbox|inbox|quota|storage|disk)[^.\n]{0,40}(?:full|exceeded|exceeds|over|limit)|over ?quota|quota exceeded|out of storage|insufficient (?:system )?storage|temporar|try again later|(?:has )?(?:been )?delayed|delay(?:ed)? reason|not yet been delivered|will (?:be )?retr|grey ?list|deferred|timed? ?out|connection (?:refused|lost|reset|dropped)|too (?:large|big|many)|size limit|spam|spf\b|dkim|dmarc|policy|blocked|block ?list|black ?list|reputation|content (?:restriction|rejected|filter)|unsolicited|rate limit|throttl|virus|attachment`,
  String.raw`postfach[^.\n]{0,30}voll|speicherplatz|kontingent|vorübergehend|verzögert|zu groß`,
  String.raw`(?:boîte|espace)[^.\n]{0,40}(?:pleine|saturée?)|quota dépassé|temporaire|retardé`,
  String.raw`buzón (?:está )?lleno|cuota|temporal|retrasad|casella (?:è )?piena|temporane|caixa (?:de \p{L}+ )?(?:está )?cheia|temporári|postvak (?:is )?vol|tijdelijk|skrzynka[^.\n]{0,20}(?:pelna|przepelniona)|tymczasow|tillfällig|midlertidig|fullt`,
  '容量|一時的|遅延|いっぱい',
);

/** Phrases about the sender rather than the recipient. */
export const SENDER = anyOf(
  String.raw`sender(?:'s)? (?:address |domain |mail(?:box)? )?(?:rejected|refused|denied|blocked|invalid|unknown|verif\w+ failed|not (?:allowed|accepted|authori[sz]ed))|(?:bad|invalid|unknown) (?:outbound )?sender|(?:mail |envelope[- ])from (?:address |domain )?(?:rejected|refused|not)|return[- ]path`,
);

/** Phrases of a relay that does not accept our mail: it does not know or trust us. */
export const NOT_US = anyOf(
  SENDER.source,
  String.raw`relay(?:ing)? (?:access |is )?(?:denied|prohibited|not (?:permitted|allowed))|(?:unable|not (?:permitted|allowed|authori[sz]ed)) to relay|we do not relay|client (?:host|address) (?:rejected|blocked)|helo command rejected|(?:authentication|auth|login) (?:is )?required|must (?:authenticate|issue a starttls|log ?in)|not (?:logged in|authenticated)|not authori[sz]ed to send|(?:blocked|listed|rejected)[^\n]{0,40}(?:using|by|at|in) [\w.-]*(?:spamhaus|spamcop|barracuda|sorbs|dnsbl|rbl|blocklist|blacklist)|(?:ip|client|sending) (?:address |host )?[^\n]{0,60}(?:block|black|deny)[- ]?list|poor reputation|sending (?:limit|quota)|email address is not verified`,
);
