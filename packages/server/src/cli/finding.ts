/** What doctor says of one part. */
export interface Finding {
  name: string;
  ok: boolean;
  detail: string;
}

/** A part is well, with what there is to tell of it, unless looking at it throws what is wrong. */
export async function look(name: string, find: () => Promise<string>): Promise<Finding> {
  try {
    return { name, ok: true, detail: await find() };
  } catch (error) {
    return { name, ok: false, detail: (error as Error).message.split('\n', 1).join() };
  }
}
