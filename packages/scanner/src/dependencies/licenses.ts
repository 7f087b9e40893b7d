/** How much a license requires of the software built with it. */
export type LicenseKind =
  | 'permissive'
  | 'weak-copyleft'
  | 'copyleft'
  | 'network-copyleft'
  | 'restricted'
  | 'unknown';

const kinds: [RegExp, LicenseKind][] = [
  [/^(?:AGPL|SSPL|EUPL)/i, 'network-copyleft'],
  [/^(?:LGPL|MPL|EPL|CDDL|OSL|CPL|MS-RL)/i, 'weak-copyleft'],
  [/^GPL/i, 'copyleft'],
  [/^(?:BUSL|BSL-1\.1|Elastic|CC-BY-NC|Commons-Clause|Proprietary|UNLICENSED|PolyForm)/i, 'restricted'],
  [
    /^(?:MIT|ISC|BSD|0BSD|Apache|Unlicense|CC0|CC-BY|Zlib|BlueOak|Python|PSF|WTFPL|Artistic|BSL-1\.0|X11|Public Domain|MIT-0|Ruby|AFL|NCSA|Unicode|OFL)/i,
    'permissive',
  ],
];

const order: LicenseKind[] = [
  'permissive',
  'unknown',
  'weak-copyleft',
  'copyleft',
  'network-copyleft',
  'restricted',
];

/** For an SPDX expression with OR, the least restrictive; with AND, the most restrictive. */
export function licenseKind(expression: string | null): LicenseKind {
  if (!expression) return 'unknown';
  const choices = expression
    .replace(/[()]/g, ' ')
    .split(/\s+OR\s+/i)
    .map((choice) =>
      choice
        .split(/\s+AND\s+/i)
        .map(singleKind)
        .reduce(
          (worst, one) => (order.indexOf(one) > order.indexOf(worst) ? one : worst),
          'permissive' as LicenseKind,
        ),
    );
  return choices.reduce((best, one) => (order.indexOf(one) < order.indexOf(best) ? one : best));
}

function singleKind(name: string): LicenseKind {
  return kinds.find(([pattern]) => pattern.test(name.trim()))?.[1] ?? 'unknown';
}
