import { authenticate } from 'mailauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { required } from '../../src/kit/required.ts';
import { eventually, type OutreachService, SmtpSink, startOutreach } from './harness.ts';
import { reply } from './inbound-mails.ts';

const mail = (to: string, more = {}) => ({ to, subject: 'A question', body: 'Hello', ...more });

describe('into the sandbox', () => {
  let service: OutreachService;
  beforeAll(async () => {
    service = await startOutreach();
  });
  afterAll(() => service?.stop());

  async function sandboxMail(to: string) {
    let found: { id: string } | undefined;
    await eventually(async () => {
      const { body } = await service.get(`sandbox/messages?to=${encodeURIComponent(to)}`);
      found = body.messages[0];
      expect(body.total).toBe(1);
    });
    const raw = await service.get(`sandbox/messages/${required(found, 'found').id}/raw`);
    return {
      raw: raw.text,
      read: (await service.get(`sandbox/messages/${required(found, 'found').id}`)).body,
    };
  }

  test('a queued message is sent once, with its event, its trace and a signature that an independent library accepts', async () => {
    const body = mail('ann@example.test', {
      subject: 'Grüße aus Köln 東京',
      body: 'Hallo {{ name }}\n.\nfin',
      variables: { name: 'Ännchen' },
    });
    const { status, body: record } = await service.post('communications', body);
    expect(status).toBe(202);
    const { raw, read } = await sandboxMail('ann@example.test');
    expect(read).toMatchObject({ subject: 'Grüße aus Köln 東京', to: 'ann@example.test' });
    expect(read.text).toContain('Hallo Ännchen\n.\nfin');
    const unfolded = raw.replace(/\r\n[ \t]/g, ' ');
    expect(unfolded).toMatch(/^List-Unsubscribe: +<http:\/\/127\.0\.0\.1:\d+\/o\/u\/[0-9a-f]{32}>\r$/m);
    expect(unfolded).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    const { mailboxes } = (await service.get('mailboxes')).body;
    const record_ = mailboxes[0].dkim_record;
    const { dkim } = await authenticate(Buffer.from(raw), {
      ip: '127.0.0.1',
      helo: 'localhost',
      sender: read.envelope_from,
      disableArc: true,
      resolver: async (name: string) => {
        if (name === record_.name) return [[record_.value]];
        throw Object.assign(new Error('no record'), { code: 'ENOTFOUND' });
      },
    });
    expect(dkim.results.map(({ status }) => status.result)).toEqual(['pass']);
    expect(
      required(/^DKIM-Signature:.*h=(\S+(?: :\S+)*);/m.exec(unfolded), 'a match of the pattern')[1],
    ).toContain('list-unsubscribe-post');
    await eventually(async () => {
      const sent = (await service.get(`communications/${record.communication_id}`)).body;
      expect(sent).toMatchObject({ status: 'sent', attempts: 1, failure_code: null });
    });
    const { spans } = (await service.get(`traces/${record.trace_id}`)).body;
    const names = spans.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['outbox.enqueue', 'compliance.check', 'smtp.send']));
    const events = await service.events('outreach.sent');
    expect(events.filter(({ data }) => data.communication_id === record.communication_id)).toHaveLength(1);
  });

  test('a non-ASCII address is written to if the server supports it, and the mail is signed', async () => {
    const decomposed = 'Gru\u0308n@exämple.test';
    expect((await service.post('communications', mail(decomposed))).status).toBe(202);
    const { raw } = await sandboxMail('grün@exämple.test');
    expect(raw).toMatch(/^To: <?grün@exämple\.test>?\r$/m);
    const { dkim_record } = (await service.get('mailboxes')).body.mailboxes[0];
    const resolver = async () => [[dkim_record.value]];
    const { dkim } = await authenticate(Buffer.from(raw), { ip: '127.0.0.1', disableArc: true, resolver });
    expect(dkim.results.map(({ status }) => status.result)).toEqual(['pass']);
    const sender = await service.post('mailboxes', { address: 'grün@example.test' });
    expect([sender.status, sender.body.error.message]).toEqual([400, expect.stringContaining('SMTPUTF8')]);
  });

  test('10,000 concurrent requests with 1,000 keys make exactly 1,000 messages', async () => {
    const { body: mailbox } = await service.post('mailboxes', {
      address: 'quiet@example.test',
      status: 'paused',
    });
    const before = (await service.get('communications/outbox')).body.total;
    const answers: { status: number; id: string; replayed: boolean }[] = [];
    let next = 0;
    const client = async () => {
      while (next < 10_000) {
        const n = next++ % 1_000;
        const request = mail(`many${n}@example.test`, {
          idempotency_key: `many-${n}`,
          mailbox_id: mailbox.id,
        });
        const { status, body, headers } = await service.post('communications', request);
        answers.push({ status, id: body.communication_id, replayed: headers.has('idempotent-replayed') });
      }
    };
    await Promise.all(Array.from({ length: 200 }, client));
    expect(answers.filter(({ status, replayed }) => status === 202 && !replayed)).toHaveLength(1_000);
    expect(answers.filter(({ status, replayed }) => status === 200 && replayed)).toHaveLength(9_000);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1_000);
    const { counts, total } = (await service.get('communications/outbox')).body;
    expect(total - before).toBe(1_000);
    expect(counts.pending).toBe(1_000);
  }, 120_000);

  test('another message with a used key is refused; the same one gets the first answer, by field and by header', async () => {
    const first = await service.post('communications', mail('key@example.test', { idempotency_key: 'k1' }));
    const again = await service.post('communications', mail('key@example.test', { idempotency_key: 'k1' }));
    const byHeader = await service.post('communications', mail('key@example.test'), {
      'idempotency-key': 'k1',
    });
    expect([first.status, again.status, byHeader.status]).toEqual([202, 200, 200]);
    expect(new Set([first, again, byHeader].map(({ body }) => body.communication_id)).size).toBe(1);
    const other = await service.post(
      'communications',
      mail('key@example.test', { idempotency_key: 'k1', body: 'x' }),
    );
    expect(other.body.error).toMatchObject({ code: 'idempotency_conflict', field: 'idempotency_key' });
  });

  test.each([
    [{ to: 'a@b.test\r\nBcc: x@y.test' }, 400, 'invalid_request', 'to'],
    [{ to: 'Ann <a@b.test>' }, 400, 'invalid_request', 'to'],
    [{ subject: 'a\r\nBcc: x@y.test' }, 400, 'invalid_request', 'subject'],
    [{ subject: undefined }, 400, 'missing_required_field', 'subject'],
    [{ to: undefined }, 400, 'missing_required_field', 'to'],
    [{ body: '{{ unclosed' }, 400, 'invalid_request', 'body'],
    [{ channel: 'sms' }, 400, 'invalid_request', 'channel'],
    [{ send_at: '2999-01-01T00:00:00Z' }, 400, 'invalid_request', 'send_at'],
    [{ lead_id: `led_${'0'.repeat(32)}` }, 404, 'not_found', 'lead_id'],
    [{ body: 'Hello {{ nobody }}' }, 422, 'compliance_blocked', 'variables'],
    [{ body: 'Hello [First Name]' }, 422, 'compliance_blocked', 'variables'],
    [{ subject: 'Re: our talk' }, 422, 'compliance_blocked', 'subject'],
    [{ body: 'We increase revenue by 300 %.' }, 422, 'compliance_blocked', 'body'],
  ])('%j is refused with the code and the field', async (change, status, code, field) => {
    const answer = await service.post('communications', mail('bad@example.test', change));
    expect(answer.status).toBe(status);
    expect(answer.body.error.code).toBe(code);
    expect(answer.body.error.field).toBe(field);
  });

  test('a blocked message is recorded and reported, and the corrected one may use the key', async () => {
    const bad = mail('guard@example.test', { body: 'Hi {{ nobody }}', idempotency_key: 'guard' });
    const { status, body } = await service.post('communications', bad);
    expect(status).toBe(422);
    const id = body.error.details.communication_id;
    expect((await service.get(`communications/${id}`)).body).toMatchObject({
      status: 'failed',
      failure_code: 'compliance_blocked',
    });
    const events = await service.events('compliance.blocked');
    expect(required(events.at(-1), 'the last of events').data).toMatchObject({
      communication_id: id,
      rule: 'unresolved_variables',
    });
    expect((await service.post('communications', { ...bad, body: 'Hi' })).status).toBe(202);
  });

  test('nobody on the suppression list is written to, even if they are added after the queueing', async () => {
    await service.post('suppressions', { email: 'never@example.test', reason: 'asked' });
    const refused = await service.post('communications', mail('never@example.test'));
    expect([refused.status, refused.body.error.code]).toEqual([422, 'lead_suppressed']);
    const sendAt = new Date(Date.now() + 2_000).toISOString();
    const { body } = await service.post('communications', mail('soon@example.test', { send_at: sendAt }));
    await service.post('suppressions', { email: 'soon@example.test', reason: 'asked' });
    await eventually(async () => {
      const one = (await service.get(`communications/${body.communication_id}`)).body;
      expect(one).toMatchObject({ status: 'failed', failure_code: 'suppressed' });
    });
    expect((await service.get('sandbox/messages?to=soon@example.test')).body.total).toBe(0);
  });

  test('no message keeps data of an erased person, and nobody writes to them again', async () => {
    const to = 'erase.me@example.test';
    const { body } = await service.post('communications', mail(to, { body: 'Dear Erasmus' }));
    await sandboxMail(to);
    const { lead_id } = (await service.get(`communications/${body.communication_id}`)).body;
    const erased = await service.call('DELETE', `/v1/outreach/leads/${lead_id}`);
    expect(erased.status).toBe(204);
    for (const path of [
      'communications?limit=100',
      'inbound',
      `sandbox/messages?to=${to}`,
      'leads?q=erase',
    ]) {
      const { text } = await service.get(path);
      expect(text).not.toMatch(/erase\.me|Erasmus/);
    }
    expect((await service.post('communications', mail(to))).body.error.code).toBe('lead_suppressed');
  });

  test('the outbox counts messages by state', async () => {
    await eventually(async () => {
      const { counts } = (await service.get('communications/outbox')).body;
      for (const status of ['pending', 'processing', 'sent', 'failed']) {
        const { total } = (await service.get(`communications?status=${status}`)).body;
        expect(counts[status]).toBe(total);
      }
      expect(counts.processing).toBe(0);
    });
  });
});

