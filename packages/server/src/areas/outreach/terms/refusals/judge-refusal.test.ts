import { describe, expect, test } from 'vitest';
import { isUnknownRecipient, refusesUs, statusIn } from './judge-refusal.ts';

const refusal = (answer: string) => ({ status: statusIn(answer), diagnostic: answer });

describe('the address does not exist', () => {
  test.each([
    '550 5.1.1 <a@b.example>: Recipient address rejected: User unknown in virtual mailbox table',
    '550-5.1.1 The email account that you tried to reach does not exist. Please try double-checking',
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
    '550 5.4.1 Recipient address rejected: Access denied. [DB5EUR.example]',
    '550 5.4.310 DNS domain b.example does not exist',
    '550 5.5.0 Requested action not taken: mailbox unavailable',
    '550 5.2.1 The email account that you tried to reach is disabled.',
    '554 delivery error: dd This user doesn’t have a b.example account (a@b.example) [-9]',
    '550 No such user - psmtp',
    '550 sorry, no mailbox here by that name (#5.1.1)',
    '550 Unrouteable address',
    '553 5.1.2 We weren’t able to find the recipient domain.',
    '551 User not local',
  ])('%s', (answer) => {
    expect(isUnknownRecipient(refusal(answer))).toBe(true);
    expect(refusesUs(refusal(answer))).toBe(false);
  });
});

describe('the address may exist', () => {
  test.each([
    '552 5.2.2 The email account that you tried to reach is over quota.',
    '554 5.2.2 mailbox full; STOREDRV.Deliver.Exception: quota exceeded',
    '550 5.7.1 Message contains spam or virus',
    '554 5.7.1 Your access to submit messages to this recipient has been blocked by policy',
    '550 5.7.26 This mail is unauthenticated, which poses a security risk: SPF and DKIM did not pass',
    '550 5.3.0 Temporary system problem. Try again later',
    '552 5.3.4 Message size exceeds fixed limit',
    '550 High probability of spam',
    '554 5.4.6 Too many hops',
  ])('%s', (answer) => {
    expect(isUnknownRecipient(refusal(answer))).toBe(false);
    expect(refusesUs(refusal(answer))).toBe(false);
  });
});

describe('the relay does not accept our mail for any recipient', () => {
  test.each([
    '530 5.7.0 Authentication required',
    '550 5.7.1 <me@mine.example>: Sender address rejected: not owned by user sales',
    '550 5.1.8 <me@mine.example>: Sender address rejected: Domain not found',
    '553 5.1.7 The sender mailbox syntax is bad',
    '501 5.1.8 Access denied, bad outbound sender',
    '554 5.7.1 <unknown[203.0.113.9]>: Client host rejected: Access denied',
    '554 5.7.1 Service unavailable; Client host [203.0.113.9] blocked using zen.spamhaus.org',
    '550 5.7.1 <mail>: Helo command rejected: need fully-qualified hostname',
    '550 Sender verify failed',
    '550 5.1.0 Sender rejected',
  ])('%s', (answer) => {
    expect(refusesUs(refusal(answer))).toBe(true);
    expect(isUnknownRecipient(refusal(answer))).toBe(false);
  });

  // In a bounce, this comes from another server, which does not know the domain.
  test.each([
    '554 5.7.1 <a@b.example>: Relay access denied',
    '550 5.7.1 Unable to relay for a@b.example',
    '550 relay not permitted',
    '550 5.7.1 Client does not have permissions; relaying denied. Proper authentication required.',
  ])('%s', (answer) => {
    expect(refusesUs(refusal(answer))).toBe(true);
  });
});
