import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { required } from '../../src/kit/required.ts';
import { signDelivery } from '../../src/kit/signing/index.ts';

export type Language = 'js' | 'python' | 'go' | 'java';

const run = promisify(execFile);
const SECRET = 'of the guide';
const BODY = '{"event":"order.created","data":{"name":"Zoë"}}';

/**
 * For each language, the code around the guide's function with which it checks pairs of body and header from its
 * arguments.
 */
const programs: Record<Language, { file: string; command: string[]; around(code: string): string }> = {
  js: {
    file: 'judge.mjs',
    command: [process.execPath],
    around: (code) =>
      `${code}\nconst given = process.argv.slice(2);\nwhile (given.length) console.log(isGenuine('${SECRET}', ...given.splice(0, 2)));\n`,
  },
  python: {
    file: 'judge.py',
    command: ['python3'],
    around: (code) =>
      `${code}\nimport sys\nfor i in range(1, len(sys.argv), 2):\n    print(str(is_genuine("${SECRET}", sys.argv[i].encode(), sys.argv[i + 1])).lower())\n`,
  },
  go: {
    file: 'judge.go',
    command: ['go', 'run'],
    around: (code) =>
      `package main\n\nimport (\n\t"crypto/hmac"\n\t"crypto/sha256"\n\t"encoding/hex"\n\t"fmt"\n\t"os"\n)\n\n${code}\nfunc main() {\n\tfor i := 1; i < len(os.Args); i += 2 {\n\t\tfmt.Println(isGenuine("${SECRET}", []byte(os.Args[i]), os.Args[i+1]))\n\t}\n}\n`,
  },
  java: {
    file: 'Judge.java',
    command: ['java'],
    around: (code) =>
      `import static java.nio.charset.StandardCharsets.UTF_8;\nimport java.security.*;\nimport java.util.HexFormat;\nimport javax.crypto.Mac;\nimport javax.crypto.spec.SecretKeySpec;\n\nclass Judge {\n${code}\n  public static void main(String[] given) throws Exception {\n    for (int i = 0; i < given.length; i += 2) {\n      System.out.println(isGenuine("${SECRET}", given[i].getBytes(UTF_8), given[i + 1]));\n    }\n  }\n}\n`,
  },
};

export function hasProgram(language: Language): boolean {
  const [program] = programs[language].command;
  return spawnSync(required(program, 'program'), [language === 'go' ? 'version' : '--version']).status === 0;
}

/** The results of the guide's function for a genuine delivery, a changed body, a wrong header and a missing one. */
export async function judgeWith(language: Language, code: string, folder: string): Promise<string[]> {
  const { file, command, around } = programs[language];
  writeFileSync(join(folder, file), around(code));
  const signed = signDelivery({
    secrets: [SECRET],
    id: 'dlv_1',
    timestampSeconds: 1_800_000_000,
    body: BODY,
  });
  const genuine = required(signed['x-signature'], 'one of signed');
  const cases = [BODY, genuine, `${BODY} `, genuine, BODY, `sha256=${'0'.repeat(64)}`, BODY, ''];
  const [program, ...args] = command;
  const env = { ...process.env, GO111MODULE: 'off' };
  const { stdout } = await run(required(program, 'program'), [...args, join(folder, file), ...cases], {
    env,
  });
  return stdout.trim().split('\n');
}
