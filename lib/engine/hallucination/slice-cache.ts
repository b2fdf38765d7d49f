const size = 1024

/**
 * Remembers the words of a text, to be asked by the place of a word in it: most words of a text were seen before, and to cut each
 * out costs more than to look at its letters. It forgets: what is not in it may have been.
 */
export class SliceCache {
  readonly #words = new Array<string | undefined>(size)

  /** Whether the word that stands from `start` to `end` of a text was kept; `hash` is one for equal words. */
  has(text: string, start: number, end: number, hash: number): boolean {
    const word = this.#words[slotOf(hash)]
    if (word === undefined || word.length !== end - start) return false
    for (let at = 0; at < word.length; at++) if (word.charCodeAt(at) !== text.charCodeAt(start + at)) return false
    return true
  }

  keep(word: string, hash: number): void {
    this.#words[slotOf(hash)] = word
  }
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> 15)) & (size - 1)
}
