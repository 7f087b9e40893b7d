import type { FindingDraft } from '../../../rules/finding-draft.ts';
import type { SourceView } from '../../../rules/source-view.ts';
import { recordForms } from './record-forms.ts';

// The owner of the record is compared, or is part of the query.
const compared =
  /\b(?:req(?:uest)?\.)?(?:user|session|auth|principal|account|viewer|me|currentUser|current_user|identity|token|claims|decoded|payload|loggedIn\w*)\b[\w.?![\]"']*\s*(?:[!=]==?)|(?:[!=]==?)\s*[\w.]*\b(?:user|session|auth|principal|viewer|me|currentUser|current_user|identity|token|claims|decoded|payload)\b|\b\w*(?:[uU]ser|[oO]wner|[aA]ccount|[aA]uthor|created[bB]y|email)\w*\s*:\s*[\w.?!]*\b(?:user|session|auth|principal|currentUser|identity|claims|decoded|payload|token)\b|\b\w+\s*:\s*(?:req(?:uest)?|ctx|context|session)\.(?:user|session|auth|state\.user)\b|isOwner|authorize!?\s*\(|\bcan\(|policy|current_user\.|ensureOwner|checkOwner|belongsTo|isAdmin|hasRole|(?:request|self\.request)\.user\b(?!\.is_authenticated)|->user\(\)|\bauth\(\)|\bAuth::|\bGate::|->authorize\s*\(|->can\s*\(|has_perm|permission_required|user_passes_test|staff_member_required|->getUser\(\)|(?:isGranted|denyAccessUnlessGranted)\s*\([^,()\n]+,/;

/** Part of the handler's registration: it is for people who may see all records. */
const forStaff = /\w*(?:[aA]dmin|[sS]taff|[rR]oles?|[pP]ermissions?|[sS]uperuser)\w*/;

/** A permission that every signed-in user has. */
const signInAlone =
  /@permission_classes\s*\(\s*[[(]\s*IsAuthenticated\s*,?\s*[\])]\s*\)|\bpermission_classes\s*=\s*[[(]\s*IsAuthenticated\s*,?\s*[\])]/;

const MAX_PER_FILE = 20;

/** Findings for applications that know who is signed in, and for those that do not. */
export interface ForeignRecords {
  withUsers: FindingDraft[];
  withoutUsers: FindingDraft[];
}

/** Handlers that take a record's id from the request and never compare the record with the signed-in user. */
export function foreignRecords(view: SourceView): ForeignRecords {
  const withUsers = recordsIn(view, true);
  return { withUsers, withoutUsers: withUsers.length === 0 ? [] : recordsIn(view, false) };
}

function recordsIn(view: SourceView, knowsUsers: boolean): FindingDraft[] {
  if (view.exposure !== 'external' || (view.file.language === 'Ruby' && /(?:^|\/)admin\//.test(view.path)))
    return [];
  const own = recordForms.filter((form) => form.languages.includes(view.file.language ?? ''));
  const drafts: FindingDraft[] = [];
  const seen = new Set<number>();
  for (const form of own) {
    if (form.changes && !knowsUsers) continue;
    for (const match of view.matchesOf(form.pattern, 'code')) {
      // Tested only after a match, because most files have none.
      if (form.needs?.test(view.withoutComments) === false || form.without?.test(view.withoutComments)) break;
      const line = view.lineAt(match.index);
      const around = view.functionAt(line);
      if (!around || seen.has(line) || drafts.length >= MAX_PER_FILE) continue;
      const body = view.linesOf(around, 'code');
      // Showing data of the user in the answer is not a check.
      if (compared.test(withoutAnswers(body)) || /admin/i.test(around.name)) continue;
      const head = view.code.slice(
        view.offsetOf(Math.max(1, around.line - 3)),
        view.offsetOf(around.line + 1),
      );
      if (
        forStaff.test(
          head
            .replace(signInAlone, '')
            .split(/\n\s*\}/)
            .at(-1) ?? '',
        )
      )
        continue;
      seen.add(line);
      drafts.push({
        ruleId: 'access/foreign-record',
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
          'The handler takes the owner of the record from the request and never compares it with the signed-in user.',
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
    // A query inside the answer is code to check, not output.
    (answer) => (/\bawait\b/.test(answer) ? answer : ''),
  );
}

/** Whether the file shows that the application has signed-in users at all. */
export function knowsUsers(view: SourceView): boolean {
  return view.has(signedIn, 'text');
}

const signedIn =
  /\breq(?:uest)?\.(?:user|session|auth)\b|passport|jsonwebtoken|express-jwt|jose\b|authenticated\w*\.from|getServerSession|next-auth|currentUser\b|\bauth\(\)|ctx\.(?:session|user)\b/;
