import { useRead } from '../../api/read.ts';
import { Check, Choice, Suggest } from '../../parts/fields.tsx';
import { words } from '../../parts/format.tsx';
import { Section } from '../../parts/page.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import type { FieldsProps } from './campaign-editor.tsx';
import { dayName, weekDays } from './window-text.ts';

const bases = [
  { id: 'legitimate_interest', label: 'Legitimate interest' },
  { id: 'consent', label: 'They agreed' },
  { id: 'contract', label: 'They are customers' },
];

/** The API accepts others as well. */
function basesWith(given: string) {
  return bases.some(({ id }) => id === given) ? bases : [...bases, { id: given, label: words(given) }];
}

/** The sender, and what the law requires of them. */
export function SenderFields({ form, set }: FieldsProps) {
  const mailboxes = useRead('listMailboxes', { query: { limit: 100 } });
  const addresses = (mailboxes.data?.mailboxes ?? []).map(({ address, name }) => ({
    id: address,
    label: address,
    ...(name && { detail: name }),
  }));
  return (
    <Section title="From whom">
      <div className="columns">
        <Suggest
          label="Sender's address"
          value={form.senderEmail}
          onChange={(senderEmail) => set({ senderEmail })}
          options={addresses}
          hint="One of your mailboxes. A new address gets a new mailbox."
          isRequired
        />
        <TextInput
          label="Sender's name"
          value={form.senderName}
          onChange={(senderName) => set({ senderName })}
        />
        <TextInput
          label="Postal address"
          value={form.postalAddress}
          onChange={(postalAddress) => set({ postalAddress })}
          hint="Appears at the bottom of each mail. Many countries require it."
        />
        <Choice
          label="Legal basis"
          value={form.basis}
          onChange={(basis) => set({ basis })}
          options={basesWith(form.basis)}
          hint="Why you may write to them."
        />
        <TextInput
          label="What is offered"
          value={form.offer}
          onChange={(offer) => set({ offer })}
          rows={3}
          hint="Evidence for claims in the texts."
        />
        <div className="form">
          <Check label="Track opens" isChecked={form.opens} onChange={(opens) => set({ opens })} />
          <Check label="Track clicks" isChecked={form.clicks} onChange={(clicks) => set({ clicks })} />
        </div>
      </div>
    </Section>
  );
}

const zones = [
  { id: 'recipient', label: 'recipient', detail: 'Where the reader is' },
  { id: 'UTC', label: 'UTC' },
  ...Intl.supportedValuesOf('timeZone').map((id) => ({ id, label: id })),
];

/** When mails may be sent. */
export function WindowFields({ form, set }: FieldsProps) {
  return (
    <Section title="When">
      <div className="form">
        <Check
          label="Only at certain hours"
          isChecked={form.hasWindow}
          onChange={(hasWindow) => set({ hasWindow })}
        />
        {form.hasWindow && (
          <>
            <fieldset className="days" aria-label="Days">
              {weekDays.map((day) => (
                <Check
                  key={day}
                  label={dayName(day)}
                  isChecked={form.days.includes(day)}
                  onChange={(isOn) =>
                    set({ days: weekDays.filter((one) => (one === day ? isOn : form.days.includes(one))) })
                  }
                />
              ))}
            </fieldset>
            <div className="filters">
              <TextInput
                label="From"
                value={form.start}
                onChange={(start) => set({ start })}
                placeholder="09:00"
              />
              <TextInput label="To" value={form.end} onChange={(end) => set({ end })} placeholder="17:00" />
              <Suggest
                label="Time zone"
                value={form.timezone}
                onChange={(timezone) => set({ timezone })}
                options={zones}
              />
            </div>
          </>
        )}
        <div className="filters">
          <TextInput
            label="No mail from"
            value={form.quietStart}
            onChange={(quietStart) => set({ quietStart })}
            placeholder="21:00"
          />
          <TextInput
            label="until the next day at"
            value={form.quietEnd}
            onChange={(quietEnd) => set({ quietEnd })}
            placeholder="08:00"
          />
        </div>
      </div>
    </Section>
  );
}
