import { type AcknowledgementPorts, Acknowledgements } from '../index.ts';

/** For tests of areas where nobody has a name. */
export function acknowledgementsOfNobody(
  ports: Pick<AcknowledgementPorts, 'db' | 'unitOfWork' | 'clock'>,
): Acknowledgements {
  return new Acknowledgements({ ...ports, namesOf: async () => new Map(), hasPerson: async () => false });
}
