import type { TextRule } from '../../../rules/text-rule.ts';
import { cwe } from '../../shared/rules/cwe-page.ts';

/** Calls that are dangerous whatever flows in: unsafe loaders, parsers with entities, shells. */
export const phpParserRules: readonly TextRule[] = [
  {
    id: 'injection/xxe',
    languages: ['PHP'],
    pattern: /\bLIBXML_NOENT\b|libxml_disable_entity_loader\s*\(\s*false/g,
    over: 'code',
    impact: 'disclosure',
    confidence: 0.75,
    cwe: ['CWE-611', 'CWE-827', 'CWE-776'],
    description: 'With LIBXML_NOENT the parser inserts the content of external entities into the document.',
    recommendation: 'Remove LIBXML_NOENT.',
    source: 'code',
    references: [cwe(611)],
  },
];
