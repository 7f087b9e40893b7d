export { deleteAcknowledgement } from './acknowledgement.repository.ts';
export {
  acknowledgedField,
  isBefore,
  personRecord as somebodyRecord,
  toAcknowledgementRecord,
} from './acknowledgement.schema.ts';
export { acknowledgementRoutes } from './acknowledgement-routes.ts';
export { type Acknowledgement, type AcknowledgementPorts, Acknowledgements } from './acknowledgements.ts';
