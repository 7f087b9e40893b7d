import { androidManifests } from '../config/android-manifest.ts';
import { applicationSettings } from '../config/application-settings.ts';
import { nginxSettings } from '../config/nginx.ts';
import { defineAgent } from '../core/agent-run.ts';
import type { FindingDraft } from '../core/finding-draft.ts';
import { ownCode, ownCodeView, type SourceView } from '../core/source-view.ts';
import { applyTextRules } from '../core/text-rule.ts';
import { accessRules } from './access-rules.ts';
import { allowListRules } from './allow-list-rules.ts';
import { applicationHabits } from './application-habits.ts';
import { unlimitedSignIn } from './attempt-limits.ts';
import { clientRoutes, hiddenTexts } from './client-routes.ts';
import { clientShellRules } from './client-shell-rules.ts';
import { commentedGuards } from './commented-guards.ts';
import { comparisonRules } from './comparison-rules.ts';
import { contractRules, reentrantCalls } from './contract-rules.ts';
import { cppLifetimeRules } from './cpp-lifetime-rules.ts';
import { cppThreadRules } from './cpp-thread-rules.ts';
import { dotnetRules } from './dotnet-rules.ts';
import { exposureRules } from './exposure-rules.ts';
import { fileRules } from './file-rules.ts';
import { foreignRecords, knowsUsers } from './foreign-records.ts';
import { forgedRequests } from './forged-requests.ts';
import { frameworkRules } from './framework-rules.ts';
import { goConcurrencyRules } from './go-concurrency-rules.ts';
import { goHabitRules } from './go-habit-rules.ts';
import { goHandlerRules } from './go-handler-rules.ts';
import { goRules } from './go-rules.ts';
import { guardedFields } from './guarded-fields.ts';
import { habitRules } from './habit-rules.ts';
import { javaWebRules } from './java-web-rules.ts';
import { jvmRules } from './jvm-rules.ts';
import { plainPasswords, plainPersonalData } from './kept-passwords.ts';
import { knowledgeQuestions } from './knowledge-questions.ts';
import { limitRules } from './limit-rules.ts';
import { boundRecords } from './managed-binding.ts';
import { managedGuards } from './managed-guards.ts';
import { managedRules } from './managed-rules.ts';
import { managedSecretRules } from './managed-secrets.ts';
import { misuseDrafts, withoutToldAlready } from './misuse-drafts.ts';
import { modelToolRules } from './model-tool-rules.ts';
import { findReleases, nativeLifetimes } from './native/lifetimes.ts';
import { neverReleased } from './native/never-released.ts';
import { nativeOwnershipRules } from './native/ownership-rules.ts';
import { knownValues } from './native/values/known-values.ts';
import { nativeCopyRules } from './native-copy-rules.ts';
import { nativeHabits } from './native-habits.ts';
import { nativeMemory } from './native-memory.ts';
import { nativeRules } from './native-rules.ts';
import { nativeSharedRules } from './native-shared-rules.ts';
import { knownSizes } from './native-sizes.ts';
import { originRules } from './origin-rules.ts';
import { pagePartRules } from './page-part-rules.ts';
import { passwordRules } from './password-rules.ts';
import { plainHabitRules } from './plain-habit-rules.ts';
import { pythonDataRules } from './python-data-rules.ts';
import { pythonLibraryRules } from './python-library-rules.ts';
import { pythonWebRules } from './python-web-rules.ts';
import { recordRules } from './record-rules.ts';
import { requestedSizes } from './requested-sizes.ts';
import { adminRoutes, unguardedRoutes, unusedGuards } from './route-guards.ts';
import { rustGuardRules } from './rust-guard-rules.ts';
import { rustHabitRules } from './rust-habit-rules.ts';
import { rustInputRules } from './rust-input-rules.ts';
import { rustMemoryRules } from './rust-memory-rules.ts';
import { rustRules } from './rust-rules.ts';
import { scriptSettingRules } from './script-setting-rules.ts';
import { scriptWebRules } from './script-web-rules.ts';
import { sessionRules } from './session-rules.ts';
import { signInRules } from './sign-in-rules.ts';
import { signingKeyRules } from './signing-key-rules.ts';
import { missingCsrf, missingHeaders } from './site-protection.ts';
import { stackRules } from './stack-rules.ts';
import { webSettingRules } from './web-setting-rules.ts';

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
