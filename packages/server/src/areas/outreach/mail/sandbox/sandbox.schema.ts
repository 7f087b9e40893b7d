import { type Static, Type } from 'typebox';
import type { SandboxMail } from '../../../../engine/mail/index.ts';
import { listOf, named, nullable, pageQuery, strictObject, toRecord } from '../../../../kit/http/index.ts';
import { formatId } from '../../../../kit/ids.ts';

export const sandboxMailRecord = named(
  'SandboxMail',
  Type.Object({
    id: Type.String({ description: '`sbm_…`' }),
    message_id: nullable(Type.String(), 'The `Message-ID` of its header; null where it has none.'),
    envelope_from: Type.String({ description: 'Sender of the SMTP envelope, where bounces go.' }),
    envelope_to: Type.String({ description: 'Recipient of the SMTP envelope.' }),
    subject: Type.String({ description: 'As in its header, decoded.' }),
    size_bytes: Type.Integer({ description: 'Size of the whole mail.' }),
    received_at: Type.String({ description: 'When the sandbox took it.' }),
  }),
);

export const sandboxMailDetail = named(
  'SandboxMailDetail',
  Type.Object({
    ...sandboxMailRecord.properties,
    from: Type.String({ description: 'As in its header.' }),
    to: Type.String({ description: 'As in its header.' }),
    text: Type.String({ description: 'The text part.' }),
    html: nullable(Type.String(), 'The HTML part; null for none.'),
    headers: Type.Array(
      Type.Object({
        name: Type.String({ description: 'In lower case.' }),
        value: Type.String({ description: 'Decoded.' }),
      }),
      { description: 'All headers, in their order.' },
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
