import type { Matrix } from '../../../fixtures/flow-matrix.ts';
import { moreWays } from './more-ways.ts';
import { sinks } from './sinks.ts';
import { sources } from './sources.ts';
import { ways } from './ways.ts';

const usings =
  'using System;\nusing System.Collections.Generic;\nusing System.Data.SqlClient;\nusing System.IO;\nusing System.Linq;\nusing System.Text;\nusing System.Web;\n';

export const csharpMatrix: Matrix = {
  extension: 'cs',
  sources,
  ways: [...ways, ...moreWays],
  sinks,
  disarm: 'data = int.Parse(data).ToString();',
  program: ({ source, way, sink, members }) => `${usings}
namespace Shop.N# {
  ${source.marks ?? ''}
  public class Main# ${source.bases ?? ''} {
    ${members}
    ${source.method ?? 'public void Work()'} {
      ${source.code}
      ${way}
      ${sink}
      ${source.tail ?? ''}
    }
  }
}
`,
  besides: (text) => `${usings}\nnamespace Shop.N# {\n${text}\n}\n`,
};
