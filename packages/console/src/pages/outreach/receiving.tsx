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
        title="Inbound"
        crumbs={outreachCrumbs}
        lead="Calendar bookings, and mails that reached you elsewhere. Mails by IMAP and SMTP arrive automatically, once the operator has configured one of them."
      />
      <OutreachNav here="#/outreach/receiving" />
      {mayChange ? (
        <>
          <Bookings />
          <HandIn />
        </>
      ) : (
        <p className="quiet">Changing this needs the scope outreach:write.</p>
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
    done: () => 'The address accepts bookings signed with the new secret.',
  });
  return (
    <Section
      title="Calendar bookings"
      lead="Calendly, Cal.com or your own program posts each booking to one address. It becomes a meeting and ends the lead's sequences."
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
          <p>Copy the secret into the calendar now. It is stored encrypted and never shown again.</p>
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
        The address stays the same. Bookings signed with an earlier secret are refused from now on.
      </Confirm>
    </Section>
  );
}

function HandIn() {
  const api = useApi();
  const [raw, setRaw] = useState('');
  const body = { raw };
  useShownCall({ operation: 'receiveMail', body, title: 'Submit a mail' });
  const receive = useWrite(() => api.receiveMail({ body }), {
    quiet: true,
    done: ({ classification }) => `Classified as ${words(classification).toLowerCase()}.`,
    onDone: () => setRaw(''),
  });
  const { data } = receive;
  return (
    <Section
      title="Submit a mail"
      lead="It is matched with the mail that it replies to. Replies stop sequences; bounces and complaints suppress addresses."
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
              {data.communication_id === null ? '; it replies to none of your mails.' : '.'}{' '}
              <a href={to`outreach/answers/${data.inbound_id}`}>See it</a>
            </span>
          </p>
        )}
        <div className="form-actions">
          <Button kind="main" type="submit" isBusy={receive.isPending}>
            Submit
          </Button>
        </div>
      </form>
    </Section>
  );
}
