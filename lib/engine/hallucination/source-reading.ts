import { contextBefore } from '@/lib/engine/hallucination/number-context'
import { isEnglish, ordinaryWordsOf, wordsOf } from '@/lib/engine/hallucination/prose'
import { type NumberMention, numbersIn, numberWordsIn, sorted } from '@/lib/engine/hallucination/read-numbers'

const derivedValuesMax = 30

/**
 * What sources and tool results say, in the forms that claims are looked up in. Each form is made when it is first asked for,
 * and once for all the texts that are held against it.
 */
export interface SourceReading {
  /** In rising order: every number, in digits or words, and, where they are few, what two of them come to. */
  values: () => Float64Array
  /** The numbers by unit and the two words before them: `parcels the manifest`. */
  numbersByThing: () => ReadonlyMap<string, readonly NumberMention[]>
  /** Lower case. */
  words: () => ReadonlySet<string>
  /** Words that stand in lower case somewhere, so that a capital makes no name of them. */
  ordinaryWords: () => ReadonlySet<string>
  isEnglish: () => boolean
}

/** Reads a text of sources and tool results. */
export function readSources(text: string): SourceReading {
  const numbers = lazily(() => numbersIn(text))
  return {
    values: lazily(() => valuesIn(text, numbers())),
    numbersByThing: lazily(() => Map.groupBy(numbers(), ({ unit, start }) => `${unit} ${contextBefore(text, start)}`)),
    words: lazily(() => new Set(wordsOf(text))),
    ordinaryWords: lazily(() => new Set(ordinaryWordsOf(text))),
    isEnglish: lazily(() => isEnglish(text)),
  }
}

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function valuesIn(text: string, numbers: readonly NumberMention[]): Float64Array {
  const told = numbers.map(({ value }) => value)
  const derivable = told.length <= derivedValuesMax ? derived(told) : []
  return sorted([told, digitsIn(text), numberWordsIn(text), derivable].flat())
}

/** Every run of digits, also those within dates, times and names. */
function digitsIn(text: string): number[] {
  return (text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number)
}

/** Sums, differences, products and shares of two numbers of the source. */
function derived(values: readonly number[]): number[] {
  return values.flatMap((left, index) =>
    values.slice(index + 1).flatMap((right) => {
      const low = Math.min(left, right)
      const high = Math.max(left, right)
      const shares = low > 0 ? [low / high, (high - low) / low, (high - low) / high] : []
      return [left + right, high - low, left * right, ...shares]
    }),
  )
}
