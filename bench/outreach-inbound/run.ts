// `node bench/outreach-inbound/run.ts [--errors]`: how well incoming mails are classified. One half of the texts is for
// improving the rules (with their errors shown), the other half only for measuring.
import { parseArgs } from 'node:util';
import { classifyMail } from '../../packages/server/src/areas/outreach/answers/inbound/classify-mail.ts';
import { readInboundMail } from '../../packages/server/src/areas/outreach/answers/inbound/inbound-mail.ts';
import { required } from '../../packages/server/src/kit/required.ts';
import { automaticReplies } from './automatic-replies.ts';
import { firstBlindMails, secondBlindMails, toRaw } from './blind-mails.ts';
import { freshReplies } from './fresh-replies.ts';
import { returnedMails } from './returned-mails.ts';
import { mailForms, wrapAutomatic } from './wrap-mail.ts';
import { writtenReplies } from './written-replies.ts';

interface Sample {
  label: string;
  raw: Buffer;
  text: string;
  away?: string | undefined;
  isHeldOut: boolean;
  /** Written after the rules. */
  isFresh: boolean;
}

const now = new Date('2026-11-21T12:00:00Z');

/** Each written text in two formats, so that no format occurs with only one kind of reply. */
function samples(): Sample[] {
  return [
    ...writtenReplies.flatMap(({ label, text }, i) =>
      [0, 1].map((turn) => ({
        label,
        text,
        raw: required(mailForms[(i + turn * 2) % mailForms.length], 'one of mail forms')(text, i),
        isHeldOut: i % 2 === 1,
        isFresh: false,
      })),
    ),
    ...freshReplies.map(({ label, text }, i) => ({
      label,
      text,
      raw: required(mailForms[i % mailForms.length], 'one of mail forms')(text, 1_000 + i),
      isHeldOut: true,
      isFresh: true,
    })),
    ...automaticReplies.map((mail, i) => ({
      label: mail.label,
      text: `${mail.subject} | ${mail.text}`,
      away: mail.away,
      raw: wrapAutomatic(mail, i),
      isHeldOut: i % 2 === 1,
      isFresh: false,
    })),
    ...returnedMails.map(({ label, raw }, i) => ({
      label,
      text: raw,
      raw: Buffer.from(raw),
      isHeldOut: i % 2 === 1,
      isFresh: false,
    })),
    ...[...firstBlindMails, ...secondBlindMails].map((mail, i) => ({
      label: mail.label,
      text: `${mail.subject ?? ''} | ${mail.body}`,
      away: mail.away,
      raw: toRaw(mail, i),
      isHeldOut: true,
      isFresh: true,
    })),
  ];
}

interface Result extends Sample {
  found: string;
  foundAway: string | undefined;
}

async function classifyAll(): Promise<Result[]> {
  const results: Result[] = [];
  for (const sample of samples()) {
    const { classified } = classifyMail(await readInboundMail(sample.raw), now);
    results.push({
      ...sample,
      found: classified.classification,
      foundAway: classified.awayUntil?.toISOString().slice(0, 10),
    });
  }
  return results;
}

function report(title: string, results: readonly Result[]): void {
  const labels = [...new Set(results.map(({ label }) => label))];
  process.stdout.write(`\n${title}: ${results.length} mails\n`);
  process.stdout.write('class            mails  precision  recall\n');
  for (const label of labels) {
    const of = results.filter((one) => one.label === label);
    const said = results.filter(({ found }) => found === label);
    const right = of.filter(({ found }) => found === label).length;
    const precision = said.length === 0 ? 'none given' : (right / said.length).toFixed(3);
    process.stdout.write(
      `${label.padEnd(16)} ${String(of.length).padStart(5)}  ${precision.padStart(9)}  ${(right / of.length).toFixed(3).padStart(6)}\n`,
    );
  }
  const dated = results.filter(({ away }) => away !== undefined);
  const rightDates = dated.filter(({ away, foundAway }) => away === foundAway).length;
  const right = results.filter(({ label, found }) => label === found).length;
  process.stdout.write(
    `accuracy ${(right / results.length).toFixed(3)}; day of the return right in ${rightDates} of ${dated.length}\n`,
  );
}

const { values } = parseArgs({ options: { errors: { type: 'boolean', default: false } } });
const results = await classifyAll();
report(
  'for mending',
  results.filter(({ isHeldOut }) => !isHeldOut),
);
report(
  'held out',
  results.filter(({ isHeldOut, isFresh }) => isHeldOut && !isFresh),
);
report(
  'written after the rules',
  results.filter(({ isFresh }) => isFresh),
);
report('all', results);
if (values.errors) {
  for (const one of results.filter(({ isHeldOut }) => !isHeldOut)) {
    if (one.label === one.found && (one.away === undefined || one.away === one.foundAway)) continue;
    const dates = one.away === undefined ? '' : ` ${one.away} -> ${one.foundAway}`;
    process.stdout.write(
      `${one.label} -> ${one.found}${dates}: ${one.text.slice(0, 160).replace(/\n/g, ' ')}\n`,
    );
  }
}
