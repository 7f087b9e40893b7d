import type { FindingDraft } from '../core/finding-draft.ts';
import { jsLanguages, type SourceView } from '../core/source-view.ts';

const account = `(?:User|Account|Profile|Member|Customer|Employee|Patient|Student|Order|Invoice|Message|Address|Card|Wallet|Basket|Cart|Review|Document|Note)`;
const fromRequest = String.raw`\breq(?:uest)?\.(?:body|query|params)\b(?:\.\w+|\[["'\w]+\])`;

interface RecordForm {
  languages: readonly string[];
  pattern: RegExp;
  /** It changes or deletes, so that a sign-in alone is not enough whatever the record. */
  changes?: boolean;
  /** What the file must say besides, so that the record is somebody's. */
  needs?: RegExp;
}

const forms: readonly RecordForm[] = [
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
    // What a page calls on the server, with the number that the page gives.
    pattern:
      /\.(?:delete|update|deleteMany|updateMany)\s*\(\s*\{\s*where\s*:\s*\{\s*(?:id|\w+Id)\s*(?::\s*[\w.]+\s*)?\}|\.(?:delete|update)\s*\(\s*\w+\s*\)[^;]{0,120}\.where\s*\(\s*eq\s*\(\s*\w+\.id\s*,\s*\w+\s*\)\s*\)/g,
    needs: /["']use server["']|[pP]rocedure\b|@(?:Mutation|Patch|Delete|Put)\(/,
    changes: true,
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
    // A parameter of the view that the address gives.
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
];

// Whose record it is, compared or made part of the query.
const compared =
  /\b(?:req(?:uest)?\.)?(?:user|session|auth|principal|account|currentUser|current_user|identity|token|claims|decoded|payload|loggedIn\w*)\b[\w.?![\]"']*\s*(?:[!=]==?)|(?:[!=]==?)\s*[\w.]*\b(?:user|session|auth|principal|currentUser|current_user|identity|token|claims|decoded|payload)\b|\b\w*(?:[uU]ser|[oO]wner|[aA]ccount|[aA]uthor|created[bB]y|email)\w*\s*:\s*[\w.?!]*\b(?:user|session|auth|principal|currentUser|identity|claims|decoded|payload|token)\b|\b\w+\s*:\s*(?:req(?:uest)?|ctx|context|session)\.(?:user|session|auth|state\.user)\b|isOwner|authorize!?\s*\(|\bcan\(|policy|current_user\.|ensureOwner|checkOwner|belongsTo|isAdmin|hasRole|(?:request|self\.request)\.user\b(?!\.is_authenticated)|->user\(\)|\bauth\(\)|\bAuth::|\bGate::|->authorize\s*\(|->can\s*\(|has_perm|permission_required|user_passes_test|staff_member_required/;

/** Named where the handler is registered: it is for those who may see all records. */
const forStaff = /\w*(?:[aA]dmin|[sS]taff|[rR]oles?|[pP]ermissions?|[sS]uperuser)\w*/;

const mostPerFile = 20;

/** What is found where the application knows who is signed in, and where it knows nobody. */
export interface ForeignRecords {
  withUsers: FindingDraft[];
  withoutUsers: FindingDraft[];
}

/** Handlers that take the number of a record from the request and never compare it with who is signed in. */
export function foreignRecords(view: SourceView): ForeignRecords {
  const withUsers = recordsIn(view, true);
  return { withUsers, withoutUsers: withUsers.length === 0 ? [] : recordsIn(view, false) };
}

function recordsIn(view: SourceView, knowsUsers: boolean): FindingDraft[] {
  if (view.exposure !== 'external' || (view.file.language === 'Ruby' && /(?:^|\/)admin\//.test(view.path)))
    return [];
  const own = forms.filter((form) => form.languages.includes(view.file.language ?? ''));
  const drafts: FindingDraft[] = [];
  const seen = new Set<number>();
  for (const form of own) {
    if (form.changes && !knowsUsers) continue;
    if (form.needs && !form.needs.test(view.withoutComments)) continue;
    for (const match of view.matchesOf(form.pattern, 'code')) {
      const line = view.lineAt(match.index);
      const around = view.functionAt(line);
      if (!around || seen.has(line) || drafts.length >= mostPerFile) continue;
      const body = view.code.slice(view.offsetOf(around.line), view.offsetOf(around.endLine + 1));
      // What an answer shows of the user is no check.
      if (compared.test(withoutAnswers(body)) || /admin/i.test(around.name)) continue;
      const head = view.code.slice(
        view.offsetOf(Math.max(1, around.line - 3)),
        view.offsetOf(around.line + 1),
      );
      if (forStaff.test(head.split(/\n\s*\}/).at(-1) ?? '')) continue;
      seen.add(line);
      drafts.push({
        ruleId: 'access/foreign-record',
        title: form.changes
          ? 'Record changed by a number in the request alone'
          : 'Record chosen by a number in the request alone',
        impact: 'disclosure',
        exposure: 'external',
        severity: 'medium',
        confidence: form.changes ? 0.5 : 0.55,
        cwe: ['CWE-639', 'CWE-862', 'CWE-285'],
        file: view.path,
        line,
        column: view.columnAt(match.index),
        snippet: view.lineText(line),
        description:
          'The handler takes whose record it is from the request and never compares it with who is signed in.',
        recommendation: 'Take the owner from the session, or make the owner part of the query.',
        references: ['https://cwe.mitre.org/data/definitions/639.html'],
        source: 'code',
        symbol: around.name,
      });
    }
  }
  return drafts;
}

function withoutAnswers(body: string): string {
  return body.replace(
    /\bres(?:ponse)?\.(?:status\(\d+\)\.)?(?:render|json|send)\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g,
    // What asks for the record within the answer is no part of what it shows.
    (answer) => (/\bawait\b/.test(answer) ? answer : ''),
  );
}

/** Whether the file shows that the application knows who is signed in at all. */
export function knowsUsers(view: SourceView): boolean {
  return view.has(signedIn, 'text');
}

const signedIn =
  /\breq(?:uest)?\.(?:user|session|auth)\b|passport|jsonwebtoken|express-jwt|jose\b|authenticated\w*\.from|getServerSession|next-auth|currentUser\b|\bauth\(\)|ctx\.(?:session|user)\b/;
