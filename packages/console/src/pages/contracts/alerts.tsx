import { BellRing, Plus } from 'lucide-react';
import { useState } from 'react';
import { useApi, useMay } from '../../api/client.ts';
import { useList, useWrite } from '../../api/read.ts';
import { type PageProps, to } from '../../app/router.tsx';
import { Acknowledge } from '../../parts/acknowledge.tsx';
import { Button, CopyText } from '../../parts/button.tsx';
import { Confirm, Dialog } from '../../parts/dialog.tsx';
import { plural, Time, words } from '../../parts/format.tsx';
import { ActionMenu } from '../../parts/menu.tsx';
import { Empty, Failure, Loading } from '../../parts/states.tsx';
import { Status, type Tone } from '../../parts/status.tsx';
import { AlertForm } from './alert-form.tsx';
import { actionsText, conditionText, cooldownText, type Rule } from './alert-words.ts';
import { ContractFrame } from './contract-frame.tsx';
import type { Contract } from './words.tsx';

/** A contract's alert rules, in words. */
export function AlertsPage({ params: { id = '' } }: PageProps) {
  return (
    <ContractFrame id={id} part="alerts">
      {(contract) => <Rules contract={contract} />}
    </ContractFrame>
  );
}

function Rules({ contract }: { contract: Contract }) {
  const list = useList('listContractAlerts', { params: { id: contract.id } });
  const mayChange = useMay('contracts:write');
  const [isNew, setNew] = useState(false);
  const [edited, setEdited] = useState<Rule>();
  const [secrets, setSecrets] = useState<string[]>([]);
  const close = () => {
    setNew(false);
    setEdited(undefined);
  };
  const add = mayChange && (
    <Button kind="main" icon={Plus} onPress={() => setNew(true)}>
      New rule
    </Button>
  );
  return (
    <>
      {list.items.length > 0 && <div className="actions above-table">{add}</div>}
      {list.isLoading && <Loading lines={4} />}
      {Boolean(list.error) && list.items.length === 0 && <Failure error={list.error} retry={list.refetch} />}
      {!list.isLoading && !list.error && list.items.length === 0 && (
        <Empty icon={BellRing} title="There is no alert rule yet." action={add}>
          A rule alerts you when executions fail, cost too much or wait too long, or when an account runs out
          of funds.
        </Empty>
      )}
      <ul className="rules" aria-label="Alert rules">
        {list.items.map((rule) => (
          <RuleCard key={rule.rule_id} rule={rule} onEdit={() => setEdited(rule)} />
        ))}
      </ul>
      {list.hasMore && <Button onPress={list.fetchMore}>Show more of {plural(list.total, 'rule')}</Button>}
      <Dialog
        title={edited === undefined ? 'Create an alert rule' : `Edit ${edited.rule_name}`}
        isOpen={isNew || edited !== undefined}
        onClose={close}
        wide
      >
        <AlertForm contract={contract} rule={edited} onClose={close} onSecrets={setSecrets} />
      </Dialog>
      <Secrets of={secrets} onClose={() => setSecrets([])} />
    </>
  );
}

const severityTones: Record<string, Tone> = { info: 'plain', warning: 'warn', critical: 'bad' };

function RuleCard({ rule, onEdit }: { rule: Rule; onEdit: () => void }) {
  const cooldown = cooldownText(rule.cooldown_seconds);
  return (
    <li className="card rule">
      <div className="rule-head">
        <h2>{rule.rule_name}</h2>
        <div className="actions">
          <RuleState of={rule} />
          <Status
            state={rule.severity}
            label={words(rule.severity)}
            tone={severityTones[rule.severity] ?? 'plain'}
          />
          <RuleActions rule={rule} onEdit={onEdit} />
        </div>
      </div>
      <p>
        {conditionText(rule.condition)}, it {actionsText(rule.actions)}
        {cooldown && `, ${cooldown}`}.
      </p>
      {rule.state === 'firing' && (
        <Acknowledge
          of={rule.acknowledged}
          title={`Acknowledge the alert of ${rule.rule_name}`}
          operation="acknowledgeContractAlert"
          params={{ id: rule.contract_id, ruleId: rule.rule_id }}
          scope="contracts:write"
        />
      )}
      <p className="quiet">
        {rule.last_fired_at === null ? (
          'Never fired.'
        ) : (
          <>
            Last fired <Time at={rule.last_fired_at} />.
          </>
        )}
        {rule.actions.map(
          ({ subscription_id: id }) =>
            id !== undefined && (
              <span key={id}>
                {' '}
                <a href={to`webhooks/${id}`}>Deliveries of its webhook</a>
              </span>
            ),
        )}
      </p>
    </li>
  );
}

function RuleState({ of: { status, state } }: { of: Rule }) {
  if (status === 'inactive')
    return <Status state={status} label="Inactive until it is saved: it came with a restore" />;
  return state === 'firing' ? (
    <Status state={state} label="Fires" tone="bad" />
  ) : (
    <Status state={state} label="Quiet" tone="good" />
  );
}

function RuleActions({ rule, onEdit }: { rule: Rule; onEdit: () => void }) {
  const api = useApi();
  const mayChange = useMay('contracts:write');
  const [isAsked, setAsked] = useState(false);
  const params = { id: rule.contract_id, ruleId: rule.rule_id };
  const end = useWrite(() => api.deleteContractAlert({ params }), {
    shows: { operation: 'deleteContractAlert', params: { id: params.id }, title: 'Delete a rule' },
    done: () => `${rule.rule_name} is deleted.`,
  });
  if (!mayChange) return null;
  return (
    <>
      <ActionMenu
        label={`Actions of ${rule.rule_name}`}
        actions={[
          { label: 'Edit …', run: onEdit },
          { label: 'Delete …', run: () => setAsked(true), isDanger: true },
        ]}
      />
      <Confirm
        title={`Delete ${rule.rule_name}?`}
        action="Delete rule"
        name={rule.rule_name}
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => end.mutate()}
      >
        Its alerts and the webhook subscriptions of its actions are deleted with it.
      </Confirm>
    </>
  );
}

/** Secrets are shown only once. */
function Secrets({ of, onClose }: { of: string[]; onClose: () => void }) {
  return (
    <Dialog title="Keep this secret" isOpen={of.length > 0} onClose={onClose} role="alertdialog">
      <div className="form">
        <p>It signs the deliveries to your address, and is shown only now.</p>
        {of.map((secret) => (
          <CopyText key={secret} text={secret} label="secret" />
        ))}
        <div className="form-actions">
          <Button kind="main" onPress={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
