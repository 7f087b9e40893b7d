import { afterEach } from 'vitest';
import { type Door, type DoorOptions, openDoor } from './door.ts';

/** Returns a function that opens doors and closes them after each test of the file. */
export function keepDoors(): (options?: DoorOptions) => Promise<Door> {
  const opened: Door[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((door) => door.close()));
  });
  return async (options) => {
    const door = await openDoor(options);
    opened.push(door);
    return door;
  };
}
