import { expect, test } from 'vitest';
import { analyzeFiles } from '../analysis/index.ts';
import { entriesOf } from '../fixtures/review-input.ts';
import { isConfigurationPath } from '../read/files/configuration-path.ts';
import { agents } from './agent-list.ts';
import { createInspector } from './inspect-files.ts';

const files = {
  'app.properties': 'hash=MD5\n',
  'Hash.java':
    'class Hash { byte[] of(byte[] b) throws Exception { return MessageDigest.getInstance(p.getProperty("hash")).digest(b); } }\n',
  'token.sol':
    'contract Token is Base { function take() public { msg.sender.call{value: 1}(""); balance[msg.sender] = 0; } }\n',
  'base.sol': 'contract Base { mapping(address => uint) balance; }\n',
  'copy.c': '#include <string.h>\nvoid copy(char *from) { char to[4]; strcpy(to, from); }\n',
  'web.js':
    "app.get('/', (req, res) => res.send(require('crypto').createHash('md5').update(req.query.p).digest()));\n",
  'keys.py': "AWS = 'AKIAQ3EGPXCKUVVJ5KZT'\n",
};

// Their results are kept with the content of that file and of the settings, so they may depend on nothing else.
test('agents that inspect a file only read it and settings', async () => {
  const { files: indexed } = await analyzeFiles(entriesOf(files));
  let told = 0;
  for (const file of indexed) {
    const read = new Set<string>();
    const entries = entriesOf(files).map((entry) => ({
      ...entry,
      read: () => {
        read.add(entry.path);
        return entry.read();
      },
    }));
    const ids = agents.map(({ id }) => id);
    told += Object.keys(createInspector(ids, entries)(file)).length;
    expect([...read].filter((path) => path !== file.path && !isConfigurationPath(path))).toEqual([]);
  }
  expect(told).toBeGreaterThan(4);
});
