import { androidManifests } from '../configuration/android-manifest.ts';
import { applicationSettings } from '../configuration/application-settings.ts';
import { nginxSettings } from '../configuration/nginx.ts';
import { findReleases, nativeLifetimes } from '../languages/c/memory/lifetimes.ts';
import { neverReleased } from '../languages/c/memory/never-released.ts';
import { nativeOwnershipRules } from '../languages/c/memory/ownership-rules.ts';
import { knownValues } from '../languages/c/memory/values/known-values.ts';
import { cppLifetimeRules } from '../languages/c/rules/cpp-lifetime-rules.ts';
import { cppThreadRules } from '../languages/c/rules/cpp-thread-rules.ts';
import { nativeCopyRules } from '../languages/c/rules/native-copy-rules.ts';
import { nativeHabits } from '../languages/c/rules/native-habits.ts';
import { nativeMemory } from '../languages/c/rules/native-memory.ts';
import { nativeRules } from '../languages/c/rules/native-rules.ts';
import { nativeSharedRules } from '../languages/c/rules/native-shared-rules.ts';
import { knownSizes } from '../languages/c/rules/native-sizes.ts';
import { dotnetRules } from '../languages/csharp/rules/dotnet-rules.ts';
import { forgedRequests } from '../languages/csharp/rules/forged-requests.ts';
import { goConcurrencyRules } from '../languages/go/rules/go-concurrency-rules.ts';
import { goHabitRules } from '../languages/go/rules/go-habit-rules.ts';
import { goHandlerRules } from '../languages/go/rules/go-handler-rules.ts';
import { goRules } from '../languages/go/rules/go-rules.ts';
import { javaWebRules } from '../languages/java/rules/java-web-rules.ts';
import { jvmRules } from '../languages/java/rules/jvm-rules.ts';
import { clientRoutes, hiddenTexts } from '../languages/javascript/rules/client-routes.ts';
import { clientShellRules } from '../languages/javascript/rules/client-shell-rules.ts';
import { scriptSettingRules } from '../languages/javascript/rules/script-setting-rules.ts';
import { scriptWebRules } from '../languages/javascript/rules/script-web-rules.ts';
import { missingCsrf, missingHeaders } from '../languages/javascript/rules/site-protection.ts';
import { stackRules } from '../languages/javascript/rules/stack-rules.ts';
import { pythonDataRules } from '../languages/python/rules/python-data-rules.ts';
import { pythonLibraryRules } from '../languages/python/rules/python-library-rules.ts';
import { pythonWebRules } from '../languages/python/rules/python-web-rules.ts';
import { rustGuardRules } from '../languages/rust/rules/rust-guard-rules.ts';
import { rustHabitRules } from '../languages/rust/rules/rust-habit-rules.ts';
import { rustInputRules } from '../languages/rust/rules/rust-input-rules.ts';
import { rustMemoryRules } from '../languages/rust/rules/rust-memory-rules.ts';
import { rustRules } from '../languages/rust/rules/rust-rules.ts';
import { accessRules } from '../languages/shared/rules/access-rules.ts';
import { allowListRules } from '../languages/shared/rules/allow-list-rules.ts';
import { applicationHabits } from '../languages/shared/rules/application-habits.ts';
import { unlimitedSignIn } from '../languages/shared/rules/attempt-limits.ts';
import { commentedGuards } from '../languages/shared/rules/commented-guards.ts';
import { comparisonRules } from '../languages/shared/rules/comparison-rules.ts';
import { exposureRules } from '../languages/shared/rules/exposure-rules.ts';
import { fileRules } from '../languages/shared/rules/file-rules.ts';
import { foreignRecords, knowsUsers } from '../languages/shared/rules/foreign-records.ts';
import { frameworkRules } from '../languages/shared/rules/framework-rules.ts';
import { guardedFields } from '../languages/shared/rules/guarded-fields.ts';
import { habitRules } from '../languages/shared/rules/habit-rules.ts';
import { plainPasswords, plainPersonalData } from '../languages/shared/rules/kept-passwords.ts';
import { knowledgeQuestions } from '../languages/shared/rules/knowledge-questions.ts';
import { limitRules } from '../languages/shared/rules/limit-rules.ts';
import { boundRecords } from '../languages/shared/rules/managed-binding.ts';
import { managedGuards } from '../languages/shared/rules/managed-guards.ts';
import { managedRules } from '../languages/shared/rules/managed-rules.ts';
import { managedSecretRules } from '../languages/shared/rules/managed-secrets.ts';
import { modelToolRules } from '../languages/shared/rules/model-tool-rules.ts';
import { originRules } from '../languages/shared/rules/origin-rules.ts';
import { pagePartRules } from '../languages/shared/rules/page-part-rules.ts';
import { passwordRules } from '../languages/shared/rules/password-rules.ts';
import { plainHabitRules } from '../languages/shared/rules/plain-habit-rules.ts';
import { recordRules } from '../languages/shared/rules/record-rules.ts';
import { requestedSizes } from '../languages/shared/rules/requested-sizes.ts';
import { adminRoutes, unguardedRoutes, unusedGuards } from '../languages/shared/rules/route-guards.ts';
import { sessionRules } from '../languages/shared/rules/session-rules.ts';
import { signInRules } from '../languages/shared/rules/sign-in-rules.ts';
import { signingKeyRules } from '../languages/shared/rules/signing-key-rules.ts';
import { webSettingRules } from '../languages/shared/rules/web-setting-rules.ts';
import { contractRules, reentrantCalls } from '../languages/solidity/rules/contract-rules.ts';
import { defineAgent } from '../rules/agent-run.ts';
import type { FindingDraft } from '../rules/finding-draft.ts';
import { ownCode, ownCodeView, type SourceView } from '../rules/source-view.ts';
import { applyTextRules } from '../rules/text-rule.ts';
import { misuseDrafts, withoutToldAlready } from './misuse-drafts.ts';

