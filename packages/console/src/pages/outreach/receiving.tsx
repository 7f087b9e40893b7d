import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { useApi, useMay } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { to } from '../../app/router.tsx';
import { Button, CopyText } from '../../parts/button.tsx';
import { History } from '../../parts/deeds.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { percent, words } from '../../parts/format.tsx';
import { Facts, PageHead, Section } from '../../parts/page.tsx';
import { Refused } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { OutreachNav, outreachCrumbs } from './outreach-nav.tsx';

/** How answers and bookings are received. */
export function ReceivingPage() {
  const mayChange = useMay('outreach:write');
  return (
    <>
      <PageHead
        title="What comes in"
        crumbs={outreachCrumbs}
        lead="Bookings of a calendar, and mails that reached you elsewhere. Mails by IMAP and SMTP come in by themselves, once the operator has set one of them up."
      />
      <OutreachNav here="#/outreach/receiving" />
      {mayChange ? (
        <>
          <Bookings />
          <HandIn />
        </>
      ) : (
        <p className="quiet">Setting it up needs the scope outreach:write.</p>
      )}
      <History thing="booking_webhook" />
    </>
  );
}

function Bookings() {
  const api = useApi();
  const [isAsked, setAsked] = useState(false);
  const make = useWrite(() => api.makeBookingWebhook({}), {
    shows: { operation: 'makeBookingWebhook', title: 'Create the address and its secret' },
    done: () => 'The address takes bookings that are signed with the new secret.',
  });
  return (
    <Section
      title="Bookings of a calendar"
      lead="Calendly, Cal.com, or a program of yours posts each booking to one address. It becomes a meeting and ends the sequences of the lead."
    >
      {make.data === undefined ? (
        <div>
          <Button icon={CalendarPlus} isBusy={make.isPending} onPress={() => setAsked(true)}>
            Create the address and a secret
          </Button>
        </div>
      ) : (
        <div className="note good full" role="status">
          <Facts
            of={{
              Address: <CopyText text={make.data.url} label="address" />,
              Secret: <CopyText text={make.data.secret ?? ''} label="secret" />,
            }}
          />
          <p>Copy the secret into the calendar now: it is stored sealed and never shown again.</p>
        </div>
      )}
      <Confirm
        title="Create a secret for bookings?"
        action="Create it"
        isHarmless
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => make.mutate()}
      >
        The address stays what it is. If there is a secret already, what a calendar signs with it is refused
        from now on.
      </Confirm>
    </Section>
  );
}

function HandIn() {
  const api = useApi();
  const [raw, setRaw] = useState('');
  const body = { raw };
  useShownCall({ operation: 'receiveMail', body, title: 'Hand in a mail' });
  const receive = useWrite(() => api.receiveMail({ body }), {
    quiet: true,
    done: ({ classification }) => `It was read: ${words(classification).toLowerCase()}.`,
    onDone: () => setRaw(''),
  });
  const { data } = receive;
  return (
    <Section
      title="Hand in a mail"
      lead="It is matched with the mail that it answers: replies stop sequences, bounces and complaints suppress addresses."
    >
      <form
        className="form narrow"
        onSubmit={(event) => {
          event.preventDefault();
          if (!receive.isPending) receive.mutate();
        }}
      >
        <TextInput
          label="The whole mail, with its headers"
          value={raw}
          onChange={setRaw}
          rows={8}
          isCode
          isRequired
          placeholder={'From: ann@acme.example\nSubject: Re: Your order\n\nYes, please call me.'}
        />
        <Refused error={receive.error} />
        {data !== undefined && (
          <p className="note good" role="status">
            <span>
              {words(data.classification)}, {percent(data.confidence, 1)} sure
              {data.communication_id === null ? '; it answers no mail that was sent.' : '.'}{' '}
              <a href={to`outreach/answers/${data.inbound_id}`}>See it</a>
            </span>
          </p>
        )}
        <div className="form-actions">
          <Button kind="main" type="submit" isBusy={receive.isPending}>
            Hand it in
          </Button>
        </div>
      </form>
    </Section>
  );
}
