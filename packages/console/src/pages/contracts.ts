import { html } from 'lit-html';
import type { OpenPage } from '../page.ts';
import { badge, json, moment } from '../parts/format.ts';
import { List } from '../parts/list.ts';
import { Loaded } from '../parts/loaded.ts';
import { showRecord } from '../parts/record.ts';

/** The registered contracts, and the networks that they can go to. */
export const openContracts: OpenPage = (context) => {
  const contracts = new List(context, {
    operation: 'listContracts',
    items: 'contracts',
    columns: [
      { title: 'Name', of: (one) => html`<a href="#/contracts/${one.id}">${one.name}</a>` },
      { title: 'Version', of: (one) => one.version },
      { title: 'Network', of: (one) => one.network },
      { title: 'Status', of: (one) => badge(one.status) },
      { title: 'Health', of: (one) => badge(one.health.status) },
      { title: 'Made', of: (one) => moment(one.created_at) },
    ],
    empty: 'No contract is registered yet.',
  });
  const networks = new Loaded(context, () => context.trivium.api.listNetworks());
  return () => html`<h1>Contracts</h1>
    ${contracts.show()}
    <h2>Networks</h2>
    ${networks.show(
      (answer) => html`<ul>
        ${answer.networks.map(
          ({ network, kind, chain_id, simulated }) =>
            html`<li>${network}, chain ${chain_id}, ${kind} ${simulated ? badge('simulated') : ''}</li>`,
        )}
      </ul>`,
    )}`;
};

/** One contract: health, deployments, versions and history. */
export const openContract: OpenPage = (context) => {
  const { api } = context.trivium;
  const params = { id: context.params.id! };
  const contract = new Loaded(context, () => api.getContract({ params }));
  const health = new Loaded(context, () => api.getContractHealth({ params }));
  const history = new List(context, {
    operation: 'listContractTransactions',
    items: 'transactions',
    params,
    columns: [
      { title: 'Transaction', of: (one) => html`<code>${one.transaction_hash}</code>` },
      { title: 'Function', of: (one) => one.function },
      { title: 'Status', of: (one) => badge(one.status) },
      { title: 'Gas', of: (one) => one.gas_used },
      { title: 'Block', of: (one) => one.block_number },
      { title: 'When', of: (one) => moment(one.timestamp) },
    ],
    empty: 'Nothing was executed yet.',
  });
  const deployments = new List(context, {
    operation: 'listDeployments',
    items: 'deployments',
    params,
    columns: [
      { title: 'Network', of: (one) => html`${one.network} ${one.simulated ? badge('simulated') : ''}` },
      { title: 'Address', of: (one) => html`<code>${one.address}</code>` },
      { title: 'Version', of: (one) => one.version },
      { title: 'Status', of: (one) => badge(one.status) },
      { title: 'Confirmations', of: (one) => `${one.confirmations} of ${one.confirmations_required}` },
      { title: 'Cost', of: (one) => (one.cost_eth === null ? '' : `${one.cost_eth} ETH`) },
    ],
    empty: 'It is not deployed.',
  });
  return () => html`<h1>Contract</h1>
    ${contract.show(
      ({ abi, deployments: _own, health: _figures, ...rest }) => html`${showRecord(rest)}
      <details><summary>ABI</summary>${json(abi)}</details>`,
    )}
    <h2>Health</h2>
    ${health.show(({ status, metrics }) => html`${badge(status)} ${showRecord(metrics)}`)}
    <h2>Deployments</h2>
    ${deployments.show()}
    <h2>History</h2>
    ${history.show()}`;
};
