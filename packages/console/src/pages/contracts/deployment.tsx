import { useApi } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/read.ts';
import { type PageProps, to } from '../../app/router.tsx';
import { CopyText, LinkButton } from '../../parts/button.tsx';
import { count, Time } from '../../parts/format.tsx';
import { Facts, PageHead } from '../../parts/page.tsx';
import { Shown } from '../../parts/states.tsx';
import { CANCELLATION_SENT, CancelTransaction } from './cancel-transaction.tsx';
import { coinsAndMoney, gwei } from './coins.ts';
import { useContract } from './contract-frame.tsx';
import { contractsCrumbs } from './contracts-nav.tsx';
import { networkName } from './networks.tsx';
import { confirmationText, type Deployment, DeploymentStatus, failureText } from './words.tsx';

/** One deployment: its state, address and cost. */
export function DeploymentPage({ params: { id = '' } }: PageProps) {
  const deployment = useRead(
    'getDeployment',
    { params: { id } },
    { every: (found) => found?.status === 'pending' && 1_000 },
  );
  const found = deployment.data;
  return (
    <>
      {found !== undefined && <Head of={found} />}
      {found === undefined && <PageHead title="Deployment" crumbs={contractsCrumbs} />}
      <Shown of={deployment}>{(one) => <Details of={one} />}</Shown>
    </>
  );
}

function Head({ of: found }: { of: Deployment }) {
  const name = useContract(found.contract_id).data?.name ?? 'Contract';
  const root = to`contracts/${found.contract_id}`;
  return (
    <PageHead
      title={`Deployment of ${name}`}
      crumbs={[...contractsCrumbs, { label: name, href: root }]}
      beside={<DeploymentStatus state={found.status} />}
      lead={`Version ${found.version} to ${networkName(found.network)}${found.simulated ? ', simulated' : ''}`}
      actions={
        <>
          {found.status === 'pending' && <CancelDeployment of={found} />}
          {found.status === 'active' && (
            <LinkButton kind="main" href={`${root}/call`}>
              Read and write
            </LinkButton>
          )}
        </>
      }
    />
  );
}

function Details({ of }: { of: Deployment }) {
  return (
    <>
      {of.error !== null && (
        <p className="note bad" role="status">
          {failureText(of.error)}
        </p>
      )}
      {of.status === 'pending' && (
        <p className="note" role="status">
          {count(of.confirmations)} of {count(of.confirmations_required)} confirmations. It can be called once
          it has them all.
        </p>
      )}
      {of.status === 'active' && <p className="note good">It is active, and can be read and written.</p>}
      <Facts
        of={{
          Address: of.address && <CopyText text={of.address} label="address" />,
          Transaction: of.transaction_hash && (
            <CopyText text={of.transaction_hash} label="transaction hash" />
          ),
          Cost: of.cost_eth !== null ? coinsAndMoney(of.cost_eth, of.cost_usd) : undefined,
          Gas:
            of.gas_used === null ? undefined : `${count(of.gas_used)} of at most ${count(of.gas_limit ?? 0)}`,
          'Gas price': of.gas_price_gwei === null ? undefined : gwei(of.gas_price_gwei),
          Block: of.block_number === null ? undefined : of.block_number.toLocaleString('en-US'),
          Confirmations: confirmationText(of),
          'Sent from': <CopyText text={of.from} label="account" />,
          'Signed again':
            of.transaction_hashes.length > 1
              ? `${count(of.transaction_hashes.length - 1)} times, with higher fees`
              : undefined,
          Requested: <Time at={of.created_at} withExact />,
          Active: of.deployed_at && <Time at={of.deployed_at} withExact />,
          Cancelled: of.cancelled_at && <Time at={of.cancelled_at} withExact />,
          Id: <CopyText text={of.deployment_id} label="id" />,
        }}
      />
    </>
  );
}

function CancelDeployment({ of }: { of: Deployment }) {
  const api = useApi();
  const cancel = useWrite(() => api.cancelDeployment({ params: { id: of.deployment_id }, body: {} }), {
    shows: { operation: 'cancelDeployment', params: { id: of.deployment_id }, body: {}, title: 'Cancel it' },
    done: () => CANCELLATION_SENT,
  });
  return (
    <CancelTransaction thing="deployment" isRequested={of.cancel_requested_at !== null} cancel={cancel}>
      An empty transaction with a higher fee replaces it. If the deployment is mined first, it stands.
    </CancelTransaction>
  );
}
