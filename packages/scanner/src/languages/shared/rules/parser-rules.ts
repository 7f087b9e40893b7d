import { callText } from '../../../rules/call-text.ts';
import { jsLanguages, type SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const cwe = (number: number) => `https://cwe.mitre.org/data/definitions/${number}.html`;

/** Calls that are dangerous in themselves whatever flows in: unsafe loaders, parsers with entities, shells. */
export const parserRules: readonly TextRule[] = [
  {
    id: 'injection/unsafe-yaml',
    title: 'YAML loaded with arbitrary objects',
    languages: ['Python'],
    pattern: /\byaml\.(?:unsafe_load|full_load|load)(?:_all)?\s*\(([^\n]{0,300})/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.8,
    cwe: ['CWE-502', 'CWE-20'],
    description:
      'This loader builds the objects that the document names, which runs code for a crafted document.',
    recommendation: 'Use yaml.safe_load.',
    source: 'code',
    references: [cwe(502)],
    refine: (match, view) =>
      // Another library of that name, whose loaders build plain values unless they are told otherwise.
      !/\byaml\s*=\s*(?:ruamel\.yaml\.)?YAML\s*\((?![^)\n]*unsafe)/.test(view.text) &&
      !/Loader\s*=\s*(?:yaml\.)?C?(?:Safe|Base)Loader|,\s*(?:yaml\.)?C?(?:Safe|Base)Loader/.test(
        match[1] ?? '',
      ),
  },
  {
    id: 'injection/pickle',
    title: 'Objects unpickled',
    languages: ['Python'],
    pattern:
      /\b(?:c?[pP]ickle|_pickle|dill|cloudpickle|shelve|jsonpickle|marshal)\.(?:loads?|Unpickler|decode|open)\s*\(/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-502'],
    description:
      'Unpickling runs what the data says; data that anybody else can write takes over the process.',
    recommendation: 'Read JSON or another data format; sign data that only this program writes.',
    source: 'code',
    references: [cwe(502)],
    // What stands in the code is not somebody else's.
    refine: (match, view) =>
      /\.open\s*\($/.test(match[0]) ||
      !/^\s*[bru]{0,2}(["'])[^"'\n]*\1\s*$/i.test(callText(view, match.index ?? 0)),
  },
  {
    id: 'injection/shell-true',
    title: 'Command put together for a shell',
    languages: ['Python'],
    pattern:
      /\bsubprocess\.\w+\s*\(\s*(f["']|[^,()]{0,300}["']\s*[%+]|[^,()]{0,300}\.format\()[^\n]{0,300}shell\s*=\s*True/g,
    impact: 'disclosure',
    confidence: 0.65,
    cwe: ['CWE-78'],
    description:
      'The command is put together from parts and given to a shell, so that signs in a part become commands.',
    recommendation: 'Pass a list of arguments and leave shell=True away.',
    source: 'code',
    references: [cwe(78)],
    refine: (match) => {
      if (/\b(?:shlex|pipes)\.quote\s*\(/.test(match[0])) return false;
      // Constants and members of enumerations are the program's own.
      const holes = [...match[0].matchAll(/(?<!\{)\{([^{}]{1,80})\}/g)].map((one) => one[1]!.trim());
      return (
        holes.length === 0 || !holes.every((one) => /^(?:[A-Z]\w*\.)*[A-Z][A-Z\d_]+(?:\.value)?$/.test(one))
      );
    },
  },
  {
    id: 'injection/xxe',
    title: 'XML parser with external entities',
    languages: ['Python'],
    pattern: /\b(?:lxml\.)?etree\.XMLParser\s*\(([^)]{0,300})\)|feature_external_ges\s*,\s*True/g,
    impact: 'disclosure',
    confidence: 0.6,
    cwe: ['CWE-611', 'CWE-827', 'CWE-776'],
    description: 'Entities in a document can read local files or call internal addresses.',
    recommendation: 'Switch entities off (resolve_entities=False, no_network=True) or use defusedxml.',
    source: 'code',
    references: [cwe(611)],
    refine: (match) => {
      if (/feature_external/.test(match[0])) return true;
      if (/resolve_entities\s*=\s*True|no_network\s*=\s*False|load_dtd\s*=\s*True/.test(match[1] ?? ''))
        return true;
      // Older releases of lxml read entities unless they are told not to.
      return /resolve_entities\s*=\s*False/.test(match[1] ?? '')
        ? false
        : { impact: 'weakening', confidence: 0.5 };
    },
  },
  {
    id: 'injection/entity-expansion',
    title: 'XML of others read by a parser that expands entities',
    languages: ['Python'],
    pattern:
      /\b(?:ET|ElementTree|etree|minidom|sax|pulldom)\.(?:fromstring|parseString|XML)\s*\(\s*([A-Za-z_]\w*)/g,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.45,
    cwe: ['CWE-776', 'CWE-400', 'CWE-20'],
    description: 'A few lines of nested entities grow to gigabytes of memory.',
    recommendation: 'Use defusedxml.',
    source: 'code',
    references: [cwe(776)],
    refine: (match, view) => {
      if (/defusedxml|lxml/.test(view.text) || !/xml\.(?:etree|dom|sax)/.test(view.text)) return false;
      const around = view.functionAt(view.lineAt(match.index ?? 0));
      if (!around) return false;
      const body = view.code.slice(view.offsetOf(around.line), view.offsetOf(around.endLine + 1));
      // A parameter of the function, or what a request brought.
      return new RegExp(
        String.raw`def\s+\w+\s*\([^)]*\b${match[1]}\b|\b${match[1]}\s*=\s*(?:await\s+)?(?:\w+\.)*request\.`,
      ).test(body);
    },
  },
  {
    id: 'injection/xxe',
    title: 'XML parser with external entities',
    languages: ['Java', 'Kotlin'],
    pattern:
      /\b(?:DocumentBuilderFactory|SAXParserFactory|XMLInputFactory)\.(?:newInstance|newFactory)\s*\(|\bnew\s+SAX(?:Reader|Builder)\s*\(|\bXMLReaderFactory\.createXMLReader\s*\(/g,
    over: 'code',
    impact: 'disclosure',
    confidence: 0.55,
    cwe: ['CWE-611', 'CWE-827', 'CWE-776'],
    description:
      'By default the parser reads external entities: local files and internal addresses, for whoever sends the document.',
    recommendation:
      'Set http://apache.org/xml/features/disallow-doctype-decl to true, or FEATURE_SECURE_PROCESSING and no external access.',
    source: 'code',
    references: [cwe(611)],
    refine: (match, view) =>
      !/disallow-doctype-decl|SUPPORT_DTD|ACCESS_EXTERNAL_DTD|external-general-entities|IS_SUPPORTING_EXTERNAL_ENTITIES|FEATURE_SECURE_PROCESSING/.test(
        functionText(view, match.index ?? 0),
      ) && /\.(?:parse|read|build|createXMLStreamReader|createXMLEventReader)\s*\(/.test(view.code)
        ? { impact: 'weakening' }
        : false,
  },
  {
    id: 'injection/xxe',
    title: 'XML parser with external entities',
    languages: ['C#'],
    pattern:
      /\bXmlResolver\s*=\s*new\s+XmlUrlResolver|DtdProcessing\s*=\s*DtdProcessing\.Parse|ProhibitDtd\s*=\s*false/g,
    over: 'code',
    impact: 'disclosure',
    confidence: 0.7,
    cwe: ['CWE-611', 'CWE-827', 'CWE-776'],
    description: 'The parser reads document types and resolves entities of the document.',
    recommendation: 'Set DtdProcessing.Prohibit and XmlResolver = null.',
    source: 'code',
    references: [cwe(611)],
  },
  {
    id: 'injection/xxe',
    title: 'XML parser with external entities',
    languages: [...jsLanguages],
    pattern: /\bparseXml(?:String|Async)?\s*\([^;\n]{0,300}\b(?:noent|replaceEntities)\s*:\s*true/g,
    impact: 'disclosure',
    confidence: 0.85,
    cwe: ['CWE-611', 'CWE-827', 'CWE-776'],
    description: 'With noent the parser puts the content of external entities into the document.',
    recommendation: 'Leave noent away.',
    source: 'code',
    references: [cwe(611)],
  },
  {
    id: 'injection/xxe',
    title: 'XML parser with external entities',
    languages: ['PHP'],
    pattern: /\bLIBXML_NOENT\b|libxml_disable_entity_loader\s*\(\s*false/g,
    over: 'code',
    impact: 'disclosure',
    confidence: 0.75,
    cwe: ['CWE-611', 'CWE-827', 'CWE-776'],
    description: 'With LIBXML_NOENT the parser puts the content of external entities into the document.',
    recommendation: 'Leave LIBXML_NOENT away.',
    source: 'code',
    references: [cwe(611)],
  },
  {
    id: 'injection/unserialize',
    title: 'Objects deserialized',
    languages: [...jsLanguages],
    pattern:
      /\b(?:serialize|nodeSerialize|serializer)\.unserialize\s*\(|\brequire\(['"](?:node-serialize|funcster)['"]\)\s*\.\s*(?:unserialize|deepDeserialize)|\bfuncster\.deepDeserialize\s*\(/g,
    impact: 'disclosure',
    confidence: 0.75,
    cwe: ['CWE-502'],
    description: 'This library runs functions that stand in the data.',
    recommendation: 'Use JSON.parse.',
    source: 'code',
    references: [cwe(502)],
  },
  {
    id: 'injection/deserialization',
    title: 'Objects deserialized by a type-carrying format',
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
  {
    id: 'injection/nosql',
    title: 'Script for the database put together from parts',
    languages: [...jsLanguages],
    pattern:
      /["']?\$(?:where|function|accumulator)["']?\s*:\s*(?:`[^`\n]{0,300}\$\{|["'][^"'\n]{0,300}["']\s*\+\s*\w)/g,
    impact: 'disclosure',
    confidence: 0.6,
    cwe: ['CWE-943', 'CWE-95', 'CWE-94'],
    description:
      'The text runs as script in the database; a value with a quotation mark in it becomes part of the script.',
    recommendation: 'Use operators ($gt, $eq) with the value as data.',
    source: 'code',
    references: [cwe(943)],
    refine: (match, view) => {
      const at = match.index ?? 0;
      const line = view.lineText(view.lineAt(at));
      if (/\$\{\s*(?:Number|parseInt|parsed\w*)\b|\+\s*(?:Number|parseInt|parsed\w*)\b/.test(line))
        return false;
      // Names that stand for a text of the code bring nothing in.
      const names = [...line.matchAll(/\$\{\s*([\w$.]+)\s*\}|["']\s*\+\s*([\w$.]+)/g)].map(
        (one) => one[1] ?? one[2]!,
      );
      const before = view.withoutComments.slice(Math.max(0, at - 1_500), at);
      return !names.every((name) =>
        new RegExp(
          String.raw`\b(?:const|let|var)\s+${name.replace(/[.$]/g, '\\$&')}\s*=\s*(["'])[^"'\n]*\1\s*;?`,
        ).test(before),
      );
    },
  },
];

/** The function around; a factory that a class keeps may be set up anywhere in it. */
function functionText(view: SourceView, offset: number): string {
  const around = view.functionAt(view.lineAt(offset));
  const body = around
    ? view.withoutComments.slice(view.offsetOf(around.line), view.offsetOf(around.endLine + 1))
    : '';
  // Handed to a function that sets it up.
  return body === '' || /\b\w*(?:secure|harden|configure|disable|prepare|safe)\w*\s*\(\s*\w+\s*\)/i.test(body)
    ? view.withoutComments
    : body;
}
