import { callText } from '../../../rules/call-text.ts';
import { jsLanguages } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const languages = [...jsLanguages];
const isDesktop = /["'`]electron(?:\/\w+)?["'`]|\bBrowserWindow\b|webPreferences/;

/** Desktop applications made of web pages, uploaded files, and errors in responses. */
export const clientShellRules: readonly TextRule[] = [
  {
    id: 'access/page-with-node',
    languages,
    pattern:
      /\bnodeIntegration(?:InWorker|InSubFrames)?\s*:\s*true\b|\bcontextIsolation\s*:\s*false\b|\bwebviewTag\s*:\s*true\b|\benableRemoteModule\s*:\s*true\b/g,
    over: 'code',
    impact: 'disclosure',
    confidence: 0.7,
    cwe: ['CWE-94', 'CWE-79', 'CWE-829', 'CWE-1188'],
    source: 'code',
    description: 'A script that gets into the page can run programs and read files of the user.',
    recommendation:
      'Leave nodeIntegration off and contextIsolation on, and expose single functions in a preload script.',
    refine: (_match, view) => isDesktop.test(view.withoutComments),
  },
  {
    id: 'access/page-without-origin',
    languages,
    pattern: /\bwebSecurity\s*:\s*false\b|\ballowRunningInsecureContent\s*:\s*true\b/g,
    over: 'code',
    impact: 'disclosure',
    confidence: 0.75,
    cwe: ['CWE-346', 'CWE-79', 'CWE-494'],
    source: 'code',
    description: 'A page can read the responses of any other site, with the cookies of the user.',
    recommendation: 'Leave webSecurity on, and load pages over https only.',
    refine: (_match, view) => isDesktop.test(view.withoutComments),
  },
  {
    id: 'access/unchecked-upload',
    languages,
    pattern: /\bfilename\s*(?::\s*(?:async\s+)?(?:function\s*)?)?\(\s*\w+\s*,\s*(\w+)/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-434', 'CWE-22', 'CWE-73'],
    source: 'code',
    description:
      'The visitor chooses the name and its extension, and so how a browser or the server treats the file.',
    recommendation: 'Choose the name yourself, with an extension from a fixed list.',
    refine: (match, view) => {
      if (!/diskStorage|multer/.test(view.withoutComments)) return false;
      const at = match.index ?? 0;
      const [body = ''] = view.code.slice(at, at + 600).split(/\n\s{0,4}\}[,)\n]/);
      const given = new RegExp(
        String.raw`(?<!extname\(\s*)\b${match[1]}\.originalname\b(?!\s*\)\s*\.toLowerCase)`,
      ).exec(body);
      if (!given || /sanitize|replace\(|slugify|\btest\(|includes\(/.test(body)) return false;
      const line = view.lineAt(at + given.index);
      return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
    },
  },
  {
    id: 'access/unchecked-upload',
    languages,
    pattern:
      /\.mv\s*\(\s*[^;\n]{0,120}\.name\b|\b(?:writeFile|writeFileSync|rename|renameSync|createWriteStream)\s*\(\s*[^;\n]{0,160}\boriginal(?:name|Filename)\b/g,
    impact: 'weakening',
    confidence: 0.55,
    cwe: ['CWE-434', 'CWE-22', 'CWE-73'],
    source: 'code',
    description:
      'The visitor chooses the name and its extension, and so how a browser or the server treats the file.',
    recommendation: 'Choose the name yourself, with an extension from a fixed list.',
    refine: (match, view) => {
      const around = view.functionAt(view.lineAt(match.index ?? 0));
      const body = around ? view.linesOf(around, 'withoutComments') : match[0];
      return !/mimetype|extname|\btest\(|includes\(|allowed|\.has\(|basename|sanitize/i.test(body);
    },
  },
  {
    id: 'access/error-details',
    languages,
    pattern:
      /\bstatus\s*\(\s*500\s*\)\s*\.(?:send|json|end)\s*\(\s*(?:\{[^{}]{0,120}?:\s*)?(?:String\s*\(\s*)?(\w+)\??\.(?:message|toString\(\)|sqlMessage)\b|\bstatus\s*\(\s*500\s*\)\s*\.(?:send|json)\s*\(\s*(?:err|error|e|ex)\s*\)|\b(?:res|response)\.(?:send|json|end)\s*\(\s*(?:err|error)(?:\.(?:sqlMessage|toString\(\)))?\s*\)/g,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-209'],
    source: 'code',
    description: 'Messages of the database and of libraries reveal tables, paths and hosts.',
    recommendation: 'Log the details and answer with a reference to the log.',
  },
  {
    id: 'access/unverified-token',
    languages,
    pattern: /\balgorithms\s*:\s*\[[^\]\n]{0,80}["']none["']/gi,
    impact: 'disclosure',
    confidence: 0.8,
    cwe: ['CWE-347', 'CWE-327'],
    source: 'code',
    description: 'A token that names no algorithm needs no signature: anybody can forge one.',
    recommendation: 'Specify the one algorithm that is used.',
  },
  {
    id: 'access/race',
    languages,
    pattern:
      /\b(?:exists|access|stat)Sync\s*\(\s*([\w.]{1,60})\s*\)[^;]{0,40}[;{)]\s{0,80}(?:await\s+)?(?:fs\w*\.)?(?:writeFile|appendFile|unlink|rename|mkdir|rm|chmod|open|createWriteStream)(?:Sync)?\s*\(\s*\1\s*[,)]/g,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.4,
    cwe: ['CWE-367', 'CWE-362'],
    source: 'code',
    description: 'Between the check and the write somebody else can put another file or a link there.',
    recommendation: "Write with a flag that fails if the file exists ('wx'), and handle the error.",
    refine: (match, view) => {
      if (!/writeFile|appendFile|open|createWriteStream|chmod/.test(match[0])) return false;
      const line = view.lineAt((match.index ?? 0) + match[0].length - 1);
      return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
    },
  },
  {
    id: 'access/developer-tool',
    languages,
    pattern: /\bintrospection\s*:\s*true\b|\bincludeStacktraceInErrorResponses\s*:\s*true\b/g,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-200', 'CWE-489', 'CWE-497'],
    source: 'code',
    description: 'Anybody can list all operations and types, including those that no page uses.',
    recommendation: 'Enable it only in development.',
    refine: (_match, view) => /ApolloServer|graphql|GraphQL|mercurius/.test(view.withoutComments),
  },
  {
    id: 'transport/plain-protocol',
    languages,
    pattern:
      /\b(?:fetch|axios(?:\.\w+)?|got(?:\.\w+)?|http\.request|request(?:\.\w+)?|\$http\.\w+|superagent\.\w+)\s*\(\s*["'`]http:\/\/(?!localhost|127\.|0\.0\.0\.0|\[?::1|10\.|192\.168\.|host\.docker|[\w-]+[:/"'`])/g,
    impact: 'weakening',
    confidence: 0.55,
    cwe: ['CWE-319'],
    source: 'code',
    description: 'Names, passwords and keys in it can be read and changed in transit.',
    recommendation: 'Use https.',
    refine: (match, view) =>
      /passw|token|secret|authorization|api_?key|card|credential|cookie/i.test(
        callText(view, match.index ?? 0),
      ),
  },
];
