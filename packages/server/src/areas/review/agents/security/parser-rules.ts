import { jsLanguages } from '../core/source-view.ts';
import type { TextRule } from '../core/text-rule.ts';

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
    refine: (match) =>
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
    refine: (match) => !/\b(?:shlex|pipes)\.quote\s*\(/.test(match[0]),
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
    refine: (_match, view) =>
      !/disallow-doctype-decl|SUPPORT_DTD|ACCESS_EXTERNAL_DTD|external-general-entities|IS_SUPPORTING_EXTERNAL_ENTITIES/.test(
        view.withoutComments,
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
      /\b(?:serialize|nodeSerialize|serializer)\.unserialize\s*\(|\brequire\(['"](?:node-serialize|funcster)['"]\)/g,
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
    id: 'injection/autoescape-off',
    title: 'Template engine without escaping',
    languages: ['Python'],
    pattern: /\b(?:jinja2\.)?Environment\s*\(((?:[^()]|\([^()]{0,300}\))*)\)/g,
    impact: 'disclosure',
    confidence: 0.6,
    cwe: ['CWE-79', 'CWE-94'],
    description: 'Without autoescape, values stand in pages as they are, script and all.',
    recommendation: 'Pass autoescape=select_autoescape().',
    source: 'code',
    references: [cwe(79)],
    refine: (match, view) => {
      if (!/jinja2/.test(view.text)) return false;
      const given = match[1] ?? '';
      if (/autoescape\s*=\s*False/.test(given)) return true;
      return /autoescape/.test(given) ? false : { impact: 'weakening', confidence: 0.5 };
    },
  },
  {
    id: 'injection/autoescape-off',
    title: 'Template engine without escaping',
    languages: [...jsLanguages],
    pattern: /\bautoescape\s*:\s*false\b|\bnoEscape\s*:\s*true\b/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-79', 'CWE-116'],
    description: 'Without escaping, values stand in pages as they are, script and all.',
    recommendation: 'Leave escaping on and mark the few values that are HTML.',
    source: 'code',
    references: [cwe(79)],
  },
  {
    id: 'injection/trusted-markup',
    title: 'Markup taken for safe by hand',
    languages: [...jsLanguages],
    pattern:
      /\bbypassSecurityTrust(?:Html|Script|Url|ResourceUrl|Style)\s*\(\s*([^()\n]{1,160}(?:\([^()\n]*\))?[^()\n]{0,60})\)/g,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-79', 'CWE-80', 'CWE-116'],
    description:
      'The framework no longer takes script out of the value; where it holds what a user wrote, it runs in the browsers of others.',
    recommendation: 'Bind the value as text, or let the sanitizer of the framework work on it.',
    source: 'code',
    references: [cwe(79)],
    // A text of the code, a file chosen on this machine, or what a sanitizer made is what the call is for.
    refine: (match, view) => {
      const given = (match[1] ?? '').trim();
      if (
        /^["'`][^$]*["'`]$/.test(given) ||
        /createObjectURL|sanitize|DOMPurify|purify|escape|^data:/i.test(given)
      )
        return false;
      return !new RegExp(
        String.raw`\b${/^[\w.]+/.exec(given)?.[0].split('.').at(-1) ?? '-'}\s*=\s*["'\x60][^$\x60]*["'\x60]\s*;?$`,
        'm',
      ).test(view.withoutComments);
    },
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
    refine: (match, view) =>
      !/\$\{\s*(?:Number|parseInt|parsed\w*)\b|\+\s*(?:Number|parseInt|parsed\w*)\b/.test(
        view.lineText(view.lineAt(match.index ?? 0)),
      ),
  },
  {
    id: 'injection/dom-markup',
    title: 'Data written as markup',
    languages: [...jsLanguages],
    pattern: /\.(?:innerHTML|outerHTML)\s*\+?=(?!=)\s*([^;\n]{1,300})/g,
    impact: 'weakening',
    confidence: 0.45,
    cwe: ['CWE-79', 'CWE-80', 'CWE-116'],
    description: 'Where the value holds what a user wrote, script in it runs in the browsers of others.',
    recommendation: 'Set textContent, or sanitize the markup.',
    source: 'code',
    references: [cwe(79)],
    refine: (match) => isDataInMarkup(match[1] ?? ''),
  },
  {
    id: 'injection/dom-markup',
    title: 'Data written as markup',
    languages: [...jsLanguages],
    pattern: /\bdangerouslySetInnerHTML\s*=\s*\{\s*\{\s*__html\s*:\s*([^}\n]{1,200})/g,
    impact: 'weakening',
    confidence: 0.45,
    cwe: ['CWE-79', 'CWE-80', 'CWE-116'],
    description: 'Where the value holds what a user wrote, script in it runs in the browsers of others.',
    recommendation: 'Render the value as text, or sanitize the markup.',
    source: 'code',
    references: [cwe(79)],
    refine: (match, view) => {
      const given = (match[1] ?? '').trim();
      if (/^["'`][^$]*["'`]$/.test(given) || isMadeSafe(given)) return false;
      const name = /^[\w$]+$/.exec(given)?.[0];
      // A name that is given a text of the code, or what a sanitizer made.
      return (
        name === undefined ||
        !new RegExp(
          String.raw`\b${name}\s*=\s*(?:["'][^"'\n]*["'];?\s*$|\x60[^$\x60]*\x60|[^\n]*(?:sanitize|purify|escape|highlight|JSON\.stringify))`,
          'im',
        ).test(view.withoutComments)
      );
    },
  },
];

/** Whether an expression puts a record's field or a variable into markup as it is. */
export function isDataInMarkup(expression: string): boolean {
  const text = expression.trim();
  if (isMadeSafe(text)) return false;
  const plain = text.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, '');
  if (/^`/.test(text)) return /\$\{[^}]*\w[.[][^}]*\}/.test(text);
  return /[A-Za-z_$][\w$]*(?:\[[^\]]*\])?\.(?!length\b)[A-Za-z_]\w*\s*(?![\w(])/.test(plain);
}

/** A sanitizer, a translation, a template of the code's own. */
function isMadeSafe(expression: string): boolean {
  return /sanitize|purify|escape|encode|textContent|\bt\(|i18n|translate|__\(|render\w*\(|template|innerHTML|outerHTML|\bicon|svg/i.test(
    expression,
  );
}
