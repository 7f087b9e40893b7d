import type { Matrix } from '../../../fixtures/flow-matrix.ts';
import { moreWays } from './more-ways.ts';
import { sinks } from './sinks.ts';
import { sources } from './sources.ts';
import { ways } from './ways.ts';

const imports = (id: string) => `package shop.${id};
import java.io.*;
import java.net.*;
import java.nio.file.*;
import java.sql.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
import java.util.stream.*;
import javax.servlet.*;
import javax.servlet.http.*;
`;

export const javaMatrix: Matrix = {
  extension: 'java',
  sources,
  ways: [...ways, ...moreWays],
  sinks,
  disarm: 'data = String.valueOf(Integer.parseInt(data));',
  program: ({ source, way, sink, members }) => `${imports('n#')}
${source.marks ?? ''}
public class Main# ${source.bases ?? ''} {
  ${members}
  ${source.method ?? 'public void work() throws Exception'} {
    ${source.code}
    ${way}
    ${sink}
    ${source.tail ?? ''}
  }
}
`,
  besides: (text) => `${imports('n#')}\n${text}\n`,
};