const allRules = [
  ...applicationHabits,
  ...sessionRules,
  ...accessRules,
  ...fileRules,
  ...nativeCopyRules,
  ...habitRules,
  ...exposureRules,
  ...allowListRules,
  ...modelToolRules,
  ...contractRules,
  ...passwordRules,
  ...signingKeyRules,
  ...signInRules,
  ...frameworkRules,
  ...nativeRules,
  ...nativeHabits,
  ...nativeSharedRules,
  ...cppLifetimeRules,
  ...cppThreadRules,
  ...nativeOwnershipRules,
  ...scriptWebRules,
  ...clientShellRules,
  ...comparisonRules,
  ...pagePartRules,
  ...originRules,
  ...recordRules,
  ...limitRules,
  ...javaWebRules,
  ...pythonWebRules,
  ...pythonDataRules,
  ...pythonLibraryRules,
  ...goRules,
  ...goHandlerRules,
  ...goConcurrencyRules,
  ...goHabitRules,
  ...rustRules,
  ...rustMemoryRules,
  ...rustInputRules,
  ...rustHabitRules,
  ...rustGuardRules,
  ...managedRules,
  ...managedSecretRules,
  ...jvmRules,
  ...dotnetRules,
  ...plainHabitRules,
  ...webSettingRules,
  ...scriptSettingRules,
  ...stackRules,
];

/** Who may do what: guards on routes, forged requests, foreign sites, cookies, tokens, rights. */
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
    // Who gives back what it gets is known once all files are.
    const releases = findReleases(views);
    for (const view of views) drafts.push(...nativeLifetimes(view, releases));
    const known = knownValues(views);
    drafts.splice(0, drafts.length, ...withoutToldAlready(drafts, known));
    drafts.push(
      ...adminRoutes(input),
      ...unusedGuards(input, views),
      ...unguardedRoutes(input),
      ...managedGuards(views),
      ...boundRecords(views),
      ...missingCsrf(views),
      ...forgedRequests(views),
      ...missingHeaders(views),
      ...clientRoutes(input, views),
      ...knowledgeQuestions(input),
      ...unlimitedSignIn(input, views),
      ...applicationSettings(input),
      ...nginxSettings(input),
      ...androidManifests(input),
    );
    const told = misuseDrafts(input, [
      'insecure_cookie',
      'unverified_token',
      'unsafe_permissions',
      'unsafe_temp_file',
      'debug_mode',
      'unsafe_archive',
      'hardcoded_secret',
    ]);
    return { drafts: withoutToldAlready(told, drafts) };
  },
});

function draftsOf(view: SourceView): FindingDraft[] {
  return [
    ...applyTextRules(allRules, view),
    ...commentedGuards(view),
    ...hiddenTexts(view),
    ...plainPasswords(view),
    ...plainPersonalData(view),
    ...reentrantCalls(view),
    ...nativeMemory(view),
    ...knownSizes(view),
    ...neverReleased(view),
    ...guardedFields(view),
    ...requestedSizes(view),
  ];
}
