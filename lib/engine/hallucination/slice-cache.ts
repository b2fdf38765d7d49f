const size = 1024

/**
 * Cache of the words of a text, looked up by position, because comparing letters is cheaper than slicing a word out and most words were
 * seen before. Entries are overwritten: a missing word may have been seen.
 */
export class SliceCache {
  readonly #words = new Array<string | undefined>(size)

  /** Whether the word from `start` to `end` of a text is cached; equal words must have equal `hash`. */
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
