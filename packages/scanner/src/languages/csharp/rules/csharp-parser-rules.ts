import type { TextRule } from '../../../rules/text-rule.ts';
import { cwe } from '../../shared/rules/cwe-page.ts';

/** Calls that are dangerous whatever flows in: unsafe loaders, parsers with entities, shells. */
export const csharpParserRules: readonly TextRule[] = [
  {
    id: 'injection/xxe',
    languages: ['C#'],
    pattern:
      /\bXmlResolver\s*=\s*new\s+XmlUrlResolver|DtdProcessing\s*=\s*DtdProcessing\.Parse|ProhibitDtd\s*=\s*false/g,
    over: 'code',
    impact: 'disclosure',
    confidence: 0.7,
    cwe: ['CWE-611', 'CWE-827', 'CWE-776'],
    description: 'The parser reads document types and resolves the entities of the document.',
    recommendation: 'Set DtdProcessing.Prohibit and XmlResolver = null.',
    source: 'code',
    references: [cwe(611)],
  },
  {
    id: 'injection/deserialization',
    languages: ['C#'],
    pattern:
      /\bnew\s+(?:BinaryFormatter|NetDataContractSerializer|SoapFormatter|LosFormatter|ObjectStateFormatter)\s*\(|TypeNameHandling\s*=\s*TypeNameHandling\.(?:All|Auto|Objects)/g,
    over: 'code',
    impact: 'disclosure',
    confidence: 0.7,
    cwe: ['CWE-502'],
    description: 'The data chooses which classes are built; with the usual libraries that runs code.',
    recommendation: 'Use System.Text.Json or a serializer with fixed types.',
    source: 'code',
    references: [cwe(502)],
  },
];
