const v3: Record<string, Record<string, number>> = {
  AV: { N: 0.85, A: 0.62, L: 0.55, P: 0.2 },
  AC: { L: 0.77, H: 0.44 },
  UI: { N: 0.85, R: 0.62 },
  C: { H: 0.56, L: 0.22, N: 0 },
  I: { H: 0.56, L: 0.22, N: 0 },
  A: { H: 0.56, L: 0.22, N: 0 },
};
const privileges: Record<string, Record<string, number>> = {
  U: { N: 0.85, L: 0.62, H: 0.27 },
  C: { N: 0.85, L: 0.68, H: 0.5 },
};

/**
 * The base score of a CVSS 3 vector by the specification's formula; for a CVSS 4 vector, an estimate from its
 * vulnerable-system metrics by the same formula; a plain number unchanged; undefined for anything else.
 */
export function cvssBaseScore(text: string): number | undefined {
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text);
  const [, release, vector] = /^CVSS:(3\.[01]|4\.0)\/(.+)$/.exec(text) ?? [];
  if (vector === undefined) return undefined;
  const metrics: Record<string, string> = Object.fromEntries(
    vector.split('/').map((part): [string, string] => {
      const [name = '', value = ''] = part.split(':');
      return [name, value];
    }),
  );
  if (release === '4.0') followVersion3(metrics);
  const scope = metrics.S === 'C' ? 'C' : 'U';
  const valueIn = (table: Record<string, number> | undefined, name: string) =>
    table?.[metrics[name] ?? ''] ?? Number.NaN;
  const value = (name: string) => valueIn(v3[name], name);
  const loss = 1 - (1 - value('C')) * (1 - value('I')) * (1 - value('A'));
  const privilege = valueIn(privileges[scope], 'PR');
  const exploitability = 8.22 * value('AV') * value('AC') * privilege * value('UI');
  // A missing or invalid metric gives no number.
  if (Number.isNaN(loss + exploitability)) return undefined;
  const impact = scope === 'U' ? 6.42 * loss : 7.52 * (loss - 0.029) - 3.25 * (loss - 0.02) ** 15;
  if (impact <= 0) return 0;
  const sum = scope === 'U' ? impact + exploitability : 1.08 * (impact + exploitability);
  return roundUp(Math.min(sum, 10));
}

/** Adds the closest CVSS 3 metrics to a CVSS 4 vector. */
function followVersion3(metrics: Record<string, string>): void {
  const changed = metrics.SC === 'H' || metrics.SI === 'H' || metrics.SA === 'H';
  Object.assign(metrics, {
    UI: metrics.UI === 'N' ? 'N' : 'R',
    AC: metrics.AC === 'H' || metrics.AT === 'P' ? 'H' : 'L',
    S: changed ? 'C' : 'U',
    C: metrics.VC,
    I: metrics.VI,
    A: metrics.VA,
  });
}

/** The specification's Roundup: up to the next tenth, without binary rounding errors. */
function roundUp(value: number): number {
  const integer = Math.round(value * 100_000);
  return integer % 10_000 === 0 ? integer / 100_000 : (Math.floor(integer / 10_000) + 1) / 10;
}
