import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { useApi, useMay } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { navigate, type PageProps, to } from '../../app/router.tsx';
import { Button, LinkButton } from '../../parts/button.tsx';
import { Choice } from '../../parts/fields.tsx';
import { PageHead } from '../../parts/page.tsx';
import { MayNot, Shown } from '../../parts/states.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { type AbiInput, blankOf, constructorOf } from './abi.ts';
import { AbiFields } from './abi-fields.tsx';
import { useContract } from './contract-frame.tsx';
import { contractsCrumbs } from './contracts-nav.tsx';
import { Estimate } from './estimate.tsx';
import { addressOptions, networkName, networkOptions, useNetworks, useWallet } from './networks.tsx';
import { problemOf } from './problem.ts';
import { emptySending, estimateBodyOf, SendingFields, sendBodyOf } from './sending-fields.tsx';
import { useFreshAnswer } from './use-asked.ts';
import type { Contract } from './words.tsx';

/** Deploys a contract: arguments, then the estimated cost, then signing. */
export function DeployPage({ params: { id = '' } }: PageProps) {
  const contract = useContract(id);
  const name = contract.data?.name ?? 'Contract';
  const mayChange = useMay('contracts:write');
  return (
    <>
      <PageHead
        title={`Deploy ${name}`}
        crumbs={[...contractsCrumbs, { label: name, href: to`contracts/${id}` }]}
        lead={
          contract.data && `Version ${contract.data.version}. You see the cost before anything is signed.`
        }
      />
      {mayChange ? (
        <Shown of={contract} lines={6}>
          {(found) => <DeployForm contract={found} />}
        </Shown>
      ) : (
        <MayNot what="deploy contracts" scope="contracts:write" />
      )}
    </>
  );
}

const shownFields = ['value', 'gas_limit', 'gas_price', 'confirmations_required', 'network'];

function DeployForm({ contract }: { contract: Contract }) {
  const { inputs, isPayable } = constructorOf(contract.abi);
  const form = useDeployForm(contract, inputs.map(blankOf));
  const { network, args, sending, estimate, deploy, wallet } = form;
  const estimated = estimate.answer;
  const problem = problemOf(deploy.error ?? estimate.error);
  const isAtField =
    problem?.field !== undefined && (shownFields.includes(problem.field) || /\.\d/.test(problem.field));
  const others = ownAddresses(contract);
  return (
    <form
      className="form narrow"
      onSubmit={(event) => {
        event.preventDefault();
        estimate.ask();
      }}
    >
      <Choice
        label="Network"
        value={network}
        onChange={form.setNetwork}
        options={networkOptions(useNetworks(), network)}
        error={problem?.field === 'network' ? problem.message : undefined}
      />
      {inputs.length === 0 && <p className="quiet">The constructor takes no arguments.</p>}
      <AbiFields
        inputs={inputs}
        values={args}
        onChange={form.setArgs}
        place="constructor_args"
        problem={problem}
        addresses={addressOptions(wallet.data, others)}
      />
      <SendingFields
        sending={sending}
        onChange={form.setSending}
        isPayable={isPayable}
        asset={wallet.data?.asset ?? 'ETH'}
        problemOf={(field) => (problem?.field === field ? problem.message : undefined)}
      />
      {problem !== undefined && !isAtField && (
        <p className="note bad" role="alert">
          {problem.message}
        </p>
      )}
      {estimated !== undefined && <Estimate of={estimated} wallet={wallet.data} what="The deployment" />}
      <div className="form-actions">
        <LinkButton href={to`contracts/${contract.id}`}>Cancel</LinkButton>
        <Button kind={estimated?.would_succeed ? 'plain' : 'main'} type="submit" isBusy={estimate.isPending}>
          {estimated === undefined ? 'Estimate the cost' : 'Estimate again'}
        </Button>
        {estimated?.would_succeed && (
          <Button kind="main" isBusy={deploy.isPending} onPress={() => deploy.mutate()}>
            Sign and deploy to {networkName(network)}
          </Button>
        )}
      </div>
    </form>
  );
}

function useDeployForm(contract: Contract, blank: AbiInput[]) {
  const api = useApi();
  const params = { id: contract.id };
  const [network, setNetwork] = useState(contract.network);
  const [args, setArgs] = useState(blank);
  const [sending, setSending] = useState(emptySending);
  const wallet = useWallet(network);
  const given = { network, ...(args.length > 0 && { constructor_args: args }) };
  const estimateBody = { ...given, ...estimateBodyOf(sending) };
  const body = { ...given, ...sendBodyOf(sending) };
  useShownCall({ operation: 'estimateDeployment', params, body: estimateBody, title: 'Estimate the cost' });
  useShownCall({ operation: 'deployContract', params, body, title: 'Deploy' });
  useUnsaved({ args, sending });
  const deploy = useWrite(() => api.deployContract({ params, body }), {
    quiet: true,
    done: ({ address }) => `${contract.name} is being deployed to ${address}.`,
    onDone: ({ deployment_id: id }) => navigate(to`deployments/${id}`),
  });
  const estimate = useFreshAnswer(estimateBody, () => api.estimateDeployment({ params, body: estimateBody }));
  // An error applies to the request that caused it: any change clears it.
  const changing =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      deploy.reset();
      set(value);
    };
  return {
    network,
    args,
    sending,
    estimate,
    deploy,
    wallet,
    setNetwork: changing(setNetwork),
    setArgs: changing(setArgs),
    setSending: changing(setSending),
  };
}

/** Where the contract is already deployed, on any network. */
export function ownAddresses({ name, deployments }: Contract) {
  return deployments
    .filter(({ status, address }) => status === 'active' && address !== null)
    .map(({ address, network }) => ({
      id: String(address),
      label: String(address),
      detail: `${name} on ${networkName(network)}`,
    }));
}
