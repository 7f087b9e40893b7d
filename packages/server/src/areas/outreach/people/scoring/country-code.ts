const english = new Intl.DisplayNames(['en'], { type: 'region' });
const codes = new Map<string, string>();

for (let first = 65; first <= 90; first++) {
  for (let second = 65; second <= 90; second++) {
    const code = String.fromCharCode(first, second);
    const name = english.of(code);
    if (name !== undefined && name !== code) {
      codes.set(name.toLowerCase(), code);
      codes.set(code.toLowerCase(), code);
    }
  }
}
for (const [name, code] of Object.entries({
  usa: 'US',
  'u.s.': 'US',
  'united states of america': 'US',
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  deutschland: 'DE',
  österreich: 'AT',
  schweiz: 'CH',
  españa: 'ES',
  italia: 'IT',
  'the netherlands': 'NL',
  holland: 'NL',
  brasil: 'BR',
  日本: 'JP',
})) {
  codes.set(name, code);
}

/** All that people write for a country, in lower case: of `USA` its code and its names; of what is none, itself. */
export function countryNames(text: string): string[] {
  const code = countryCode(text);
  if (code === undefined) return [text.trim().toLowerCase()];
  return [...codes].flatMap(([name, own]) => (own === code ? [name] : []));
}

/** The ISO 3166 code of a country as people write it, `US` of `USA`; undefined for what is none. */
export function countryCode(text: string): string | undefined {
  return codes.get(text.trim().toLowerCase());
}
