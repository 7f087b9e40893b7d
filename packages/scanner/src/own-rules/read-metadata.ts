import type { Category } from '../types/finding.ts';
import type { OwnRule } from './rule-types.ts';
import type { Place } from './yaml-place.ts';

const categoriesByName: Readonly<Record<string, Category>> = {
  security: 'security',
  correctness: 'quality',
  'best-practice': 'quality',
  maintainability: 'quality',
  compatibility: 'quality',
  portability: 'quality',
  quality: 'quality',
  performance: 'performance',
  caching: 'performance',
};

const confidences: Readonly<Record<string, number>> = { HIGH: 0.9, MEDIUM: 0.7, LOW: 0.5 };

/** The part of `metadata` that findings show; the rest is ignored. */
export function readMetadata(
  place: Place,
): Pick<OwnRule, 'cwe' | 'owasp' | 'references' | 'category' | 'confidence'> {
  const cwe = place
    .at('cwe')
    .texts()
    .flatMap((text) => /CWE-\d{1,5}/i.exec(text)?.[0].toUpperCase() ?? []);
  return {
    cwe: [...new Set(cwe)].slice(0, 10),
    owasp: place
      .at('owasp')
      .texts()
      .slice(0, 10)
      .map((text) => text.slice(0, 200)),
    references: [...place.at('references').texts(), ...place.at('source').texts()]
      .filter((url) => /^https?:\/\//.test(url) && url.length <= 500)
      .slice(0, 10),
    category: categoriesByName[place.at('category').text ?? ''] ?? 'security',
    confidence: confidences[(place.at('confidence').text ?? '').toUpperCase()] ?? 0.8,
  };
}
