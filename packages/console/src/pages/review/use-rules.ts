import { type Answer, useApi } from '../../api/client.ts';
import { useDryRun } from '../../api/dry-run.ts';
import { useRead, useWrite } from '../../api/read.ts';
import { type RuleChoice, withChoice } from './rules-text.ts';
import type { Severity } from './severities.ts';

export type CheckedRules = Answer<'previewReviewRules'>;

/** What the organization says of rules, and the text that says it. */
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

/** What holds for one rule in the whole organization. */
export function choiceOf(check: CheckedRules | undefined, id: string) {
  return {
    isOff: check?.disabled.includes(id) ?? false,
    severity: check?.severities.find(({ rule_id: one }) => one === id)?.severity as Severity | undefined,
  };
}

/** Switches one rule off or on, or rates it, for reviews from now on. The text may be changed by others meanwhile. */
export function useRuleChoice() {
  const api = useApi();
  return useWrite(
    async ({ id, choice }: { id: string; choice: RuleChoice }) => {
      const { rules, sha256 } = await api.getReviewRules({});
      return api.setReviewRules({ body: { rules: await withChoice(rules, id, choice), replaces: sha256 } });
    },
    {
      shows: { operation: 'setReviewRules', body: { rules: '…' }, title: 'Switch it off or on, or rate it' },
      done: (_answer, { id, choice }) => `${id} ${said(choice)}, for reviews from now on.`,
    },
  );
}

function said({ isOff, severity }: RuleChoice): string {
  if (isOff !== undefined) return isOff ? 'is switched off' : 'is on again';
  return severity === null ? 'is rated as it says itself' : `is rated ${severity}`;
}
