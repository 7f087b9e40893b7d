import { actorIn } from '../../kit/acting.ts';
import type { Clock } from '../../kit/clock.ts';
import { rowsIn } from '../../kit/db/index.ts';
import { invalidField } from '../../kit/errors/index.ts';
import { required } from '../../kit/required.ts';
import { type ConfigurationChange, changedFields } from '../catalog/index.ts';
import type { AnyDatabase, AnyTransaction, NewEvent, UnitOfWork } from '../spine/index.ts';
import {
  deleteAcknowledgement,
  findAcknowledgements,
  type StoredAcknowledgement,
  saveAcknowledgement,
} from './acknowledgement.repository.ts';

export interface AcknowledgementPorts {
  db: AnyDatabase;
  unitOfWork: UnitOfWork;
  clock: Clock;
  /** Names of people (including former members) and keys, by public id. */
  namesOf(orgId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Whether a public id belongs to a current member of the organization. */
  hasPerson(orgId: string, id: string): Promise<boolean>;
}

export interface Person {
  /** Public. */
  id: string;
  name: string | null;
}

export interface Acknowledgement {
  by: Person;
  at: Date;
  assignee: Person | null;
  note: string | null;
}

/** What is acknowledged. */
export interface Acknowledged {
  orgId: string;
  /** Its public id, or the fingerprint of a finding. */
  subject: string;
  /** Throws `not_found` when it is gone; otherwise it cannot be deleted until the transaction ends. */
  hold(tx: AnyTransaction): Promise<void>;
  /** The audit events for what was done with it. */
  tell(action: ConfigurationChange['action'], fields: readonly string[]): NewEvent[];
}

interface Wanted {
  assignee?: string | null | undefined;
  note?: string | null | undefined;
}

/**
 * Records that somebody has seen a problem, and who takes care of it. One row per resource: its time tells
 * whether it refers to the current problem or to an earlier one.
 */
export class Acknowledgements {
  readonly #ports: AcknowledgementPorts;

  constructor(ports: AcknowledgementPorts) {
    this.#ports = ports;
  }

  /** The existing ones, by subject. */
  async of(orgId: string, subjects: readonly string[]): Promise<ReadonlyMap<string, Acknowledgement>> {
    if (subjects.length === 0) return new Map();
    const stored = await findAcknowledgements(rowsIn(this.#ports.db), orgId, [...new Set(subjects)]);
    const shown = await this.#withNames(orgId, stored);
    return new Map(stored.map(({ subject }, i) => [subject, required(shown[i], 'an acknowledgement')]));
  }

  /** Replaces an earlier one. Throws `invalid_request`. */
  async acknowledge(of: Acknowledged, { assignee = null, note = null }: Wanted): Promise<Acknowledgement> {
    const { orgId, subject } = of;
    const { unitOfWork, clock } = this.#ports;
    if (assignee !== null && !(await this.#ports.hasPerson(orgId, assignee))) {
      throw invalidField('assignee', '`assignee` must be a person who belongs to the organization.');
    }
    const acknowledgedBy = required(actorIn(orgId), 'who acknowledges');
    const one = { orgId, subject, acknowledgedBy, assignee, note, acknowledgedAt: new Date(clock.now()) };
    await unitOfWork(async (tx) => {
      const query = rowsIn(tx);
      await of.hold(tx);
      const [before] = await findAcknowledgements(query, orgId, [subject]);
      await saveAcknowledgement(query, one);
      const fields = changedFields(before ?? { ...one, assignee: null, note: null }, one, fieldNames);
      return { value: undefined, events: of.tell('acknowledged', fields) };
    });
    return required((await this.#withNames(orgId, [one]))[0], 'an acknowledgement');
  }

  /** False when there was none. */
  withdraw(of: Acknowledged): Promise<boolean> {
    return this.#ports.unitOfWork(async (tx) => {
      const value = await deleteAcknowledgement(rowsIn(tx), of.orgId, of.subject);
      return { value, events: value ? of.tell('unacknowledged', []) : [] };
    });
  }

  async #withNames(orgId: string, stored: readonly StoredAcknowledgement[]): Promise<Acknowledgement[]> {
    const ids = stored.flatMap(({ acknowledgedBy, assignee }) => [acknowledgedBy, assignee ?? []].flat());
    const names = await this.#ports.namesOf(orgId, ids);
    const somebody = (id: string): Person => ({ id, name: names.get(id) ?? null });
    return stored.map(({ acknowledgedBy, acknowledgedAt, assignee, note }) => ({
      by: somebody(acknowledgedBy),
      at: acknowledgedAt,
      assignee: assignee === null ? null : somebody(assignee),
      note,
    }));
  }
}

const fieldNames = { assignee: 'assignee', note: 'note' } as const;
