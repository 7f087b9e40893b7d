import type { UseQueryResult } from '@tanstack/react-query';
import { Rocket } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMay } from '../../api/client.ts';
import { useRead } from '../../api/read.ts';
import { to } from '../../app/router.tsx';
import { LinkButton } from '../../parts/button.tsx';
import { PageHead } from '../../parts/page.tsx';
import { Shown } from '../../parts/states.tsx';
import { SubNav } from '../../parts/sub-nav.tsx';
import { contractsCrumbs } from './contracts-nav.tsx';
import { type Contract, ContractStatus } from './words.tsx';

export function useContract(id: string): UseQueryResult<Contract> {
  return useRead('getContract', { params: { id } });
}

interface FrameProps {
  id: string;
  /** The part of the contract shown: the end of its address. */
  part: '' | 'call' | 'transactions' | 'alerts' | 'code';
  children: (contract: Contract) => ReactNode;
}

/** The frame of all contract pages: name, location and parts. */
export function ContractFrame({ id, part, children }: FrameProps) {
  const contract = useContract(id);
  const { data } = contract;
  const root = to`contracts/${id}`;
  const mayChange = useMay('contracts:write');
  const links = [
    { label: 'Overview', href: root },
    { label: 'Read and write', href: `${root}/call` },
    { label: 'Transactions', href: `${root}/transactions` },
    { label: 'Alerts', href: `${root}/alerts` },
    { label: 'Code and versions', href: `${root}/code` },
  ];
  return (
    <>
      <PageHead
        title={data?.name ?? 'Contract'}
        crumbs={contractsCrumbs}
        beside={data && <ContractStatus state={data.status} />}
        lead={data?.description || undefined}
        actions={
          mayChange && (
            <LinkButton
              kind={data?.status === 'created' ? 'main' : 'plain'}
              icon={Rocket}
              href={`${root}/deploy`}
            >
              {data?.status === 'deployed' ? 'Deploy again' : 'Deploy'}
            </LinkButton>
          )
        }
      />
      <SubNav label="Parts of the contract" links={links} here={part === '' ? root : `${root}/${part}`} />
      <Shown of={contract} lines={8}>
        {(found) => children(found)}
      </Shown>
    </>
  );
}
