// From the CLDR names of English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Swedish,
// Danish, Norwegian, Finnish, Czech, Slovak, Hungarian, Romanian, Turkish, Russian, Ukrainian and Greek,
// folded and lower-cased. Hard-coded, because asking the formatters that know them takes 16 MB.
const months = [
  'january jan januar janvier janv enero ene gennaio gen janeiro januari styczen stycznia sty tammikuu tammikuuta tammi leden ledna led januara ianuarie ian ocak oca январь января янв січень січня січ ιανουαριου ιαν',
  'february feb februar fevrier fevr febrero febbraio fevereiro fev februari luty lutego lut helmikuu helmikuuta helmi unor unora uno februara febr februarie subat sub февраль февраля февр лютии лютого лют φεβρουαριου φεβ',
  'mrz maerz march mar marz mars marzo marco maart mrt marzec marca marts maaliskuu maaliskuuta maalis brezen brezna bre marec marcius marc martie mart март марта мар березень березня бер μαρτιου μαρ',
  'april apr avril avr abril abr aprile kwiecien kwietnia kwi huhtikuu huhtikuuta huhti duben dubna dub aprila aprilis aprilie nisan nis апрель апреля апр квітень квітня квіт απριλιου απρ',
  'may mai mayo maggio mag maio mei maj maja toukokuu toukokuuta touko kveten kvetna kve majus mayıs маи мая травень травня трав μαιου μαι',
  'june jun juni juin junio giugno giu junho czerwiec czerwca cze kesakuu kesakuuta kesa cerven cervna cvn juna junius iunie iun haziran haz июнь июня июн червень червня черв ιουνιου ιουν',
  'july jul juli juillet juil julio luglio lug julho lipiec lipca lip heinakuu heinakuuta heina cervenec cervence cvc jula julius iulie iul temmuz tem июль июля июл липень липня лип ιουλιου ιουλ',
  'august aug aout agosto ago augustus sierpien sierpnia sie augusti elokuu elokuuta elo srpen srpna srp augusta augusztus agustos agu август августа авг серпень серпня серп αυγουστου αυγ',
  'sept september sep septembre septiembre settembre set setembro wrzesien wrzesnia wrz syyskuu syyskuuta syys zari zar septembra szeptember szept septembrie eylul eyl сентябрь сентября сент вересень вересня вер σεπτεμβριου σεπ',
  'october oct oktober okt octobre octubre ottobre ott outubro out pazdziernik pazdziernika paz lokakuu lokakuuta loka rijen rijna rij oktobra octombrie ekim eki октябрь октября окт жовтень жовтня жовт οκτωβριου οκτ',
  'november nov novembre noviembre novembro listopad listopada lis marraskuu marraskuuta marras listopadu novembra noiembrie kasım kas ноябрь ноября нояб листопад листопада лист νοεμβριου νοε',
  'december dec dezember dez decembre diciembre dic dicembre dezembro grudzien grudnia gru desember des joulukuu joulukuuta joulu prosinec prosince pro decembra decembrie aralık ara декабрь декабря дек грудень грудня груд δεκεμβριου δεκ',
];

// Starting with Sunday. Only the stem when a name is inflected.
const weekdays = [
  'воскресень dimanche domenica niedziel sunnunta duminica sonntag domingo vasarna sunday zondag sondag κυριακ nedel pazar неділ 日曜',
  'poniedziale понедельни maananta pazartes понеділо segunda maandag pondelo monday montag lunedi mandag pondel δευτερ lundi lunes hetfo luni 月曜',
  'dienstag tuesday martedi dinsdag tirsdag вівторо martes tisdag tiista вторни mardi terca wtore utery utoro marti τριτη kedd salı 火曜',
  'keskiviikk wednesday miercoles mercoledi mittwoch mercredi woensdag miercuri carsamb quarta onsdag τεταρτ sroda stred szerd среда серед 水曜',
  'donnerstag donderdag thursday csutorto giovedi czwarte torsdag persemb jueves quinta torsta ctvrte stvrto четвер jeudi четве πεμπτ joi 木曜',
  'vendredi perjanta παρασκευ freitag viernes venerdi vrijdag пʼятниц friday fredag vineri пятниц sexta piate patek piato pente cuma 金曜',
  'saturday zaterdag cumartes samstag lauanta sambata samedi sabado sabato lordag szomba суббот σαββατ sobot субот 土曜',
];

/** Months 0 to 11 by their folded lower-case names: long, short and as used next to a day. */
export const monthByName: ReadonlyMap<string, number> = new Map(indexed(months));

/** Weekdays (Sunday = 0) by their folded stems, longest first. */
export const weekdayStems: readonly (readonly [stem: string, weekday: number])[] = indexed(weekdays).sort(
  ([a], [b]) => b.length - a.length,
);

function indexed(lists: readonly string[]): [string, number][] {
  return lists.flatMap((list, i) => list.split(' ').map((name): [string, number] => [name, i]));
}
