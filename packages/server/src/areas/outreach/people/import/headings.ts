/** Lead fields a column can map to. All other columns become custom fields. */
export const leadFields = [
  'email',
  'first_name',
  'last_name',
  'full_name',
  'title',
  'company',
  'domain',
  'phone',
  'linkedin_url',
  'country',
  'timezone',
] as const;

export type LeadField = (typeof leadFields)[number];

/** Header names found in lists, without case, accents and punctuation; likeliest first. */
export const headings: Record<LeadField, readonly string[]> = {
  email:
    'email emailaddress mail mailaddress workemail businessemail emailwork primaryemail contactemail personemail personemailwork email1 email1value emailaddress1 emails emailadresse mailadresse adressemail courriel adresseemail correo correoelectronico indirizzoemail メール メールアドレス 電子メール'.split(
      ' ',
    ),
  first_name: 'firstname givenname forename first fname contactfirstname vorname prenom nombre nome 名'.split(
    ' ',
  ),
  last_name:
    'lastname surname familyname last lname contactlastname nachname familienname nomdefamille nom apellido apellidos cognome sobrenome 姓'.split(
      ' ',
    ),
  full_name:
    'fullname name contactname contact displayname personname vollername nomcomplet nombrecompleto 氏名 名前'.split(
      ' ',
    ),
  title:
    'jobtitle jobposition positiontitle organizationtitle organization1title currentjob position title role designation headline occupation berufsbezeichnung funktion titel poste fonction cargo puesto 役職'.split(
      ' ',
    ),
  company:
    'company companyname organization organisation organizationname account accountname companyaccount associatedcompany personorganization organization1name employer business firma unternehmen firmenname entreprise societe empresa azienda 会社 会社名'.split(
      ' ',
    ),
  domain:
    'domain companydomain website companywebsite web url websiteurl companyurl homepage webseite siteweb sitioweb'.split(
      ' ',
    ),
  phone:
    'phone phonenumber telephone tel mobile mobilephone cell workphone businessphone directphone directphonenumber workdirectphone corporatephone personphone personphonework phone1 phone1value telefon telefonnummer handy mobil telefono 電話 電話番号'.split(
      ' ',
    ),
  linkedin_url:
    'linkedinurl linkedin linkedinprofile personlinkedinurl linkedinprofileurl linkedinlink linkedincontactprofileurl linkedinurlpublic profileurl'.split(
      ' ',
    ),
  country:
    'country countryname location countryregion mailingcountry businesscountry businesscountryregion land pays pais paese 国'.split(
      ' ',
    ),
  timezone: 'timezone tz zeitzone fuseauhoraire zonahoraria'.split(' '),
};

const all = new Set(Object.values(headings).flat().map(normalizeHeading));
const ofAddresses = new Set(headings.email.map(normalizeHeading));

/** Whether a cell is a known column header. */
export function isHeading(cell: string): boolean {
  return all.has(normalizeHeading(cell));
}

/** Whether it is a known header of an address column. */
export function isAddressHeading(cell: string): boolean {
  return ofAddresses.has(normalizeHeading(cell));
}

export function normalizeHeading(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
