import type { SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { resolveConstant } from '../../shared/rules/value-context.ts';

const languages = ['Java', 'Kotlin'];
const jvm = { languages, over: 'code', source: 'code' } as const;

/** Unsafe framework and library settings on the JVM. */
export const javaWebRules: readonly TextRule[] = [
  {
    ...jvm,
    id: 'access/open-cors',
    over: 'withoutComments',
    pattern:
      /@CrossOrigin(?:\s*\(\s*(?:(?:origins|value|originPatterns)\s*=\s*)?\{?\s*"\*"[^)]{0,200}\)|(?=[^\S\n]*\n\s*(?:@|public|class|private|protected))|\s*\(\s*\))|\.(?:header|addHeader|setHeader|add|set)\s*\(\s*(?:"Access-Control-Allow-Origin"|(?:HttpHeaders\.)?ACCESS_CONTROL_ALLOW_ORIGIN)\s*,\s*"(?:\*|null)"|\ballowedOrigin(?:Pattern)?s\s*=\s*(?:mutable)?[lL]istOf\s*\(\s*"\*"|\b(?:allowedOrigin(?:Pattern)?s|addAllowedOrigin(?:Pattern)?|setAllowedOrigin(?:Pattern)?s)\s*\(\s*(?:(?:List|Arrays|Collections)\.\w+\(\s*)?"\*"/g,
    impact: 'hygiene',
    confidence: 0.65,
    cwe: ['CWE-942', 'CWE-346'],
    description: 'Any site that somebody visits can read the responses of this service.',
    recommendation: 'List the allowed sites.',
    refine: (match, view) =>
      !/allowCredentials\s*(?:=\s*"true"|\(\s*true)|setAllowCredentials\s*\(\s*true|allowCredentials\s*=\s*true/.test(
        view.withoutComments.slice(match.index ?? 0, (match.index ?? 0) + 400),
      ) || { impact: 'disclosure' },
  },
  {
    ...jvm,
    id: 'access/plain-password',
    pattern: /\bNoOpPasswordEncoder\b(?=\s*[.(])/g,
    impact: 'disclosure',
    confidence: 0.85,
    cwe: ['CWE-256', 'CWE-522', 'CWE-257', 'CWE-312'],
    description: 'Anybody who reads the table has the passwords of all users.',
    recommendation: 'Use BCryptPasswordEncoder, Argon2PasswordEncoder or the delegating encoder.',
  },
  {
    ...jvm,
    id: 'crypto/weak-hash',
    pattern:
      /\bnew\s+(?:Md[45]PasswordEncoder|ShaPasswordEncoder|StandardPasswordEncoder|LdapShaPasswordEncoder|MessageDigestPasswordEncoder)\s*\(/g,
    impact: 'weakening',
    confidence: 0.85,
    cwe: ['CWE-916', 'CWE-327', 'CWE-328'],
    description: 'An attacker can try billions of guesses a second at the passwords.',
    recommendation: 'Use BCryptPasswordEncoder or Argon2PasswordEncoder.',
  },
  {
    ...jvm,
    id: 'access/open-routes',
    pattern: /\banyRequest\s*\(\s*\)\s*\.\s*permitAll\s*\(/g,
    impact: 'weakening',
    confidence: 0.5,
    cwe: ['CWE-862', 'CWE-306', 'CWE-285'],
    description: 'Routes that nobody thought of are open to everybody.',
    recommendation: 'Allow public routes by name, and require a sign-in for the rest.',
    refine: (_match, view) => !/\bdenyAll\s*\(|@PreAuthorize|@Secured|@RolesAllowed/.test(view.code),
  },
  {
    ...jvm,
    id: 'crypto/fixed-key',
    over: 'withoutComments',
    pattern:
      /\bSecretKeySpec\s*\(\s*("[^"\n]{4,200}"|\w+(?:\.\w+)?)\s*\.\s*getBytes\s*\(|\bKeys\.hmacShaKeyFor\s*\(\s*("[^"\n]{4,200}"|\w+)\s*\.\s*getBytes|\.(?:signWith|setSigningKey)\s*\([^()\n]{0,60}?("[^"\n]{4,200}")|\bAlgorithm\s*\.\s*HMAC\d+\s*\(\s*("[^"\n]{4,200}"|\w+)\s*\)|\bSecretKeySpec\s*\(\s*("[^"\n]{4,200}"|\w+)\s*\.\s*(?:toByteArray|encodeToByteArray)|\b(?:MACSigner|MACVerifier)\s*\(\s*("[^"\n]{4,200}"|\w+)\s*\)/g,
    impact: 'disclosure',
    confidence: 0.75,
    cwe: ['CWE-321', 'CWE-798', 'CWE-259'],
    description: 'Anybody who reads the code can decrypt or sign what the key protects.',
    recommendation: 'Read the key from a key store or a secret store.',
    refine: (match, view) => {
      const value = resolveConstant(
        match.slice(1).find((one) => one !== undefined) ?? '',
        match.index ?? 0,
        view,
      );
      return value !== undefined && value.length >= 4;
    },
  },
  {
    ...jvm,
    id: 'injection/deserialization',
    pattern:
      /(?<!SecurityJackson2Modules\s{0,5}\.\s{0,5})\benableDefaultTyping\s*\(|\bactivateDefaultTyping\s*\(\s*(?:LaissezFaireSubTypeValidator|\w+\.getPolymorphicTypeValidator)|@JsonTypeInfo\s*\(\s*use\s*=\s*(?:JsonTypeInfo\s*\.\s*)?(?:As\s*\.\s*|Id\s*\.\s*)?(?:CLASS|MINIMAL_CLASS)\b|\bsetAutoTypeSupport\s*\(\s*true\s*\)/g,
    impact: 'disclosure',
    confidence: 0.7,
    cwe: ['CWE-502'],
    description: 'The data chooses which classes are built; with the usual libraries that runs code.',
    recommendation: 'List the allowed types (@JsonSubTypes), or use a validator with a list of them.',
    // A mix-in for data that the application itself writes, such as its sessions.
    refine: (match, view) =>
      !/^@JsonTypeInfo[\s\S]{0,400}?\b(?:class|interface)\s+\w+Mix[iI]n\b/.test(
        view.code.slice(match.index ?? 0, (match.index ?? 0) + 500),
      ) || { impact: 'hygiene' },
  },
  {
    ...jvm,
    id: 'injection/xxe',
    pattern:
      /\b(?:TransformerFactory|SAXTransformerFactory|SchemaFactory|XMLInputFactory)\s*\.\s*(?:newInstance|newFactory|newDefaultFactory)\s*\(/g,
    impact: 'weakening',
    confidence: 0.5,
    cwe: ['CWE-611', 'CWE-827', 'CWE-776'],
    description:
      'By default it reads external entities and style sheets: local files and internal addresses.',
    recommendation:
      'Set ACCESS_EXTERNAL_DTD and ACCESS_EXTERNAL_STYLESHEET to "", or switch SUPPORT_DTD off.',
    refine: (match, view) => {
      const body = bodyAt(view, match.index ?? 0);
      return (
        !/ACCESS_EXTERNAL|SUPPORT_DTD|IS_SUPPORTING_EXTERNAL|FEATURE_SECURE_PROCESSING|disallow-doctype|setXMLResolver/.test(
          body,
        ) &&
        /new\s+(?:Stream|SAX)Source|createXML(?:Stream|Event)Reader|\.newSchema\s*\(|\.newTransformer\s*\(\s*\w/.test(
          body,
        ) &&
        // XML that the program itself writes has no entities.
        !/new\s+DOMSource/.test(body)
      );
    },
  },
  {
    ...jvm,
    id: 'access/error-details',
    pattern:
      /printStackTrace\s*\(\s*new\s+PrintWriter\s*\(\s*(\w+)[^}]{0,400}?\(\s*[^;()]{0,80}\b\1\.toString\s*\(|(?:getWriter\s*\(\s*\)\s*\.\s*(?:print|println|write|append)|\bsendError|\.(?:body|entity|ok|badRequest)|new\s+ResponseEntity(?:<[^>\n]{0,40}>)?)\s*\([^;\n]{0,120}?\b(?:e|ex|exc|err|error|exception|t|throwable)\s*\.\s*(?:getMessage|getLocalizedMessage|toString|getStackTrace)\s*\(/g,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-209'],
    description: 'Paths, queries and versions in the text help an attacker.',
    recommendation: 'Log the details and answer with a reference to the log.',
  },
];

function bodyAt(view: SourceView, offset: number): string {
  const around = view.functionAt(view.lineAt(offset));
  return around ? view.linesOf(around, 'withoutComments') : view.withoutComments;
}
