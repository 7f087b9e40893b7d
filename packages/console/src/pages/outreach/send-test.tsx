import { Send } from 'lucide-react';
import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { type Body, useApi } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { Button } from '../../parts/button.tsx';
import { Refused } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { valuesOf } from './fill-in.ts';
import type { Lead, Strategy, Text } from './words.tsx';

interface SendTestProps {
  text: Text & { label: string };
  /** The preview's lead, whose values are used. */
  lead: Lead;
  strategy: Strategy;
}

/** Sends the previewed mail to an address of the user's own, through the same path as the campaign's. */
export function SendTest({ text, lead, strategy }: SendTestProps) {
  const api = useApi();
  const [to, setTo] = useState('');
  const [mailboxId] = strategy.sender?.mailbox_ids ?? [];
  const variables = valuesOf(lead, strategy);
  const body: Body<'queueCommunication'> = {
    to: to.trim(),
    subject: text.subject || 'Test',
    variables,
    ...(text.body && { body: text.body }),
    ...(text.html && { html: text.html }),
    ...(mailboxId && { mailbox_id: mailboxId }),
  };
  useShownCall({ operation: 'queueCommunication', body, title: 'Send a test' });
  const send = useWrite(() => api.queueCommunication({ body }), {
    quiet: true,
    done: () => `A test of “${text.label}” goes to ${body.to}.`,
  });
  return (
    <div className="form">
      <div className="with-buttons">
        <TextInput
          label="Test mail to"
          type="email"
          value={to}
          onChange={setTo}
          placeholder="you@example.com"
        />
        <Button
          icon={Send}
          isDisabled={!to.includes('@')}
          isBusy={send.isPending}
          onPress={() => send.mutate()}
        >
          Send a test
        </Button>
      </div>
      <Refused error={send.error} />
      {send.isSuccess && (
        <p className="quiet">
          Without a mail server of yours it is under <a href="#/outreach/sandbox">Sandbox mail</a>.
        </p>
      )}
    </div>
  );
}
