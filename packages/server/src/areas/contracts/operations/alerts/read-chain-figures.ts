import type { Abi, AbiEvent, Address, Hex } from 'viem';
import { hashOfSignature, signatureOf } from '../../code/abi/abi-codec.ts';
import type { ContractsCore } from '../../transactions/executions/contracts-core.ts';
import type { ChainFigures } from './alert-ports.ts';

const WEI_PER_ETHER = 1e18;

/** Reads the chain values of alert rules; what cannot be read at the moment has no value. */
export function readChainFigures(
  { networks, interfaces }: Pick<ContractsCore, 'networks' | 'interfaces'>,
  onError: (error: unknown) => void,
): ChainFigures {
  const unlessAway = <T>(read: Promise<T>): Promise<T | undefined> =>
    read.catch((error) => {
      onError(error);
      return undefined;
    });
  return {
    balanceEth: (network, address) =>
      unlessAway(
        (async () => {
          const chain = await networks.get(network).open();
          return Number(await chain.balance(address as Address)) / WEI_PER_ETHER;
        })(),
      ),
    countEvents: (scope, { network, hash, address, version, eventName }) =>
      unlessAway(
        (async () => {
          const chain = await networks.get(network).open();
          const logs = (await chain.logsOf(hash as Hex)).filter(
            (log) => log.address.toLowerCase() === address.toLowerCase(),
          );
          if (eventName === null) return logs.length;
          const known = await interfaces.get(scope, scope.contractId, version);
          const selectors = selectorsOf(eventName, known?.abi ?? []);
          return logs.filter(({ topics }) => topics[0] !== undefined && selectors.has(topics[0])).length;
        })(),
      ),
  };
}

/** Selectors of the events with this name or signature: several may share a name. */
function selectorsOf(eventName: string, abi: Abi): Set<string> {
  if (eventName.includes('(')) return new Set([hashOfSignature(eventName.replaceAll(/\s/g, ''))]);
  const events = abi.filter((item): item is AbiEvent => item.type === 'event' && item.name === eventName);
  return new Set(events.map((event) => hashOfSignature(signatureOf(event))));
}
