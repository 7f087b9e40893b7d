import { jsLanguages } from '../../../rules/source-view.ts';

const account = `(?:User|Account|Profile|Member|Customer|Employee|Patient|Student|Order|Invoice|Message|Address|Card|Wallet|Basket|Cart|Review|Document|Note)`;

/** Kinds of records without an owner. */
const shared = String.raw`(?!\w*(?:[pP]roduct|[iI]tem|[cC]ategor|[tT]ag|[pP]ost|[aA]rticle|[pP]age|[bB]log|[bB]ook|[mM]ovie|[cC]ountr|[cC]it(?:y|ies)|[cC]ourse|[tT]opic|[pP]ublic|[rR]ole|[pP]lan|[sS]tatus|[lL]anguage|[lL]ocale|[aA]dmin|[gG]enre|[vV]enue|[nN]ews)\w*\b)`;

/** Only signed-in users get access to the file's handlers. */
const signedInOnly =
  /\b(?:require|ensure|is|check|verify|must)_?(?:User|Auth\w*|Login|Logged\w*|Signed\w*|Session|Token|Jwt)\b|\bauthenticat(?:e|ed|ion)\b|\bauth(?:Middleware|Guard)?(?:\.\w+)?\s*,|@UseGuards\(|passport\.authenticate|\bprotect\s*,/i;
/** Rights are checked outside the handler. */
const rightsElsewhere =
  /authori[sz]e\b|\b[pP]olic(?:y|ies)\b|load_and_authorize|\bcan(?:Access|View|Edit|Read)\w*|is_?owner|owned_?by|belongs_?to_?user|permission_classes\s*[=(](?!\s*[([]{0,2}IsAuthenticated\b\s*,?\s*[\])])|has_object_permission|check_(?:owner|access|permission)\w*|UserPassesTestMixin|admin|staff|casl|tenant/i;
const fromRequest = String.raw`\breq(?:uest)?\.(?:body|query|params)\b(?:\.\w+|\[["'\w]+\])`;

/** A way to get a record by an id from the request. */
export interface RecordForm {
  languages: readonly string[];
  pattern: RegExp;
  /** It changes or deletes the record, so a sign-in alone is never enough. */
  changes?: boolean;
  /** The file must match this for the record to have an owner. */
  needs?: RegExp;
  /** The file must not match this. */
  without?: RegExp;
}

/**
 * How frameworks and ORMs get a record by an id from the request, with a name that shows an owner or with a sign-in.
 */
export const recordForms: readonly RecordForm[] = [
  {
    languages: jsLanguages,
    pattern: new RegExp(
      String.raw`\breq(?:uest)?\.params\.(?:\w*[uU]ser_?[iI]d|account_?[iI]d|owner_?[iI]d)\b|\{\s*[^{}]{0,300}\b(?:userId|accountId|ownerId)\b[^{}]{0,300}\}\s*=\s*req(?:uest)?\.params\b|\b\w{0,40}${account}s?(?:Model|Repository|Repo|Collection)?\.(?:find\w*|get\w*|update\w*|destroy|delete\w*)\s*\([^;]{0,120}?${fromRequest}`,
      'g',
    ),
  },
  {
    languages: jsLanguages,
    pattern: new RegExp(
      String.raw`\b\w+\.(?:update(?:One|Many)?|delete(?:One|Many)?|remove|destroy|findByIdAnd\w+|findOneAnd\w+|replaceOne)\s*\(\s*(?:\{\s*(?:where\s*:\s*\{\s*)?["']?(?:_?id|\w+Id)["']?\s*:\s*)?${fromRequest}`,
      'g',
    ),
    changes: true,
  },
  {
    languages: jsLanguages,
    // Server functions that a page calls with an id.
    pattern:
      /\.(?:delete|update|deleteMany|updateMany)\s*\(\s*\{\s*where\s*:\s*\{\s*(?:id|\w+Id)\s*(?::\s*[\w.]+\s*)?\}|\.(?:delete|update)\s*\(\s*\w+\s*\)[^;]{0,120}\.where\s*\(\s*eq\s*\(\s*\w+\.id\s*,\s*\w+\s*\)\s*\)/g,
    needs: /["']use server["']|[pP]rocedure\b|@(?:Mutation|Patch|Delete|Put)\(/,
    changes: true,
  },
  {
    languages: jsLanguages,
    // GraphQL resolvers get the id as an argument.
    pattern: new RegExp(
      String.raw`\b\w{0,40}${account}s?\.(?:findByPk|findById|findUnique|findOne|findFirst)\s*\(\s*(?:\{\s*)?(?:where\s*:\s*\{\s*)?(?:id\s*:\s*)?(?:args\.)?id\s*[,})]`,
      'gi',
    ),
    needs: /\b(?:Query|Mutation)\s*:\s*\{|@(?:Query|Mutation)\(/,
  },
  {
    languages: ['Python'],
    pattern: new RegExp(
      String.raw`\b${account}\.(?:query\.(?:get|get_or_404|filter_by|filter)|objects\.(?:get|filter))\s*\([^\n]{0,80}\brequest\.(?:args|form|json|GET|POST|values)\b`,
      'g',
    ),
  },
  {
    languages: ['Python'],
    // A parameter of the view from the URL.
    pattern: new RegExp(
      String.raw`\bget_object_or_404\s*\(\s*${account}\s*,\s*(?:pk|id|uuid|slug)\s*=\s*\w+\s*\)|\b${account}\.objects\.(?:get|filter)\s*\(\s*(?:pk|id|uuid)\s*=\s*\w+\s*\)|\b${account}\.query\.get(?:_or_404)?\s*\(\s*\w+\s*\)`,
      'g',
    ),
    needs: /login_required|LoginRequiredMixin|IsAuthenticated\b|current_user/,
  },
  {
    languages: ['Ruby'],
    pattern: new RegExp(
      String.raw`\b${account}\.(?:find|find_by|find_by_\w+|where)!?\s*\(?\s*[^\n)]{0,60}\bparams\[:\w*id\]`,
      'g',
    ),
  },
  {
    languages: ['PHP'],
    pattern: new RegExp(
      String.raw`\b${account}::(?:find|findOrFail|where)\s*\([^\n;]{0,60}\$request(?:->input\(|->(?:get|query)\(|->)\w*["']?\w*id`,
      'gi',
    ),
  },
  {
    languages: ['PHP'],
    pattern: new RegExp(
      String.raw`\b${account}::(?:query\(\)->)?(?:find|findOrFail)\s*\(\s*\$\w*id\s*\)`,
      'gi',
    ),
    needs:
      /middleware\s*\(\s*['"]auth|extends\s+Controller\b[\s\S]*Illuminate|Illuminate[\s\S]*extends\s+Controller\b/,
  },
  {
    languages: jsLanguages,
    // Any record read by its id, in a file where only signed-in users have access.
    pattern: new RegExp(
      String.raw`\b${shared}\w+\.(?:findUnique\w*|findFirst\w*|findById|findByPk|findOne\w*|getOneOrFail)\s*\(\s*(?:\{\s*(?:where\s*:\s*\{\s*)?["']?(?:_?id|\w+Id)["']?\s*:\s*)?(?:\+|Number\(\s*|parseInt\(\s*|String\(\s*)?\breq(?:uest)?\.params\b(?:\.\w+|\[["'\w]+\])`,
      'g',
    ),
    needs: signedInOnly,
    without: rightsElsewhere,
  },
  {
    languages: jsLanguages,
    // A table of a query builder, or a model with a method such as `findById`.
    pattern:
      /(?<=\b(?:knex|db|trx|pg|sql|conn(?:ection)?)\s*(?:<[^<>\n]{1,40}>)?\(\s*(?:"[^"\n]*"|'[^'\n]*'|`[^`\n]*`)\s*\)[^;]{0,80}?)\.where\s*\(\s*(?:(?:\{\s*)?(?:id|uuid|\w+_id|\w+Id)\s*:|["'][^"'\n]{2,20}["']\s*,)\s*(?:Number\(\s*|parseInt\(\s*|\+)?(?:req|request|ctx)\.(?:request\.)?params\b(?:\.\w+|\[["'\w]+\])\s*\)?\s*(?:\}\s*)?\)/g,
    needs: signedInOnly,
    without: rightsElsewhere,
  },
  {
    languages: jsLanguages,
    pattern: new RegExp(
      String.raw`\bthis\.${shared}\w+\.(?:findOneBy(?:OrFail)?|findOne(?:OrFail)?|findUnique|findById|findByPk)\s*\(\s*(?:\{\s*(?:where\s*:\s*\{\s*)?id\s*(?::\s*\+?id\s*)?\}|\+?id\s*[,)])`,
      'g',
    ),
    needs:
      /^(?=[\s\S]*@UseGuards\s*\(\s*(?:\w*(?:Auth|Jwt|Session)\w*|AuthGuard\s*\([^()]*\))\s*\))(?=[\s\S]*@Param\s*\(\s*['"]id['"])/,
    without: rightsElsewhere,
  },
  {
    languages: jsLanguages,
    pattern: new RegExp(
      String.raw`\b${shared}[A-Z]\w*\.(?:findByPk|findById|findOne|findUnique)\s*\(\s*(?:\{\s*(?:where\s*:\s*\{\s*)?_?id\s*(?::\s*id\s*)?\}|id\s*[,)])`,
      'g',
    ),
    needs: new RegExp(
      String.raw`^(?=[\s\S]*?(?:${signedInOnly.source}))(?=[\s\S]*?(?:\{[^{}\n]{0,80}\bid\b[^{}\n]{0,80}\}|\bid)\s*=\s*(?:Number\(|parseInt\(|\+)?\s*(?:req|request|ctx)\.params\b)`,
      'i',
    ),
    without: rightsElsewhere,
  },
  {
    languages: ['Python'],
    pattern: new RegExp(
      String.raw`\b(?:get_object_or_404\s*\(\s*${shared}[A-Z]\w*\s*,\s*(?:pk|id|uuid)\s*=\s*\w+\s*\)|${shared}[A-Z]\w*\.objects\.get\s*\(\s*(?:pk|id|uuid)\s*=\s*\w+\s*\)|(?:db|session|\w+_session|db\.session)\.get(?:_or_404)?\s*\(\s*${shared}[A-Z]\w*\s*,\s*\w+_?id\s*\)|\.query\s*\(\s*${shared}[A-Z]\w*\s*\)\s*\.filter(?:_by)?\s*\(\s*(?:\w+\.id\s*==|id\s*=)\s*\w+\s*\)\s*\.(?:first|one)|select\s*\(\s*${shared}[A-Z]\w*\s*\)\.where\s*\(\s*\w+\.id\s*==\s*\w+\s*\))`,
      'g',
    ),
    needs:
      /login_required|LoginRequiredMixin|IsAuthenticated\b|(?:Depends|Security)\s*\(\s*\w*(?:user|auth|login)\w*\s*[()]|jwt_required/i,
    without: rightsElsewhere,
  },
  {
    languages: ['Ruby'],
    pattern: new RegExp(
      String.raw`(?<![\w.:])${shared}[A-Z]\w*\.find(?:_by!?)?\s*\(?\s*(?:id:\s*)?params\[:id\]\s*\)?\s*$`,
      'gm',
    ),
    needs: /before_action\s+:(?:authenticate\w*|require_\w*(?:login|user|sign\w*)|logged_in\w*|signed_in\w*)/,
    without: rightsElsewhere,
  },
  {
    languages: ['PHP'],
    pattern: new RegExp(
      String.raw`(?<![\w\\])${shared}[A-Z]\w*::(?:query\(\)->)?(?:find|findOrFail)\s*\(\s*(?:\$\w*id|\$request->(?:route|input)\(\s*['"]\w*id['"]\s*\))\s*\)`,
      'gi',
    ),
    needs: /middleware\s*\(\s*\[?\s*['"]auth/,
    without: rightsElsewhere,
  },
  {
    languages: ['PHP'],
    // Repositories in a controller for all signed-in users.
    pattern: new RegExp(String.raw`\$(?:this->)?${shared}\w+->find\s*\(\s*\$\w*[iI]d\s*\)`, 'g'),
    needs:
      /(?:IsGranted\s*\(|denyAccessUnlessGranted\s*\(|has_role\s*\()\s*['"](?:ROLE_USER|IS_AUTHENTICATED\w*)['"]/,
    without: rightsElsewhere,
  },
];
