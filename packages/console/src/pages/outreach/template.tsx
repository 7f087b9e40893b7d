import { Send } from 'lucide-react';
import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { useApi, useMay } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/read.ts';
import type { PageProps } from '../../app/router.tsx';
import { Button, CopyText } from '../../parts/button.tsx';
import { Code } from '../../parts/code.tsx';
import { History } from '../../parts/deeds.tsx';
import { Time } from '../../parts/format.tsx';
import { Facts, PageHead, Section } from '../../parts/page.tsx';
import { Refused, Shown } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { MailFrame } from './mail-frame.tsx';
import { outreachCrumbs } from './outreach-nav.tsx';
import { type Template, TemplateDialog } from './templates.tsx';

/** One stored template: its text, and a test mail to an address of the user's own. */
export function TemplatePage({ params: { id = '' } }: PageProps) {
  const template = useRead('getTemplate', { params: { id } });
  const mayChange = useMay('outreach:write');
  const [isOpen, setOpen] = useState(false);
  const found = template.data;
  return (
    <>
      <PageHead
        title={found?.name ?? 'Template'}
        crumbs={[...outreachCrumbs, { label: 'Templates', href: '#/outreach/templates' }]}
        lead="Templates never change, because mails were sent with them."
        actions={found && mayChange && <Button onPress={() => setOpen(true)}>Duplicate</Button>}
      />
      <Shown of={template}>
        {(one) => (
          <>
            <Facts
              of={{
                Subject: one.subject,
                Created: <Time at={one.created_at} withExact />,
                Id: <CopyText text={one.id} label="id" />,
              }}
            />
            <Section title="Text">
              <Code text={one.body} label="Text of the template" />
            </Section>
            {one.html !== null && (
              <Section title="As HTML">
                <MailFrame html={one.html} title={`${one.name} as a reader sees it`} />
              </Section>
            )}
            {mayChange && <SendIt template={one} />}
            <History of={one.id} />
            <TemplateDialog like={one} isOpen={isOpen} onClose={() => setOpen(false)} />
          </>
        )}
      </Shown>
    </>
  );
}

function SendIt({ template }: { template: Template }) {
  const api = useApi();
  const [to, setTo] = useState('');
  const body = { to: to.trim(), template_id: template.id };
  useShownCall({ operation: 'queueCommunication', body, title: 'Send it' });
  const send = useWrite(() => api.queueCommunication({ body }), {
    quiet: true,
    done: () => `“${template.name}” goes to ${body.to}.`,
  });
  return (
    <Section title="Send a test to yourself">
      <form
        className="form narrow"
        onSubmit={(event) => {
          event.preventDefault();
          if (!send.isPending) send.mutate();
        }}
      >
        <TextInput
          label="To"
          type="email"
          value={to}
          onChange={setTo}
          isRequired
          placeholder="you@example.com"
          hint="Fields are filled in from the lead with this address."
        />
        <Refused error={send.error} />
        <div className="form-actions">
          <Button kind="main" type="submit" icon={Send} isBusy={send.isPending}>
            Send
          </Button>
        </div>
      </form>
    </Section>
  );
}
