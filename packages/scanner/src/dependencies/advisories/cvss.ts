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
 * Base score of a CVSS 3 vector by the specification's formula; of a CVSS 4 vector a close estimate from its
 * vulnerable-system part by the same formula; a bare number as it is; undefined for anything else.
 */
export function cvssBaseScore(text: string): number | undefined {
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text);
  const match = /^CVSS:(3\.[01]|4\.0)\/(.+)$/.exec(text);
  if (!match) return undefined;
  const metrics = Object.fromEntries(match[2]!.split('/').map((part) => part.split(':'))) as Record<
    string,
    string
  >;
  if (match[1] === '4.0') {
    const interaction = metrics.UI === 'N' ? 'N' : 'R';
    const complexity = metrics.AC === 'H' || metrics.AT === 'P' ? 'H' : 'L';
    const changed = metrics.SC === 'H' || metrics.SI === 'H' || metrics.SA === 'H';
    Object.assign(metrics, {
      UI: interaction,
      AC: complexity,
      S: changed ? 'C' : 'U',
      C: metrics.VC,
      I: metrics.VI,
      A: metrics.VA,
    });
  }
  const scope = metrics.S === 'C' ? 'C' : 'U';
  const value = (name: string) => v3[name]?.[metrics[name] ?? ''];
  const [av, ac, ui, c, i, a] = [value('AV'), value('AC'), value('UI'), value('C'), value('I'), value('A')];
  const pr = privileges[scope]?.[metrics.PR ?? ''];
  if ([av, ac, ui, c, i, a, pr].some((one) => one === undefined)) return undefined;
  const loss = 1 - (1 - c!) * (1 - i!) * (1 - a!);
  const impact = scope === 'U' ? 6.42 * loss : 7.52 * (loss - 0.029) - 3.25 * (loss - 0.02) ** 15;
  if (impact <= 0) return 0;
  const exploitability = 8.22 * av! * ac! * pr! * ui!;
  const sum = scope === 'U' ? impact + exploitability : 1.08 * (impact + exploitability);
  return roundUp(Math.min(sum, 10));
}

/** The specification's Roundup: to the next tenth, without the errors of binary fractions. */
function roundUp(value: number): number {
  const integer = Math.round(value * 100_000);
  return integer % 10_000 === 0 ? integer / 100_000 : (Math.floor(integer / 10_000) + 1) / 10;
}
