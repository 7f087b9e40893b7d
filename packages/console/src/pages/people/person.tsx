import { useList, useRead } from '../../api/read.ts';
import { roleTexts } from '../../app/roles.ts';
import type { PageProps } from '../../app/router.tsx';
import { withSearch } from '../../app/router.tsx';
import { CopyText } from '../../parts/button.tsx';
import { DeedTable, History } from '../../parts/deeds.tsx';
import { Time } from '../../parts/format.tsx';
import { Facts, PageHead, Section } from '../../parts/page.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';

const SHOWN = 20;

/** One person, including removed ones: their role, their actions, and changes to them. */
export function PersonPage({ params: { id = '' } }: PageProps) {
  const person = useRead('getUser', { params: { id } });
  const did = useList('readAudit', { query: { actor: id, limit: SHOWN } });
  const found = person.data;
  return (
    <>
      <PageHead
        title={found?.name ?? 'Person'}
        crumbs={[{ label: 'People', href: '#/people' }]}
        beside={found?.removed_at && <Status state="removed" label="Removed" tone="warn" />}
      />
      <Shown of={person}>
        {(one) => (
          <>
            <Facts
              of={{
                'E-mail': one.email,
                Role: `${roleTexts[one.role].name}: ${roleTexts[one.role].may}`,
                'Signs in with': [one.has_password && 'Password', one.has_single_sign_on && 'single sign-on']
                  .filter(Boolean)
                  .join(', '),
                'Last seen': one.last_seen_at && <Time at={one.last_seen_at} withExact />,
                Joined: <Time at={one.joined_at} withExact />,
                Removed: one.removed_at && <Time at={one.removed_at} withExact />,
                Id: <CopyText text={one.id} label="id" />,
              }}
            />
            <Section
              title={`What ${one.name} did`}
              actions={did.hasMore && <a href={withSearch('#/audit', { actor: id })}>Show all</a>}
            >
              <DeedTable list={{ ...did, hasMore: false }} empty={<Empty title="Nothing in the log." />} />
            </Section>
            <History of={id} title={`Changes to ${one.name}`} />
          </>
        )}
      </Shown>
    </>
  );
}
