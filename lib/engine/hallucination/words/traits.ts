import { superlatives } from './turning'

/** Traits of words, as bits. A text in which no word has a trait is not searched for the pattern that needs one. */
export const MONTH = 1
export const NUMBER_WORD = 2
/** Of every expression of certainty, of every state that has an opposite, of every heading of a list of references, and of every denial. */
export const CERTAINTY = 4
export const STATE = 8
export const LIST_HEADING = 16
export const DENIAL = 32
/** Of every calculation told in words. */
export const CALCULATION = 64
/** Of every name of tests, and of every part or multiple: "half", "doubled". */
export const [TESTS, PART] = [128, 256]
/** Of every word that tells of a total, a difference or a percentage, and of every superlative. */
export const [RESULT, SUPERLATIVE] = [512, 1024]
/** Of every verb of a statement that gives a value, and of every word for what someone says. */
export const STATING = 2048
export const SAYING = 4096
/** Of every word that joins a cause to its effect; of every one that orders two events, or names a day of the week. */
export const [CAUSE, ORDER] = [8192, 16_384]
/** Of every verb of a contest, every word that orders two steps, and every verb of a change, or of an end. */
export const [WINNING, SEQUENCE, CHANGE, ENDING] = [1 << 15, 1 << 16, 1 << 17, 1 << 18]
/** Of every superlative in the widest sense, and of every word for a place in a row: "the second". */
export const [EXTREME, ORDINAL] = [1 << 19, 1 << 20]
/** Of every word that tells of a duty or a need, of something done, or of an office; "from", "only" and "by". */
export const [DUTY, DONE, OFFICE, FROM, ONLY, BY] = [1 << 21, 1 << 22, 1 << 23, 1 << 24, 1 << 25, 1 << 26]
/** Of every word for thousands or millions that figures leave out. */
export const SCALE = 1 << 27
/** Of every word that may stand before a place. */
export const AT = 1 << 28
export const ALL_TRAITS = (1 << 29) - 1

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
    RESULT,
    /total|ogether|combined|sum|\ball\b|\badd|\bthan\b|difference|cent\b|^(?:gained|shed|won|lost|leads?|led|grew|grown|rose|risen|fell|fallen|dropped|declined|shrank|increased|decreased|climbed)$/,
  ],
  [SUPERLATIVE, new RegExp(`^(?:${superlatives})\\b`)],
  [
    STATING,
    /^(?:is|are|was|were|has|have|had|came|comes|amounts)$|^(?:cost|weigh|measure|hold|contain|include|support|consist|comprise|take|took|require|use|employ|last|return|open|close|end|begin|began|die|charge|pay|run|ran|rise|climb|lie|date|span|cover|stand|stood|work|give|yield|deliver|produce|sell|belong|born|found|built|publish|release|establish|locate)/,
  ],
  [
    SAYING,
    /said|says|told|tells|state|wrote|writes|explain|add|claim|argue|note|announced|asked|replied|answered|declared|insisted|recalled|warned|remark|commented|observed|according|words|put/,
  ],
  [CAUSE, /^(?:led|leads|caus\w+|because|due|owing|result\w*|brought|trigger\w*)$/],
  [ORDER, /efore|fter|^than\b|[nsiru]day/],
  [WINNING, /beat|defeat|^win|^won|^los/],
  [SEQUENCE, /efore|fter|^then$/],
  [CHANGE, /\b(?:ris|ros|gr[oe]w|increas|climb|fall|fell|drop|decreas|declin|shrank|shrink|improv|worsen|deteriorat)/],
  [ENDING, /\b(?:pass|succe|finish|complet|fail|end)/],
  [EXTREME, /most|least|main|worst|^(?!(?:manif|requ|t|inter|w|for|gu|cont|prot|harv|ch|r|n|qu|dig|arr)ests?$).*est/],
  [ORDINAL, /^(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last)/],
  [DUTY, /(?:must|have|has|needs?|require[sd]?|obliged|eed|without)$|eedn/],
  [DONE, /(?:has|have|had|was|were|been|already|finished|completed)$/],
  [OFFICE, /^(?:is|was|leads|led|heads|headed|chairs|chaired|directs|directed|manages|managed)$/],
  [FROM, /^from$/],
  [ONLY, /only$/],
  [BY, /^by$/],
  [AT, /^(?:in|on|at|under|behind|above|below|beside|opposite|inside|outside|near|next)$/],
  [SCALE, /thousand|million|billion|mio|mrd|(?:^|eur|usd|gbp|chf|euros?|dollars?|pounds?|francs?)(?:m|mn|bn)s?$/],
  [PART, /half|halv|third|quarter|fifth|sixth|eighth|tenth|twice|doubl|tripl|trebl|quadrupl/],
]

const anyTrait = new RegExp(traits.map(([, words]) => words.source).join('|'))

/** Returns the traits that the letters of a word in lower case have: all but {@link MONTH} and {@link NUMBER_WORD}. */
export function traitsOf(lower: string): number {
  let found = 0
  if (anyTrait.test(lower)) for (const [trait, words] of traits) if (words.test(lower)) found |= trait
  return found
}
