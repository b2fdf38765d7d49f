const size = 1024

/**
 * Remembers what was found for words, to be asked by the place of a word in a text: most words of a text were seen before it,
 * and to cut each out costs more than to look at its letters. It forgets: what is not in it may have been.
 */
export class SliceCache<T> {
  readonly #words = new Array<string | undefined>(size)
  readonly #found = new Array<T | undefined>(size)

  /** What was kept for the word that stands from `start` to `end` of a text. */
  at(text: string, start: number, end: number): T | undefined {
    const slot = slotOf(text, start, end)
    const word = this.#words[slot]
    if (word === undefined || word.length !== end - start) return undefined
    for (let at = 0; at < word.length; at++) if (word.charCodeAt(at) !== text.charCodeAt(start + at)) return undefined
    return this.#found[slot]
  }

  keep(word: string, found: T): void {
    const slot = slotOf(word, 0, word.length)
    this.#words[slot] = word
    this.#found[slot] = found
  }
}

function slotOf(text: string, start: number, end: number): number {
  let hash = end - start
  for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
  return (hash ^ (hash >>> 15)) & (size - 1)
}
