import { only } from '../../kit/db/index.ts';
import type { FigureSource } from '../../kit/observability/index.ts';
import { DEAD_AFTER_MS, type NodeRegistry } from './node-registry.ts';

/** The nodes that share the database, and whether this one may act. */
export function nodeGauges(registry: NodeRegistry): FigureSource {
  return {
    part: 'nodes',
    figures: [
      {
        name: 'trivium_nodes_alive',
        help: 'Nodes that share the database and are alive, this one among them.',
      },
      {
        name: 'trivium_nodes_lost',
        help: 'Nodes of the last hour that are not heard of any more, and did not leave in order.',
      },
      {
        name: 'trivium_node_fenced',
        help: '1 while this node starts nothing new, since it cannot write its heartbeat; else 0.',
      },
    ],
    async read(query) {
      const { lost } = only(
        await query<{ lost: number }>(
          `select count(*) as lost from nodes where left_at is null
             and heartbeat_at < clock_timestamp() - $1::float8 * interval '1 millisecond'
             and heartbeat_at > clock_timestamp() - interval '1 hour'`,
          [DEAD_AFTER_MS],
        ),
      );
      return [
        { name: 'trivium_nodes_alive', value: registry.aliveNodeIds().length },
        { name: 'trivium_nodes_lost', value: lost },
        { name: 'trivium_node_fenced', value: registry.mayAct() ? 0 : 1 },
      ];
    },
  };
}
