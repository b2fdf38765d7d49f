/** Traits of words, as bits. A text in which no word has a trait is not searched for the pattern that needs one. */
export const [MONTH, NUMBER_WORD] = [1, 2]
/** Of every expression of certainty, of every state that has an opposite, of every heading of a list of references, and of every denial. */
export const [CERTAINTY, STATE, LIST_HEADING, DENIAL] = [4, 8, 16, 32]
/** Of every calculation told in words, and of every name of tests. */
export const [CALCULATION, TESTS] = [64, 128]
/** Of every verb of a statement that gives a value. */
export const STATING = 256
/** Of every superlative in the widest sense. */
export const EXTREME = 512
/** Of every word for thousands or millions that figures leave out. */
export const SCALE = 1024
export const ALL_TRAITS = 2047

const traits: readonly (readonly [trait: number, words: RegExp])[] = [
  [
    CERTAINTY,
    /definitely|undoubtedly|undeniabl|inevitabl|doubt|question|indisputabl|certain|sure|accurate|reliable|guarantee|always|never|impossible|proven/,
  ],
  [
    STATE,
    /enabled|valid|possible|required|optional|safe|true|false|open|closed|synchronous|compatible|deterministic|mutable|correct|complete|successful|supported|disabled/,
  ],
  [LIST_HEADING, /references|sources|bibliography|citations|cited|footnotes|notes/],
  [DENIAL, /not|n't/],
  [CALCULATION, /sum|total|product|difference|ogether|^(?:up|plus|minus|times|multiplied|divided)$/],
  [TESTS, /test|suite/],
  [
    STATING,
    /^(?:is|are|was|were|has|have|had|came|comes|amounts)$|^(?:cost|weigh|measure|hold|contain|include|support|consist|comprise|take|took|require|use|employ|last|return|open|close|end|begin|began|die|charge|pay|run|ran|rise|climb|lie|date|span|cover|stand|stood|work|give|yield|deliver|produce|sell|belong|born|found|built|publish|release|establish|locate)/,
  ],
  [EXTREME, /most|least|main|worst|^(?!(?:manif|requ|t|inter|w|for|gu|cont|prot|harv|ch|r|n|qu|dig|arr)ests?$).*est/],
  [SCALE, /thousand|million|billion|mio|mrd|(?:^|eur|usd|gbp|chf|euros?|dollars?|pounds?|francs?)(?:m|mn|bn)s?$/],
]

const anyTrait = new RegExp(traits.map(([, words]) => words.source).join('|'))

/** Returns the traits that the letters of a word in lower case have: all but {@link MONTH} and {@link NUMBER_WORD}. */
export function traitsOf(lower: string): number {
  let found = 0
  if (anyTrait.test(lower)) for (const [trait, words] of traits) if (words.test(lower)) found |= trait
  return found
}
