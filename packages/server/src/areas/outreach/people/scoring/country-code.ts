/** Common names in addition to those of the language. */
const further: Readonly<Record<string, string>> = {
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
};

let known: Map<string, string> | undefined;

/** Codes by every known name, in lower case; built on first use. */
function countryCodes(): Map<string, string> {
  known ??= new Map([...namesOfLanguage(), ...Object.entries(further)]);
  return known;
}

function namesOfLanguage(): [string, string][] {
  const english = new Intl.DisplayNames(['en'], { type: 'region' });
  const letters = Array.from({ length: 26 }, (_, i) => String.fromCharCode(65 + i));
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return codes.flatMap((code): [string, string][] => {
    const name = english.of(code);
    if (name === undefined || name === code) return [];
    return [
      [name.toLowerCase(), code],
      [code.toLowerCase(), code],
    ];
  });
}

/**
 * All names of a country, in lower case: for `USA` its code and its names; for an unknown one the text
 * itself.
 */
export function countryNames(text: string): string[] {
  const code = countryCode(text);
  if (code === undefined) return [text.trim().toLowerCase()];
  return [...countryCodes()].flatMap(([name, own]) => (own === code ? [name] : []));
}

/** The ISO 3166 code of a country name, `US` for `USA`; undefined when unknown. */
export function countryCode(text: string): string | undefined {
  return countryCodes().get(text.trim().toLowerCase());
}
