import { androidManifests } from '../configuration/android-manifest.ts';
import { applicationSettings } from '../configuration/application-settings.ts';
import { deviceNetworks } from '../configuration/device-networks.ts';
import { nginxSettings } from '../configuration/nginx.ts';
import { memoryFaults } from '../languages/c/memory/memory-faults.ts';
import { forgedRequests } from '../languages/csharp/rules/forged-requests.ts';
import { clientRoutes, hiddenTexts } from '../languages/javascript/rules/client-routes.ts';
import { missingCsrf, missingHeaders } from '../languages/javascript/rules/site-protection.ts';
import { unlimitedSignIn } from '../languages/shared/rules/attempt-limits.ts';
import { commentedGuards } from '../languages/shared/rules/commented-guards.ts';
import { foreignRecords, knowsUsers } from '../languages/shared/rules/foreign-records.ts';
import { formsWithoutToken } from '../languages/shared/rules/form-tokens.ts';
import { guardedFields } from '../languages/shared/rules/guarded-fields.ts';
import { plainPasswords, plainPersonalData } from '../languages/shared/rules/kept-passwords.ts';
import { knowledgeQuestions } from '../languages/shared/rules/knowledge-questions.ts';
import { boundRecords } from '../languages/shared/rules/managed-binding.ts';
import { managedGuards } from '../languages/shared/rules/managed-guards.ts';
import { patternChecks } from '../languages/shared/rules/pattern-checks.ts';
import { requestedSizes } from '../languages/shared/rules/requested-sizes.ts';
import { adminRoutes, unguardedRoutes, unusedGuards } from '../languages/shared/rules/route-guards.ts';
import { contractFindings } from '../languages/solidity/contract-findings.ts';
import { accessRules } from '../languages/text-rules.ts';
import { defineAgent } from '../rules/agent-run.ts';
import type { FindingDraft } from '../rules/finding-draft.ts';
import { ownCode, ownCodeView, type SourceView } from '../rules/source-view.ts';
import { applyTextRules } from '../rules/text-rule.ts';
import { misuseDrafts, withoutDuplicates } from './misuse-drafts.ts';
import { numberDrafts } from './number-drafts.ts';
import { secretDrafts } from './secret-drafts.ts';

/** Access control: guards on routes, CSRF, foreign origins, cookies, tokens, permissions. */
export const accessControlAgent = defineAgent({
  id: 'security.access-control',
  category: 'security',
  inspectFile: (file, input) => {
    const view = ownCodeView(input, file);
    return view && { drafts: draftsOf(view), records: foreignRecords(view), knowsUsers: knowsUsers(view) };
  },
  program: (input, inspected) => {
    const views = [...ownCode(input)];
    const withUsers = inspected.some((one) => one.knowsUsers);
    const drafts = inspected.flatMap((one) => [
      ...one.drafts,
      ...(withUsers ? one.records.withUsers : one.records.withoutUsers),
    ]);
    const memory = memoryFaults(views);
    drafts.push(...memory.shapes, ...memory.lifetimes);
    drafts.splice(0, drafts.length, ...withoutDuplicates(drafts, memory.values));
    drafts.push(
      ...adminRoutes(input),
      ...unusedGuards(input, views),
      ...unguardedRoutes(input),
      ...managedGuards(views),
      ...boundRecords(views),
      ...missingCsrf(views),
      ...forgedRequests(views),
      ...formsWithoutToken(input),
      ...missingHeaders(views),
      ...clientRoutes(input, views),
      ...knowledgeQuestions(input),
      ...unlimitedSignIn(input, views),
      ...applicationSettings(input),
      ...nginxSettings(input),
      ...androidManifests(input),
      ...deviceNetworks(input),
      ...contractFindings(input),
    );
    const told = misuseDrafts(input, [
      'insecure_cookie',
      'unverified_token',
      'unsafe_permissions',
      'unsafe_temp_file',
      'debug_mode',
      'unsafe_archive',
      'hardcoded_secret',
      'integer_overflow',
      'index_out_of_range',
      'lost_cancel',
      'endless_loop',
      'zero_divisor',
      'known_overflow',
      'null_answer',
    ]);
    return { drafts: [...withoutDuplicates(told, drafts), ...numberDrafts(input), ...secretDrafts(input)] };
  },
});

function draftsOf(view: SourceView): FindingDraft[] {
  return [
    ...applyTextRules(accessRules, view),
    ...commentedGuards(view),
    ...hiddenTexts(view),
    ...plainPasswords(view),
    ...plainPersonalData(view),
    ...guardedFields(view),
    ...requestedSizes(view),
    ...patternChecks(view),
  ];
}
