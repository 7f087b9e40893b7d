import { type Answer, useApi } from '../../api/client.ts';
import { useDryRun } from '../../api/dry-run.ts';
import { useRead, useWrite } from '../../api/read.ts';
import { type RuleChoice, withChoice, withChoiceFor } from './rules-text.ts';
import type { Severity } from './severities.ts';

export type CheckedRules = Answer<'previewReviewRules'>;

/** The organization's settings for rules, and the text defining them. */
export function useOwnRules() {
  const rules = useRead('getReviewRules', {});
  const text = rules.data?.rules;
  const check = useDryRun(
    'previewReviewRules',
    text === undefined ? undefined : { body: { rules: text } },
    'What the rules say',
  );
  return { rules, check };
}

/** A rule's settings for the whole organization. */
export function choiceOf(check: CheckedRules | undefined, id: string) {
  return {
    isOff: check?.disabled.includes(id) ?? false,
    severity: check?.severities.find(({ rule_id: one }) => one === id)?.severity as Severity | undefined,
  };
}

/** Applications, by name, with other settings for the rule. */
export function choicesFor(check: CheckedRules | undefined, id: string) {
  const all = check?.repositories ?? [];
  return all.flatMap(({ name, disabled, severities }) => {
    const severity = severities.find(({ rule_id: one }) => one === id)?.severity as Severity | undefined;
    const isOff = disabled.includes(id);
    return isOff || severity !== undefined ? [{ name, isOff, severity }] : [];
  });
}

interface Chosen {
  id: string;
  choice: RuleChoice;
  /** Only for applications with this name. */
  application?: string;
}

/**
 * Enables, disables or re-rates a rule for reviews from now on. The text may be changed by others meanwhile.
 */
export function useRuleChoice() {
  const api = useApi();
  return useWrite(
    async ({ id, choice, application }: Chosen) => {
      const { rules: text, sha256 } = await api.getReviewRules({});
      const rules =
        application === undefined
          ? await withChoice(text, id, choice)
          : await withChoiceFor(text, application, id, choice);
      return api.setReviewRules({ body: { rules, replaces: sha256 } });
    },
    {
      shows: { operation: 'setReviewRules', body: { rules: '…' }, title: 'Switch it off or on, or rate it' },
      done: (_answer, { id, choice, application }) =>
        `${id} ${describeChoice(choice)}${application === undefined ? '' : ` for ${application}`}, for reviews from now on.`,
    },
  );
}

function describeChoice({ isOff, severity }: RuleChoice): string {
  if (isOff === false && severity === null) return 'goes as everywhere';
  if (isOff === false && severity !== undefined) return `is rated ${severity}`;
  if (isOff !== undefined) return isOff ? 'is switched off' : 'is on again';
  return severity === null ? 'is rated as it says itself' : `is rated ${severity}`;
}
