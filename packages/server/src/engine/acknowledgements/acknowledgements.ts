import { actorIn } from '../../kit/acting.ts';
import type { Clock } from '../../kit/clock.ts';
import { rowsIn } from '../../kit/db/index.ts';
import { invalidField } from '../../kit/errors/index.ts';
import { required } from '../../kit/required.ts';
import { type ConfigurationChange, changedFields } from '../catalog/index.ts';
import type { AnyDatabase, NewEvent, UnitOfWork } from '../spine/index.ts';
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
  /** What people, also who left, and keys are called, by their public ids. */
  namesOf(orgId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Whether a public id is that of a person who belongs to the organization now. */
  hasPerson(orgId: string, id: string): Promise<boolean>;
}

export interface Somebody {
  /** Public. */
  id: string;
  name: string | null;
}

export interface Acknowledgement {
  by: Somebody;
  at: Date;
  assignee: Somebody | null;
  note: string | null;
}

/** What is acknowledged. */
export interface Acknowledged {
  orgId: string;
  /** Its public id, or the fingerprint of a finding. */
  subject: string;
  /** Tells in the audit what was done with it. */
  tell(action: ConfigurationChange['action'], fields: readonly string[]): NewEvent[];
}

interface Wanted {
  assignee?: string | null | undefined;
  note?: string | null | undefined;
}

/**
 * That somebody has seen what is wrong, and who sees to it. It is one row of each thing: whether it speaks of the present
 * trouble or of an earlier one is told by its time.
 */
export class Acknowledgements {
  readonly #ports: AcknowledgementPorts;

  constructor(ports: AcknowledgementPorts) {
    this.#ports = ports;
  }

  /** Those that there are, by their subjects. */
  async of(orgId: string, subjects: readonly string[]): Promise<ReadonlyMap<string, Acknowledgement>> {
    if (subjects.length === 0) return new Map();
    const stored = await findAcknowledgements(rowsIn(this.#ports.db), orgId, [...new Set(subjects)]);
    const shown = await this.#withNames(orgId, stored);
    return new Map(stored.map(({ subject }, i) => [subject, required(shown[i], 'an acknowledgement')]));
  }

  /** In the place of an earlier one. Throws `invalid_request`. */
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
    const somebody = (id: string): Somebody => ({ id, name: names.get(id) ?? null });
    return stored.map(({ acknowledgedBy, acknowledgedAt, assignee, note }) => ({
      by: somebody(acknowledgedBy),
      at: acknowledgedAt,
      assignee: assignee === null ? null : somebody(assignee),
      note,
    }));
  }
}

const fieldNames = { assignee: 'assignee', note: 'note' } as const;
