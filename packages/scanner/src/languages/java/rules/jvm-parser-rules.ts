import type { SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { cwe } from '../../shared/rules/cwe-page.ts';

/** The enclosing function. A factory that the class stores may be configured anywhere in it. */
function functionText(view: SourceView, offset: number): string {
  const around = view.functionAt(view.lineAt(offset));
  const body = around ? view.linesOf(around, 'withoutComments') : '';
  // Passed to a function that configures it.
  return body === '' || /\b\w*(?:secure|harden|configure|disable|prepare|safe)\w*\s*\(\s*\w+\s*\)/i.test(body)
    ? view.withoutComments
    : body;
}

/** Calls that are dangerous whatever flows in: unsafe loaders, parsers with entities, shells. */
export const jvmParserRules: readonly TextRule[] = [
  {
    id: 'injection/xxe',
    languages: ['Java', 'Kotlin'],
    pattern:
      /\bsetProperty\s*\(\s*(?:XMLInputFactory\s*\.\s*(?:SUPPORT_DTD|IS_SUPPORTING_EXTERNAL_ENTITIES)|"javax\.xml\.stream\.(?:isSupportingExternalEntities|supportDTD)")\s*,\s*(?:true|Boolean\.TRUE)\s*\)|\bsetFeature\s*\(\s*"http:\/\/(?:xml\.org\/sax\/features\/external-(?:general|parameter)-entities"\s*,\s*true|apache\.org\/xml\/features\/disallow-doctype-decl"\s*,\s*false)\s*\)/g,
    impact: 'disclosure',
    confidence: 0.6,
    cwe: ['CWE-611', 'CWE-827', 'CWE-776'],
    description: 'The parser is configured to read external entities: local files and internal addresses.',
    recommendation: 'Leave document types and external entities switched off.',
    source: 'code',
    references: [cwe(611)],
  },
  {
    id: 'injection/xxe',
    languages: ['Java', 'Kotlin'],
    pattern:
      /\b(?:DocumentBuilderFactory|SAXParserFactory|XMLInputFactory)\.(?:newInstance|newFactory)\s*\(|\bnew\s+SAX(?:Reader|Builder)\s*\(|\bXMLReaderFactory\.createXMLReader\s*\(/g,
    over: 'code',
    impact: 'disclosure',
    confidence: 0.55,
    cwe: ['CWE-611', 'CWE-827', 'CWE-776'],
    description:
      'By default the parser reads external entities: whoever sends the document can read local files and internal addresses.',
    recommendation:
      'Set http://apache.org/xml/features/disallow-doctype-decl to true, or set FEATURE_SECURE_PROCESSING and forbid external access.',
    source: 'code',
    references: [cwe(611)],
    refine: (match, view) =>
      !/disallow-doctype-decl|SUPPORT_DTD|ACCESS_EXTERNAL_DTD|external-general-entities|IS_SUPPORTING_EXTERNAL_ENTITIES|FEATURE_SECURE_PROCESSING/.test(
        functionText(view, match.index ?? 0),
      ) && /\.(?:parse|read|build|createXMLStreamReader|createXMLEventReader)\s*\(/.test(view.code)
        ? { impact: 'weakening' }
        : false,
  },
];
