import { required } from '../../../../../kit/required.ts';
import type { Reservation } from '../../../books/economics/ledger-terms.ts';
import type { CampaignTerms } from '../../../terms/campaign-terms.repository.ts';
import { isInWindow, nextInWindow, readWindow, windowOf, zoneOf } from '../../../terms/send-window.ts';
import { quietUntil } from '../../compliance/quiet-hours.ts';
import { allowanceOf, type Mailbox } from '../../mailboxes/mailbox.ts';
import type { Communication } from '../communication.ts';
import type { Outgoing } from './outgoing.ts';

/** A campaign with what it may still start today. */
export interface Campaign {
  orgId: string;
  terms: CampaignTerms;
  left: number;
  used: number;
  day: string;
}

/** Why a message does not start now, and when it is checked again. */
export interface Deferral {
  communication: Communication;
  waitingFor: string;
  untilMs: number;
}

export const DAY_MS = 86_400_000;
/** When to recheck messages of a paused campaign; resuming rechecks at once. */
export const PAUSED_RECHECK_MS = 3_600_000;

interface Found {
  mailboxes: Mailbox[];
  campaigns: Map<string, Campaign>;
  recent: Map<string, Date[]>;
  /** Whether mail reaches real recipients. */
  reachesPeople: boolean;
}

/** Goes through the due messages in order and decides for each whether it may start. */
export class Choice {
  readonly taken: Communication[] = [];
  readonly deferrals: Deferral[] = [];
  readonly #nowMs: number;
  readonly #found: Found;
  readonly #mailboxes: Map<string, { mailbox: Mailbox; left: number; taken: number; held: number }>;

  constructor(nowMs: number, found: Found) {
    this.#nowMs = nowMs;
    this.#found = found;
    this.#mailboxes = new Map(
      found.mailboxes.map((mailbox) => [
        mailbox.id,
        { mailbox, left: allowanceOf(mailbox, nowMs).messages, taken: 0, held: 0 },
      ]),
    );
  }

  consider(communication: Communication, zone: string | null): void {
    const campaign = communication.campaignId && this.#found.campaigns.get(communication.campaignId);
    const refusal =
      (campaign ? this.#campaignRefusal(communication, campaign, zone) : undefined) ??
      this.#mailboxRefusal(communication);
    if (refusal !== undefined) {
      this.deferrals.push({ communication, ...refusal });
      return;
    }
    const box = this.#boxOf(communication);
    box.left--;
    box.taken++;
    if (campaign) {
      campaign.left--;
      campaign.used++;
    }
    this.#noteRecent(communication.toAddress);
    this.taken.push(communication);
  }

  /** Releases the quota of a message that was taken but cannot start after all. */
  releaseQuota(communication: Communication, waitingFor: string, untilMs: number): void {
    this.taken.splice(this.taken.indexOf(communication), 1);
    const box = this.#boxOf(communication);
    box.left++;
    box.taken--;
    const campaign = communication.campaignId && this.#found.campaigns.get(communication.campaignId);
    if (campaign) {
      campaign.left++;
      campaign.used--;
    }
    this.deferrals.push({ communication, waitingFor, untilMs });
  }

  mailboxUses() {
    const hour = new Date(Math.floor(this.#nowMs / 3_600_000) * 3_600_000);
    const day = dayOf(this.#nowMs);
    return [...this.#mailboxes.values()].flatMap(({ mailbox, taken }) => {
      // Counted even without a limit: one may be set during the day, and people look at the count.
      if (taken === 0) return [];
      const { usedInDay, usedInHour } = allowanceOf(mailbox, this.#nowMs);
      return {
        id: mailbox.id,
        orgId: mailbox.orgId,
        day,
        sentInDay: usedInDay + taken,
        hourStartedAt: hour,
        sentInHour: usedInHour + taken,
        freeAt: new Date(this.#nowMs + mailbox.minGapSeconds * 1_000),
      };
    });
  }

  campaignUses() {
    return [...this.#found.campaigns.values()].filter(({ used }) => used > 0);
  }

  toOutgoing(communication: Communication, held: Map<string, Reservation>): Outgoing {
    return {
      communication,
      mailbox: this.#boxOf(communication).mailbox,
      terms: communication.campaignId
        ? this.#found.campaigns.get(communication.campaignId)?.terms
        : undefined,
      reservation: held.get(communication.id),
      claimedAtMs: this.#nowMs,
    };
  }

  #campaignRefusal(
    { toAddress, executionId }: Communication,
    { terms, left }: Campaign,
    zone: string | null,
  ) {
    const isHeld = terms.status === 'paused' || (executionId !== null && terms.status !== 'active');
    if (isHeld) {
      return { waitingFor: `campaign_${terms.status}`, untilMs: this.#nowMs + PAUSED_RECHECK_MS };
    }
    const { frequency_cap } = terms.strategy;
    const stated = windowOf(terms.strategy.send_window, this.#found.reachesPeople);
    const zoneName = zoneOf(stated, zone);
    const window = readWindow(stated);
    // A message queued by hand is sent at the time its author chose.
    if (executionId !== null && !isInWindow(window, zoneName, this.#nowMs)) {
      return { waitingFor: 'send_window', untilMs: nextInWindow(window, zoneName, this.#nowMs) };
    }
    const { quietHours } = terms.legal;
    const quietEnd = quietHours ? quietUntil(quietHours, zone, this.#nowMs) : undefined;
    if (quietEnd !== undefined) return { waitingFor: 'quiet_hours', untilMs: quietEnd };
    if (frequency_cap !== undefined) {
      const since = this.#nowMs - frequency_cap.per_hours * 3_600_000;
      const within = (this.#found.recent.get(toAddress) ?? []).filter((at) => at.getTime() > since);
      const oldest = within.at(-frequency_cap.max_messages);
      if (oldest !== undefined) {
        return {
          waitingFor: 'frequency_cap',
          untilMs: oldest.getTime() + frequency_cap.per_hours * 3_600_000,
        };
      }
    }
    if (left <= 0) return { waitingFor: 'campaign_daily_limit', untilMs: nextDayMs(this.#nowMs) };
    return undefined;
  }

  #boxOf({ mailboxId }: Communication) {
    return required(this.#mailboxes.get(mailboxId), 'the mailbox of a message that was taken');
  }

  #mailboxRefusal({ mailboxId }: Communication) {
    const box = this.#mailboxes.get(mailboxId);
    if (box === undefined) return { waitingFor: 'no_mailbox', untilMs: this.#nowMs + PAUSED_RECHECK_MS };
    if (box.left > 0) return undefined;
    const { held } = allowanceOf(box.mailbox, this.#nowMs);
    const until = held?.until ?? this.#nowMs + 60_000;
    // With a minimum gap, waiting messages get their slots in the line right away.
    const place = held?.reason === 'mailbox_gap' ? box.held++ * box.mailbox.minGapSeconds * 1_000 : 0;
    return { waitingFor: held?.reason ?? 'mailbox', untilMs: until + place };
  }

  #noteRecent(address: string): void {
    const list = this.#found.recent.get(address) ?? [];
    list.push(new Date(this.#nowMs));
    this.#found.recent.set(address, list);
  }
}

/** The UTC day of a time. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function nextDayMs(ms: number): number {
  return (Math.floor(ms / DAY_MS) + 1) * DAY_MS;
}
