import { type Static, Type } from 'typebox';
import type { SandboxMail } from '../../../../engine/mail/index.ts';
import { listOf, named, nullable, pageQuery, strictObject, toRecord } from '../../../../kit/http/index.ts';
import { formatId } from '../../../../kit/ids.ts';

export const sandboxMailRecord = named(
  'SandboxMail',
  Type.Object({
    id: Type.String(),
    message_id: nullable(Type.String()),
    envelope_from: Type.String(),
    envelope_to: Type.String(),
    subject: Type.String(),
    size_bytes: Type.Integer(),
    received_at: Type.String(),
  }),
);

export const sandboxMailDetail = named(
  'SandboxMailDetail',
  Type.Object({
    ...sandboxMailRecord.properties,
    from: Type.String(),
    to: Type.String(),
    text: Type.String(),
    html: nullable(Type.String()),
    headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
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
