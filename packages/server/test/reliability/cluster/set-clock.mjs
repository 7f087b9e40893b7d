// Loaded before the service on a host with a wrong clock: the time of day in JavaScript is off by the milliseconds in
// the file CLOCK_OFFSET_FILE, which may change at any time. Time spans are not changed, as on a machine whose clock is
// set. Programs that are not JavaScript, such as the embedded chain, use the machine's clock.
import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 100;
const TrueDate = Date;
let offsetMs = 0;

function look() {
  offsetMs = Number(readFileSync(process.env.CLOCK_OFFSET_FILE, 'utf8')) || 0;
}

class ShiftedDate extends TrueDate {
  constructor(...args) {
    if (args.length === 0) super(ShiftedDate.now());
    else super(...args);
  }

  static now() {
    return TrueDate.now() + offsetMs;
  }
}

if (process.env.CLOCK_OFFSET_FILE !== undefined) {
  look();
  setInterval(look, LOOK_EVERY_MS).unref();
  globalThis.Date = ShiftedDate;
}
