import { Cursor as BaseCursor } from '../../frontend/cursor.ts';
import { SIGN, WORD } from '../../frontend/tokens.ts';

export { unreadable } from '../../frontend/cursor.ts';

const beginsPart = new Set(['function', 'modifier', 'event', 'contract', 'library', 'interface']);

/** A position among the tokens of a Solidity file. */
export class Cursor extends BaseCursor {
  /** Skips to the next `;` or block. */
  protected override passOver(close: string): void {
    let open = 0;
    for (let steps = 0; !this.isAtEnd; steps++) {
      const isSign = this.kind === SIGN;
      if (open === 0 && steps > 0 && this.kind === WORD && beginsPart.has(this.text)) return;
      if (isSign && open === 0 && this.is(close)) return;
      if (isSign && this.is('{')) open++;
      const closes = isSign && this.is('}');
      const isEnd = open === 0 && isSign && this.is(';');
      this.at++;
      if (isEnd || (closes && --open <= 0)) return;
    }
  }
}
