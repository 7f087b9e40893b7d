import { type Static, Type } from 'typebox';
import type { SandboxMail } from '../../../../engine/mail/index.ts';
import { listOf, named, nullable, pageQuery, strictObject, toRecord } from '../../../../kit/http/index.ts';
import { formatId } from '../../../../kit/ids.ts';

export const sandboxMailRecord = named(
  'SandboxMail',
  Type.Object({
    id: Type.String({ description: '`sbm_…`' }),
    message_id: nullable(Type.String(), 'The `Message-ID` of its header; null where it has none.'),
    envelope_from: Type.String({ description: 'Where bounces would go: the sender of the SMTP envelope.' }),
    envelope_to: Type.String({ description: 'Who would get it: the recipient of the SMTP envelope.' }),
    subject: Type.String({ description: 'As its header has it, decoded.' }),
    size_bytes: Type.Integer({ description: 'Of the whole mail.' }),
    received_at: Type.String({ description: 'When the sandbox took it.' }),
  }),
);

export const sandboxMailDetail = named(
  'SandboxMailDetail',
  Type.Object({
    ...sandboxMailRecord.properties,
    from: Type.String({ description: 'As its header has it.' }),
    to: Type.String({ description: 'As its header has it.' }),
    text: Type.String({ description: 'The part that is text.' }),
    html: nullable(Type.String(), 'The part that is HTML; null for none.'),
    headers: Type.Array(
      Type.Object({
        name: Type.String({ description: 'In small letters.' }),
        value: Type.String({ description: 'Decoded.' }),
      }),
      { description: 'All of them, in their order.' },
    ),
  }),
);

export const sandboxMailList = listOf('messages', sandboxMailRecord);

export const listSandboxQuery = strictObject({
  ...pageQuery,
  to: Type.Optional(Type.String({ maxLength: 254, description: 'Only mails to this address.' })),
});

export const sandboxParams = Type.Object({
  id: Type.String({ description: 'The id of the mail, `sbm_…`.' }),
});

export function toSandboxMailRecord(mail: SandboxMail): Static<typeof sandboxMailRecord> {
  return toRecord(sandboxMailRecord, mail, { id: formatId('sbm', mail.id) });
}