describe('through a real mail server', () => {
  let sink: SmtpSink;
  let service: OutreachService;
  const postal = 'Trivium, 1 Main Street, Springfield';
  beforeAll(async () => {
    sink = await SmtpSink.start();
    service = await startOutreach({ SMTP_URL: sink.url, BOUNCE_ADDRESS: 'bounces@example.test' });
    await service.post('mailboxes', { address: 'sales@example.test', name: 'Sales', postal_address: postal });
  });
  afterAll(async () => {
    await service?.stop();
    await sink?.stop();
  });

  const send = async (to: string, more = {}) =>
    (await service.post('communications', mail(to, more))).body.communication_id as string;
  const read = async (id: string) => (await service.get(`communications/${id}`)).body;

  test('without a postal address nothing is sent to real people', async () => {
    const { body } = await service.post('mailboxes', { address: 'bare@example.test' });
    const refused = await service.post('communications', mail('x@example.test', { mailbox_id: body.id }));
    expect(refused.body.error).toMatchObject({
      code: 'compliance_blocked',
      details: { rule: 'postal_address' },
    });
  });

  test('each mail has its own bounce address, and contains the postal address', async () => {
    await send('one@example.test');
    await eventually(() => expect(sink.to('one@example.test')).toHaveLength(1));
    const [taken] = sink.to('one@example.test');
    expect(required(taken, 'taken').from).toMatch(/^bounces\+[0-9a-f]{32}@example\.test$/);
    expect(required(taken, 'taken').raw).toContain(postal);
  });

  test('a refused recipient is a hard bounce and never written to again', async () => {
    sink.behaviour.set('gone@example.test', 'refuse');
    const id = await send('gone@example.test');
    await eventually(async () =>
      expect(await read(id)).toMatchObject({ status: 'failed', failure_code: 'hard_bounce' }),
    );
    const again = await service.post('communications', mail('gone@example.test'));
    expect(again.body.error.code).toBe('lead_suppressed');
  });

  test('a recipient with a full mailbox may be written to later', async () => {
    sink.behaviour.set('full@example.test', 'full');
    const id = await send('full@example.test');
    await eventually(async () =>
      expect(await read(id)).toMatchObject({ status: 'failed', failure_code: 'rejected' }),
    );
    expect((await service.post('communications', mail('full@example.test', { body: 'other' }))).status).toBe(
      202,
    );
  });

  test('a refusal because of this service is not held against the recipients: the mail waits, and nobody is suppressed', async () => {
    sink.behaviour.set('denied@example.test', 'no-relay');
    const id = await send('denied@example.test');
    await eventually(async () => {
      const one = await read(id);
      expect(one).toMatchObject({ status: 'pending', waiting_for: 'relay_unreachable', attempts: 1 });
      expect(one.failure_detail ?? one.last_error ?? '').toContain('Relay access denied');
    });
    expect(
      (await service.post('communications', mail('denied@example.test', { body: 'other' }))).status,
    ).toBe(202);
  });

  test('a refused text is not held against the recipient', async () => {
    sink.behaviour.set('policy@example.test', 'refuse-text');
    const id = await send('policy@example.test');
    await eventually(async () =>
      expect(await read(id)).toMatchObject({ status: 'failed', failure_code: 'rejected' }),
    );
    expect(
      (await service.post('communications', mail('policy@example.test', { body: 'other' }))).status,
    ).toBe(202);
  });

  test('a deferred mail waits and is retried', async () => {
    sink.behaviour.set('grey@example.test', 'defer');
    const id = await send('grey@example.test');
    await eventually(async () => {
      const one = await read(id);
      expect(one).toMatchObject({ status: 'pending', waiting_for: 'relay_deferred', attempts: 1 });
      expect(Date.parse(one.next_attempt_at) - Date.now()).toBeGreaterThan(30_000);
    });
  });

  test('a connection lost after the text leaves a message with an unknown result that is never sent again', async () => {
    sink.behaviour.set('lost@example.test', 'drop-after-data');
    const id = await send('lost@example.test');
    await eventually(async () =>
      expect(await read(id)).toMatchObject({ status: 'failed', failure_code: 'delivery_unknown' }),
    );
    await send('after@example.test');
    await eventually(() => expect(sink.to('after@example.test')).toHaveLength(1));
    expect(sink.to('lost@example.test')).toHaveLength(1);
    expect((await service.get('communications/outbox')).body.failures_by_code.delivery_unknown).toBe(1);
    // A reply proves that the recipient has it: it counts as sent, with one event, and is not sent again.
    const messageId = required(
      required(
        /^Message-ID: (<[^>]+>)/im.exec(required(sink.to('lost@example.test')[0], 'the first of to').raw),
        'a match of the pattern',
      )[1],
      'a group of the pattern',
    );
    const raw = reply({ from: 'lost@example.test', inReplyTo: messageId, text: 'Got it. Call me.' });
    expect((await service.post('inbound', { raw })).body).toMatchObject({ matched_by: 'message_id' });
    expect(await read(id)).toMatchObject({ status: 'sent', failure_code: null });
    expect((await read(id)).replied_at).not.toBeNull();
    expect(
      (await service.get('communications/outbox')).body.failures_by_code.delivery_unknown,
    ).toBeUndefined();
    const told = (await service.events('outreach.sent')).filter(({ data }) => data.communication_id === id);
    expect(told).toHaveLength(1);
    expect(sink.to('lost@example.test')).toHaveLength(1);
  });

  test('while the server is down messages wait', async () => {
    await sink.stop();
    const id = await send('later@example.test');
    await eventually(async () =>
      expect(await read(id)).toMatchObject({ status: 'pending', waiting_for: 'relay_unreachable' }),
    );
  });
});
