import type { Finding } from '../../packages/scanner/src/types/finding.ts';
import { isSameFamily } from './expected-results.ts';
import applications from './known-applications.json' with { type: 'json' };

/** A flaw described in the comments or the manual of a set: file, first and last line, CWE numbers. */
type KnownFlaw = readonly [file: string, from: number, to: number, cwes: readonly number[]];

interface KnownSet {
  name: string;
  /** A file and a text in it by which the set is recognized. */
  marker: { file: string; text: RegExp };
  flaws: readonly KnownFlaw[];
  /** Held out: nobody looks at the flaws that are missed in it. */
  isHeld?: boolean;
}

/** Intentionally vulnerable applications. The flaws were labelled before the first scan. */
const labelled: readonly KnownSet[] = applications.map(({ name, half, marker, flaws }) => ({
  name: `${name} (${half})`,
  marker: {
    file: marker.file,
    text: new RegExp(marker.text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)),
  },
  flaws: flaws.map((flaw): KnownFlaw => {
    const [file, from, to, cwes] = flaw;
    if (
      typeof file !== 'string' ||
      typeof from !== 'number' ||
      typeof to !== 'number' ||
      !Array.isArray(cwes)
    )
      throw new TypeError(`${name}: ${JSON.stringify(flaw)} is no flaw`);
    return [file, from, to, cwes];
  }),
  isHeld: half === 'held out',
}));

/**
 * Line numbers of NodeGoat c5cb68a (from its comments `Insecure …` and `Fix for …`) and DVNA 9ba473a (from
 * docs/solution).
 */
const sets: readonly KnownSet[] = [
  {
    name: 'NodeGoat',
    marker: { file: 'package.json', text: /"name":\s*"owasp-nodejs-goat"/ },
    flaws: [
      ['app/routes/contributions.js', 32, 34, [94, 95]],
      ['app/data/allocations-dao.js', 77, 86, [943, 94, 89]],
      ['app/routes/session.js', 64, 64, [117]],
      ['app/routes/session.js', 82, 98, [204, 203]],
      ['app/routes/session.js', 116, 116, [384]],
      ['app/routes/session.js', 144, 144, [521]],
      ['app/data/user-dao.js', 25, 25, [256, 312, 522]],
      ['app/data/user-dao.js', 61, 61, [256, 522, 916]],
      ['server.js', 38, 65, [693, 1021]],
      ['server.js', 15, 15, [693, 1021, 200]],
      ['server.js', 78, 102, [614, 1004]],
      ['server.js', 104, 113, [352]],
      ['server.js', 135, 142, [79, 116]],
      ['server.js', 144, 147, [319]],
      ['app/routes/allocations.js', 16, 18, [639]],
      ['app/data/profile-dao.js', 61, 66, [311, 312, 359]],
      ['app/routes/index.js', 55, 60, [862, 285, 306]],
      ['app/routes/index.js', 70, 73, [601]],
      ['app/routes/profile.js', 59, 59, [1333, 400, 730]],
      ['app/routes/profile.js', 28, 28, [79, 116]],
      ['app/routes/research.js', 15, 16, [918]],
      ['app/views/memos.html', 31, 31, [79, 80, 116]],
      ['config/env/all.js', 8, 9, [798, 321, 259]],
      ['package-lock.json', 1, 100_000, [1104, 1395, 937, 79, 400, 1333]],
    ],
  },
  {
    name: 'DVNA',
    marker: { file: 'package.json', text: /"name":\s*"dvna"/ },
    flaws: [
      ['core/appHandler.js', 10, 12, [89]],
      ['core/appHandler.js', 39, 39, [78, 77]],
      ['core/authHandler.js', 49, 49, [640, 330, 328, 327]],
      ['core/authHandler.js', 78, 78, [640, 330, 328, 327]],
      ['server.js', 23, 25, [798, 321, 259]],
      ['server.js', 27, 27, [614, 1004]],
      ['core/appHandler.js', 207, 211, [200, 213, 359, 497]],
      ['models/index.js', 5, 25, [532]],
      ['core/appHandler.js', 235, 235, [611]],
      ['routes/app.js', 42, 42, [862, 285]],
      ['views/app/admin.ejs', 15, 60, [602]],
      ['core/appHandler.js', 144, 149, [639]],
      ['core/appHandler.js', 197, 197, [94, 95, 209]],
      ['server.js', 11, 13, [200, 693, 1021]],
      ['views/app/products.ejs', 20, 20, [79, 80, 116]],
      ['views/app/products.ejs', 49, 53, [79, 80, 116]],
      ['views/app/adminusers.ejs', 40, 42, [79, 80, 116]],
      ['core/appHandler.js', 218, 218, [502]],
      ['package.json', 1, 60, [1104, 1395, 937, 502, 94, 79]],
      ['server.js', 23, 28, [352]],
      ['core/appHandler.js', 188, 188, [601]],
      ['core/passport.js', 36, 41, [778, 223]],
    ],
  },
];

export interface KnownFlawScore {
  name: string;
  /** Flaws with a finding of the right weakness within five lines. */
  found: number;
  /** Flaws with any security finding within five lines. */
  touched: number;
  total: number;
  missed: string[];
}

/** Scores a checkout if it is one of the sets; null otherwise. */
export function scoreKnownFlaws(
  textOf: (path: string) => string | undefined,
  findings: readonly Finding[],
): KnownFlawScore | null {
  const set = [...sets, ...labelled].find(({ marker }) => marker.text.test(textOf(marker.file) ?? ''));
  if (set === undefined) return null;
  const missed: string[] = [];
  let found = 0;
  let touched = 0;
  for (const [file, from, to, cwes] of set.flaws) {
    const near = findings.filter(
      (one) => one.file === file && one.line <= to + 5 && Math.max(one.line, one.endLine) >= from - 5,
    );
    if (near.length > 0) touched++;
    if (
      near.some((one) => cwes.some((cwe) => one.cwe.some((text) => isSameFamily(cwe, Number(text.slice(4))))))
    )
      found++;
    else
      missed.push(
        `${file}:${from} (CWE-${cwes[0]}; there: ${[...new Set(near.map((one) => one.ruleId))].join(' ')})`,
      );
  }
  return { name: set.name, found, touched, total: set.flaws.length, missed: set.isHeld ? [] : missed };
}
