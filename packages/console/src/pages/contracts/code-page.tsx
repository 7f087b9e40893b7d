import { useState } from 'react';
import type { ItemOf } from '../../../../sdk/src/index.ts';
import { useShownCall } from '../../api/calls.tsx';
import { useApi, useMay } from '../../api/client.ts';
import { useList, useWrite } from '../../api/read.ts';
import type { PageProps } from '../../app/router.tsx';
import { Button } from '../../parts/button.tsx';
import { Code, Json } from '../../parts/code.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { download, fileName } from '../../parts/download.ts';
import { bytes, Time } from '../../parts/format.tsx';
import { Section } from '../../parts/page.tsx';
import { Failure, Loading, Refused } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { FormActions, WriteForm } from '../../parts/write-form.tsx';
import { ContractFrame } from './contract-frame.tsx';
import { NewVersion } from './new-version.tsx';
import type { Contract } from './words.tsx';

type Version = ItemOf<'listContractVersions'>;

/** A contract's versions and code: to read, add, and roll back to. */
export function CodePage({ params: { id = '' } }: PageProps) {
  return (
    <ContractFrame id={id} part="code">
      {(contract) => <Versions contract={contract} />}
    </ContractFrame>
  );
}

function Versions({ contract }: { contract: Contract }) {
  const list = useList('listContractVersions', { params: { id: contract.id }, query: { limit: 20 } });
  const [isNew, setNew] = useState(false);
  const [target, setTarget] = useState<string>();
  const mayChange = useMay('contracts:write');
  return (
    <Section
      title="Versions"
      lead="Deployments use the current version. Existing deployments do not change."
      actions={mayChange && <Button onPress={() => setNew(true)}>Add a version</Button>}
    >
      {list.isLoading && <Loading lines={5} />}
      {Boolean(list.error) && <Failure error={list.error} retry={list.refetch} />}
      {list.items.map((version) => (
        <VersionCard
          key={version.version}
          of={version}
          contract={contract}
          onReturn={mayChange && !version.is_current ? () => setTarget(version.version) : undefined}
        />
      ))}
      {list.hasMore && (
        <div>
          <Button onPress={list.fetchMore}>Show earlier versions</Button>
        </div>
      )}
      <Dialog title={`Add a version to ${contract.name}`} isOpen={isNew} onClose={() => setNew(false)} wide>
        <NewVersion contract={contract} onClose={() => setNew(false)} />
      </Dialog>
      <Dialog
        title={`Roll back to version ${target}`}
        isOpen={target !== undefined}
        onClose={() => setTarget(undefined)}
      >
        {target !== undefined && (
          <ReturnTo contract={contract} version={target} onClose={() => setTarget(undefined)} />
        )}
      </Dialog>
    </Section>
  );
}

interface CardProps {
  of: Version;
  contract: Contract;
  onReturn: (() => void) | undefined;
}

function VersionCard({ of, contract, onReturn }: CardProps) {
  const { version, bytecode, source_code: source, abi } = of;
  const name = `${contract.name} ${version}`;
  return (
    <section className="card" aria-label={`Version ${version}`}>
      <div className="rule-head">
        <h3>Version {version}</h3>
        <div className="actions">
          {of.is_current && <Status state="active" label="Current" />}
          {bytecode === null && <Status state="none" label="No bytecode: cannot be deployed" tone="warn" />}
          <Button
            onPress={() =>
              download(fileName(name, '.abi.json'), JSON.stringify(abi, null, 2), 'application/json')
            }
          >
            Download the ABI
          </Button>
          {onReturn !== undefined && <Button onPress={onReturn}>Roll back</Button>}
        </div>
      </div>
      <p>{of.changes ?? <span className="quiet">No changelog.</span>}</p>
      <p className="quiet">
        Added <Time at={of.created_at} />
        {bytecode !== null && `, ${bytes(bytecode.length / 2 - 1)} of bytecode`}
        {compilerText(of)}
      </p>
      {source !== null && (
        <details className="nested">
          <summary>Source</summary>
          <Code text={source} label={`Source of ${name}`} />
        </details>
      )}
      <details className="nested">
        <summary>ABI</summary>
        <Json value={abi} label={`ABI of ${name}`} />
      </details>
      {bytecode !== null && (
        <details className="nested">
          <summary>Bytecode</summary>
          <Code text={bytecode} label={`Bytecode of ${name}`} />
        </details>
      )}
    </section>
  );
}

function compilerText({ compilation }: Version): string {
  const compiler = compilation?.compiler;
  return typeof compiler === 'string' ? `, compiled by solc ${compiler.replace(/^solc /, '')}` : '';
}

function ReturnTo({
  contract,
  version,
  onClose,
}: {
  contract: Contract;
  version: string;
  onClose: () => void;
}) {
  const api = useApi();
  const [reason, setReason] = useState('');
  const params = { id: contract.id };
  const body = { target_version: version, reason };
  useUnsaved(reason);
  useShownCall({ operation: 'rollBackContract', params, body, title: 'Roll back to an earlier version' });
  const rollBack = useWrite(() => api.rollBackContract({ params, body }), {
    quiet: true,
    done: () => `Version ${version} is current again.`,
    onDone: onClose,
  });
  return (
    <WriteForm write={rollBack}>
      <p>
        The next deployment uses {version} instead of {contract.version}. Existing deployments do not change.
      </p>
      <TextInput label="Reason" field="reason" value={reason} onChange={setReason} isRequired />
      <Refused error={rollBack.error} />
      <FormActions write={rollBack} submit={`Roll back to ${version}`} onClose={onClose} />
    </WriteForm>
  );
}
