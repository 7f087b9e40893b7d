import { Download } from 'lucide-react';
import { type Answer, useApi } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/read.ts';
import { type PageProps, to, useFilters, withSearch } from '../../app/router.tsx';
import { Button } from '../../parts/button.tsx';
import { Code } from '../../parts/code.tsx';
import { download } from '../../parts/download.ts';
import { bytes, Time } from '../../parts/format.tsx';
import { Facts, PageHead } from '../../parts/page.tsx';
import { Shown } from '../../parts/states.tsx';
import { SubNav } from '../../parts/sub-nav.tsx';
import { MailFrame } from './mail-frame.tsx';
import { outreachCrumbs } from './outreach-nav.tsx';

const crumbs = [...outreachCrumbs, { label: 'Sandbox mail', href: '#/outreach/sandbox' }];

/** A mail as readers see it, as text, and with its headers. */
export function SandboxMailPage({ params: { id = '' }, search }: PageProps) {
  const api = useApi();
  const mail = useRead('getSandboxMessage', { params: { id } });
  const [{ as = 'rendered' }] = useFilters(search);
  const found = mail.data;
  const raw = useWrite(() => api.getRawSandboxMessage({ params: { id } }), {
    onDone: (text) => download(`${id}.eml`, text as unknown as string, 'message/rfc822'),
  });
  const here = to`outreach/sandbox/${id}`;
  const views = [
    { label: 'As rendered', href: here },
    { label: 'As text', href: withSearch(here, { as: 'text' }) },
    { label: 'Headers', href: withSearch(here, { as: 'headers' }) },
  ];
  return (
    <>
      <PageHead
        title={found?.subject || 'Mail'}
        crumbs={crumbs}
        actions={
          found && (
            <Button icon={Download} isBusy={raw.isPending} onPress={() => raw.mutate()}>
              Download as .eml
            </Button>
          )
        }
      />
      <Shown of={mail}>
        {(one) => (
          <>
            <Facts
              of={{
                From: one.from,
                To: one.to,
                Received: <Time at={one.received_at} withExact />,
                Size: bytes(one.size_bytes),
              }}
            />
            <SubNav
              label="Views of the mail"
              links={views}
              here={as === 'rendered' ? here : withSearch(here, { as })}
            />
            <Body of={one} as={as} />
          </>
        )}
      </Shown>
    </>
  );
}

function Body({ of, as }: { of: Answer<'getSandboxMessage'>; as: string }) {
  if (as === 'headers') {
    return (
      <Code text={of.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')} label="headers" />
    );
  }
  if (as === 'text' || of.html === null) {
    return (
      <p className="mail mail-body" dir="auto">
        {of.text || 'No text.'}
      </p>
    );
  }
  return (
    <>
      <MailFrame html={of.html} title="The mail as rendered" />
      <p className="quiet">External images are not loaded, and links are disabled here.</p>
    </>
  );
}
