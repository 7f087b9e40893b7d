import { integer, oneOf, type SettingsTable, text } from '../../kit/config/index.ts';
import { define } from './define-setting.ts';

/** Limits and means of scaling. */
export const clusterSettings = {
  PROCESSES: define({
    default: undefined,
    description:
      'Processes that share the port, one per core; SIGHUP restarts them one after another. Unset: one for each core, at most 8, and a single one on up to 2 cores.',
    parse: integer(1, 64),
  }),
  CLUSTER_MAX_NODES: define({
    default: '8',
    description: 'Maximum number of processes of this service that scaling may run, including this one.',
    parse: integer(1, 1_000),
  }),
  CLUSTER_SCALING: define({
    default: 'operator',
    description:
      'Whose keys may scale the cluster, which all organizations share: those of the operator (the default organization), or of everyone.',
    parse: oneOf('operator', 'everyone'),
  }),
  KUBERNETES_DEPLOYMENT: define({
    default: undefined,
    description:
      'A Deployment, as namespace/name, whose replicas scaling sets. Unset: scaling starts worker processes on this machine.',
    parse: (value) => {
      if (!/^[a-z0-9-]{1,63}\/[a-z0-9.-]{1,253}$/.test(value)) throw new Error('It must be namespace/name.');
      return value;
    },
  }),
  KUBERNETES_API_URL: define({
    default: 'https://kubernetes.default.svc',
    description: 'The API server of Kubernetes.',
    parse: text,
  }),
  KUBERNETES_TOKEN: define({
    default: undefined,
    description: "A token that may patch the Deployment's scale. Unset: that of the pod's service account.",
    secret: true,
    parse: text,
  }),
  KUBERNETES_CA_FILE: define({
    default: undefined,
    description: "PEM file of the API server's authority. Unset: that of the pod's service account.",
    parse: text,
  }),
} satisfies SettingsTable;
