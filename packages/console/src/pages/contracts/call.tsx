import { FunctionSquare } from 'lucide-react';
import { useState } from 'react';
import { useRead } from '../../api/read.ts';
import { type PageProps, to, useFilters, withSearch } from '../../app/router.tsx';
import { LinkButton } from '../../parts/button.tsx';
import { Choice } from '../../parts/fields.tsx';
import { Section } from '../../parts/page.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { type AbiFunction, functionsOf, headOf } from './abi.ts';
import { ContractFrame } from './contract-frame.tsx';
import { networkName } from './networks.tsx';
import { type FunctionFormProps, ReadForm } from './read-form.tsx';
import type { Contract } from './words.tsx';
import { WriteForm } from './write-form.tsx';

/** A contract's functions, each with a form: read-only and writing ones. */
export function CallPage({ params: { id = '' }, search }: PageProps) {
  return (
    <ContractFrame id={id} part="call">
      {(contract) => <Functions contract={contract} search={search} />}
    </ContractFrame>
  );
}

function Functions({ contract, search }: { contract: Contract; search: URLSearchParams }) {
  const [filters, change] = useFilters(search);
  const all = functionsOf(contract.abi);
  const networks = activeNetworks(contract);
  const network = filters.network ?? networks.find((one) => one === contract.network) ?? networks[0];
  const [first] = all;
  if (first === undefined) {
    return (
      <Empty title="This contract has no functions.">
        Its ABI lists none. Add a version with another ABI.
      </Empty>
    );
  }
  if (network === undefined) return <NotDeployed contract={contract} />;
  const chosen = all.find(({ signature }) => signature === filters.function) ?? saferOf(all) ?? first;
  return (
    <div className="call">
      <FunctionList
        of={all}
        chosen={chosen}
        href={(fn) => hrefOf(contract.id, fn.signature, filters.network)}
      />
      <div className="call-form">
        {networks.length > 1 && (
          <Choice
            label="Network"
            value={network}
            onChange={(value) => change({ network: value })}
            options={networks.map((one) => ({ id: one, label: networkName(one) }))}
          />
        )}
        <Section
          title={headOf(chosen)}
          lead={
            <>
              <code>{chosen.signature}</code>{' '}
              {chosen.isRead ? 'reads, and costs nothing.' : writeText(chosen)}
            </>
          }
        >
          <CallForm contract={contract} network={network} fn={chosen} like={filters.like} />
        </Section>
      </div>
    </div>
  );
}

/** The form of a function: empty, or filled in from an earlier call. */
function CallForm({ like, ...props }: FunctionFormProps & { like: string | undefined }) {
  const { fn, network } = props;
  const earlier = useRead('getExecution', { params: { id: like ?? '' } }, { enabled: like !== undefined });
  const Form = fn.isRead ? ReadForm : WriteForm;
  const key = `${network} ${fn.signature}`;
  if (like === undefined) return <Form key={key} {...props} />;
  return (
    <Shown of={earlier}>
      {(found) => (
        <Form
          key={`${key} ${found.execution_id}`}
          {...props}
          {...(found.function === fn.signature && { first: found })}
        />
      )}
    </Shown>
  );
}

function writeText({ isPayable }: AbiFunction): string {
  return `writes, by a transaction${isPayable ? ' that may carry a payment' : ''}.`;
}

/** Starts with a read-only function, which is safer. */
function saferOf(all: AbiFunction[]): AbiFunction | undefined {
  return all.find(({ isRead, inputs }) => isRead && inputs.length === 0);
}

function hrefOf(id: string, signature: string, network: string | undefined): string {
  return withSearch(`${to`contracts/${id}`}/call`, { function: signature, network });
}

/** Networks it can be called on. */
function activeNetworks({ deployments }: Contract): string[] {
  const active = deployments.filter(({ status }) => status === 'active').map(({ network }) => network);
  return [...new Set(active)];
}

function NotDeployed({ contract: { id, deployments } }: { contract: Contract }) {
  const pending = deployments.find(({ status }) => status === 'pending');
  if (pending !== undefined) {
    return (
      <Empty
        icon={FunctionSquare}
        title="It is being deployed."
        action={<a href={to`deployments/${pending.deployment_id}`}>Follow it</a>}
      >
        It can be read and written once the deployment is active.
      </Empty>
    );
  }
  return (
    <Empty
      icon={FunctionSquare}
      title="It is not deployed yet."
      action={
        <LinkButton kind="main" href={`${to`contracts/${id}`}/deploy`}>
          Deploy it
        </LinkButton>
      }
    >
      Functions can be called once the contract is deployed. The devnet costs nothing.
    </Empty>
  );
}

/** Beyond this, narrow by part of the name. */
const MAX_SHOWN = 200;

interface ListProps {
  of: AbiFunction[];
  chosen: AbiFunction;
  href: (fn: AbiFunction) => string;
}

function FunctionList({ of, chosen, href }: ListProps) {
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const found = of.filter(({ signature }) => signature.toLowerCase().includes(wanted));
  const groups = [
    { title: 'Read', functions: found.filter(({ isRead }) => isRead) },
    { title: 'Write', functions: found.filter(({ isRead }) => !isRead) },
  ];
  return (
    <nav className="functions" aria-label="Functions">
      <TextInput
        label="Find a function"
        hidesLabel
        type="search"
        value={typed}
        onChange={setTyped}
        placeholder="Find a function"
      />
      <div className="function-groups">
        {found.length === 0 && <p className="quiet">No function has this name.</p>}
        {groups.map(
          ({ title, functions }) =>
            functions.length > 0 && (
              <section key={title} aria-label={title}>
                <h2>{title}</h2>
                {functions.slice(0, MAX_SHOWN).map((fn) => (
                  <a
                    key={fn.signature}
                    href={href(fn)}
                    aria-current={fn.signature === chosen.signature ? 'true' : undefined}
                  >
                    <FunctionName of={fn} isOverload={of.filter(({ name }) => name === fn.name).length > 1} />
                  </a>
                ))}
              </section>
            ),
        )}
      </div>
    </nav>
  );
}

function FunctionName({
  of: { name, signature, isPayable },
  isOverload,
}: {
  of: AbiFunction;
  isOverload: boolean;
}) {
  return (
    <>
      <code>{isOverload ? signature : name}</code>
      {isPayable && <span className="quiet"> takes payment</span>}
    </>
  );
}
