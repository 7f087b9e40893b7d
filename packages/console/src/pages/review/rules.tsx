import { useState } from 'react';
import { TriviumError } from '../../../../sdk/src/index.ts';
import { useShownCall } from '../../api/calls.tsx';
import { type Answer, useApi, useMay } from '../../api/client.ts';
import { useDryRun } from '../../api/dry-run.ts';
import { useRead, useWrite } from '../../api/read.ts';
import { Button } from '../../parts/button.tsx';
import { Code } from '../../parts/code.tsx';
import { CodeEditor } from '../../parts/code-editor.tsx';
import { History } from '../../parts/deeds.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { PageHead } from '../../parts/page.tsx';
import { Failure, Refused, Shown } from '../../parts/states.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { RulesNav } from './rules-nav.tsx';
import { RulesSummary } from './rules-summary.tsx';
import { withChoice } from './rules-text.ts';
import { type CheckedRules, useOwnRules } from './use-rules.ts';

type Rules = Answer<'getReviewRules'>;

/** The organization's rules as a single text, checked while typing. */
export function RulesPage() {
  const rules = useRead('getReviewRules', {});
  const mayChange = useMay('review:write');
  return (
    <>
      <PageHead
        title="Rules"
        crumbs={[{ label: 'Review', href: '#/review' }]}
        lead="Your own rules, disabled built-in rules, and changed severities."
      />
      <RulesNav here="#/review/rules" />
      <Shown of={rules} lines={8}>
        {(found) => (mayChange ? <RulesForm found={found} /> : <RulesAsTheyAre found={found} />)}
      </Shown>
      <History thing="review_rules" />
    </>
  );
}

function RulesAsTheyAre({ found }: { found: Rules }) {
  const { check } = useOwnRules();
  return (
    <>
      {found.rules !== '' && <Code text={found.rules} label="Rules of the organization" />}
      {check.answer && <RulesSummary of={check.answer} />}
      <p className="quiet">Your key may read them. Changing them needs the scope review:write.</p>
    </>
  );
}

const example = `rules:
  - id: no-legacy-client
    languages: [js, ts]
    message: $CLIENT is the old way to call billing.
    severity: ERROR
    pattern: $CLIENT.legacyCall(...)
# Disabled built-in rules:
# disabled: [access/bind-all]
# How grave others are here:
# severity:
#   access/cookie-flags: high
`;

const noProblems: CheckedRules['problems'] = [];

function RulesForm({ found }: { found: Rules }) {
  /** The text editing started from. */
  const [base, setBase] = useState(found);
  const [text, setText] = useState(found.rules);
  const [shownLine, setShownLine] = useState<{ line: number }>();
  const isChanged = useUnsaved(text, base.rules);
  const check = useDryRun('previewReviewRules', { body: { rules: text } }, 'Check the rules');
  const take = (theirs: Rules) => {
    setBase(theirs);
    setText(theirs.rules);
  };
  const isOvertaken = found.sha256 !== base.sha256 && (found.updated_at ?? '') > (base.updated_at ?? '');
  // Somebody else changed them: unedited text is updated.
  if (isOvertaken && !isChanged) take(found);
  const problems = check.answer?.problems ?? noProblems;
  return (
    <div className="form">
      {isOvertaken && isChanged && <Overtaken onTheirs={() => take(found)} onMine={() => setBase(found)} />}
      <CodeEditor
        label="Rules of the organization"
        language="yaml"
        value={text}
        onChange={setText}
        lineProblems={problems}
        shownLine={shownLine}
        isTall
        placeholder="rules:"
        hint={
          <>
            YAML in Semgrep's format. <a href="/docs/guides/rules">How rules are written</a>
          </>
        }
      />
      <Problems of={problems} onShow={(line) => setShownLine({ line })} />
      <RulesActions
        base={base}
        text={text}
        isChanged={isChanged}
        setText={setText}
        isWrong={problems.length > 0}
        onSaved={setBase}
      />
      <RuleCheckResult check={check} text={text} setText={setText} />
    </div>
  );
}

function RuleCheckResult(given: {
  check: { answer: CheckedRules | undefined; error: Error | undefined };
  text: string;
  setText: (text: string) => void;
}) {
  const { check, text, setText } = given;
  if (check.error) return <Failure error={check.error} />;
  if (check.answer === undefined) return null;
  return (
    <RulesSummary
      of={check.answer}
      onChoice={async (id, choice) => setText(await withChoice(text, id, choice))}
    />
  );
}

/** Each links to its line. */
function Problems({
  of,
  onShow,
}: {
  of: { line: number; field: string; message: string }[];
  onShow: (line: number) => void;
}) {
  if (of.length === 0) return null;
  return (
    <div className="note bad rule-problems" role="status" aria-label="Problems">
      <ul>
        {of.map(({ line, field, message }) => (
          <li key={`${line} ${field} ${message}`}>
            <button type="button" onClick={() => onShow(line)}>
              Line {line}
            </button>
            {field !== '' && (
              <>
                {' '}
                <code>{field}</code>
              </>
            )}
            : {message}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Overtaken({ onTheirs, onMine }: { onTheirs: () => void; onMine: () => void }) {
  return (
    <div className="note warn" role="status">
      <div>
        <p>The rules were changed by somebody else while you write here.</p>
        <div className="actions">
          <Button onPress={onTheirs}>Use theirs</Button>
          <Button onPress={onMine}>Keep mine</Button>
        </div>
      </div>
    </div>
  );
}

interface ActionsProps {
  base: Rules;
  text: string;
  isChanged: boolean;
  isWrong: boolean;
  setText: (text: string) => void;
  onSaved: (rules: Rules) => void;
}

function RulesActions({ base, text, isChanged, isWrong, setText, onSaved }: ActionsProps) {
  const api = useApi();
  const [isAsked, setAsked] = useState(false);
  const body = { rules: text, replaces: base.sha256 };
  useShownCall({ operation: 'setReviewRules', body, title: 'Save the rules' });
  const save = useWrite(() => api.setReviewRules({ body }), {
    quiet: true,
    done: () => 'The rules apply to new reviews.',
    onDone: onSaved,
  });
  const takesAllAway = text.trim() === '' && base.rules.trim() !== '';
  // Invalid rules are already marked at their lines.
  const isShown = save.error instanceof TriviumError && save.error.code === 'invalid_rules' && isWrong;
  return (
    <>
      {!isShown && <Refused error={save.error} />}
      <div className="form-actions">
        {text.trim() === '' && <Button onPress={() => setText(example)}>Start with an example</Button>}
        {isChanged && <Button onPress={() => setText(base.rules)}>Undo my changes</Button>}
        <Button
          kind="main"
          isBusy={save.isPending}
          isDisabled={!isChanged || isWrong}
          onPress={() => (takesAllAway ? setAsked(true) : save.mutate())}
        >
          Save
        </Button>
      </div>
      <Confirm
        title="Remove all rules?"
        action="Remove them"
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => save.mutate()}
      >
        Reviews from now on only use the built-in rules. Copy the text first if you may want it back.
      </Confirm>
    </>
  );
}
