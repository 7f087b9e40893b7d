/** What `doctor` says about one part. */
export interface Finding {
  name: string;
  ok: boolean;
  detail: string;
}

/** Runs a check. The part is well unless the check throws; the error says what is wrong. */
export async function look(name: string, find: () => Promise<string>): Promise<Finding> {
  try {
    return { name, ok: true, detail: await find() };
  } catch (error) {
    return { name, ok: false, detail: (error as Error).message.split('\n', 1).join() };
  }
}
