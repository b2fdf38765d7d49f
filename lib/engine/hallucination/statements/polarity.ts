import { lazily } from '../../lazily'
import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { isFunctionWord, stemOf } from '../text/stems'
import { POLAR } from '../words/turning'
import { tokensBefore } from './context'
import type { Conflict } from './elsewhere'
import { isStructured } from './misplaced-names'
import { turningIn } from './turning-words'

/**
 * Ways to affirm or deny without "not", each with the statement that it affirms (true) or denies. "Consent" stands for being willing, which
 * says nothing of what was done.
 */
const wordings: readonly (readonly [words: RegExp, plain: string, isAffirmed: boolean])[] = [
  [/\b(?:fail(?:s|ed)? to|(?:is|are|was|were) unable to|could ?n[o']t|can ?n[o']t|cannot|could not)\b/, '', false],
  [/\b(?:manage[sd]? to|succeed(?:s|ed)? in|(?:is|are|was|were) able to)\b/, '', true],
  [/\b(?:wouldn['’]t|would not)\b/, 'consent', false],
  [/\b(?:no longer|not (.{1,40}?) any ?more|not (.{1,40}?) any longer)\b/, '$1$2', false],
  [/\b(?:has|have|had)? ?(?:stopped|ceased|quit) (?:to )?/, '', false],
  [
    /\b(?:declined|declines|refused|refuses|(?:is|are|was|were) unwilling|(?:is|are|was|were) not willing) to\b/,
    'consent',
    false,
  ],
  [/\b(?:agreed|agrees|consented|consents|(?:is|are|was|were) (?:willing|happy|ready)) to\b/, 'consent', true],
  [
    /\b(?:rejected|rejects|refused|refuses|declined|declines|turned down|turns down|voted down|threw out)\b/,
    'accept',
    false,
  ],
  [/\b(?:accepted|accepts|approved|approves|agreed to|passed|backed)\b/, 'accept', true],
  [/\b(?:votes?|voted|voting) (?:for|in favou?r of)\b|\bsupport(?:s|ed)?\b/, 'support', true],
  [/\b(?:votes?|voted|voting) against\b|\bopposed?s?\b/, 'support', false],
  [/\b(?:overturned|reversed|quashed|struck down|set aside)\b/, 'uphold', false],
  [/\b(?:upheld|upholds|confirmed|confirms|affirmed)\b/, 'uphold', true],
  [/\b(?:ruled out|rules out|disproved|refuted)\b/, 'uphold', false],
  [/\b(?:called off|cancelled|canceled|scrapped|abandoned)\b/, 'happen', false],
  [/\b(?:took place|takes place|went ahead|goes ahead|was held|were held|happened|will take place)\b/, 'happen', true],
  [/\bgo ahead|take place|be held\b/, 'happen', true],
  [/\b(?:banned|barred|forbidden|prohibited|excluded)(?: from)?\b/, 'allow', false],
  [/\b(?:allowed|permitted|welcome)(?: (?:in|into|to come into|to enter|to use))?\b/, 'allow', true],
  [
    /\b(?:may|must)(?= not (?:come into|enter|use|go into)\b)|\bmay (?=(?:come into|enter|use|go into)\b)/,
    'allow',
    true,
  ],
  [/(?<=\ballow .*)\b(?:come into|enter|use|go into)\b/, '', true],
  [/\b(?:without(?: any)?|lack(?:s|ed|ing)?|free of)\b/, '', false],
  [/\b(?:on time|in time|punctual(?:ly)?|as planned)\b/, 'punctual', true],
  [/\b(?:late|too late|delayed|behind schedule)\b/, 'punctual', false],
  [/\b(?:(?:is|are|was|were) absent from|missed|stayed away from|skipped)\b/, 'attend', false],
  [/\b(?:attended|attends|(?:is|are|was|were) present at|took part in)\b/, 'attend', true],
  [/\b(?:is|are|was|were) (?:missing|lacking|unavailable)\b/, '', false],
  [/\b(?:closed|shut)\b/, 'open', false],
  [/\b(?:optional|voluntary|unnecessary)\b/, 'require', false],
  [/\b(?:mandatory|compulsory|obligatory|necessary|needed|required)\b/, 'require', true],
  [/\b(?:sold|charged|billed|priced|paid) separately\b/, 'include', false],
  [/\b(?:is|are|was|were) included\b/, 'include', true],
  [/\b(?:prevents?|prevented|averts?|averted)\b/, 'prevent', true],
  [/\b(?:still to be|yet to be|remains? to be)\b/, '', false],
  [/\bremain(?:s|ed)? (?=un)/, '', true],
  [
    /\bun(paid|sold|solved|resolved|finished|opened|changed|answered|confirmed|signed|read|tested|damaged|insured|used|known|published|approved|affected|available|able|harmed|injured|hurt|locked|occupied)\b/,
    '$1',
    false,
  ],
  [/\bsold out\b/, 'available', false],
  [/\bdisabled\b|\b(?:is|are|was|were) (?:turned |switched )?off\b/, 'enable', false],
  [/\benabled\b|\b(?:is|are|was|were) (?:turned |switched )?on(?= by default|$)/, 'enable', true],
  [/\b(?:pays?|costs?)\b/, 'pay', true],
  [
    /\b(?:enters?|gets? in|goes? in|travels?|rides?|(?:is|are)(?: \p{Ll}+)?) (?:for )?free(?: of charge)?\b(?! (?:to|from|of))/u,
    'pay',
    false,
  ],
  [/\b(?:made it to|makes it to)\b/, 'reach', true],
  [
    /(?<=\b(?:appeal|claim|case|motion|complaint|lawsuit|petition)\b.*)\b(?:was|were) (?:dismissed|unsuccessful)\b/,
    'succeed',
    false,
  ],
  [
    /(?<=\b(?:appeal|claim|case|motion|complaint|lawsuit|petition)\b.*)\b(?:(?:was|were) (?:successful|upheld)|succeeded)\b/,
    'succeed',
    true,
  ],
  [/\b(?:prove[sdn]?|show(?:s|ed|n)?|demonstrate[sd]?|establish(?:es|ed)?)\b(?= that\b)/, 'show', true],
]
/** What leaves out what it denies or affirms: ", others cannot", "and the other is". */
const [with_, without] = [/\bwith\b/, /\bwithout\b/]
const cutShort = /,[^,]*(?:\bnot|\bcannot|n['’]t)$|\band [^,]*\b(?:is|are|was|were|do|does|did|can|will|has|have)$/
const negation = /\b(?:not|never|no|none of|nobody|nothing|neither|nor)\b|n['’]t\b/g
/** What makes a statement a condition, a wish or one of several, or tells it of another time. */
const open =
  /[?:;"“”()]|^one\b|\b(?:if|unless|until|except|may|might|should|would|only|just|all|every|always|yet|since|before|after|by (?:then|now|the end|\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)\w*|because|although|though|but|while|when|however|instead|than|more|less|most|least|or|rather|against|once|first|later|then|again|whether|hop(?:e[sd]?|ing)|plan(?:s|ned|ning)?|want(?:s|ed)?|expect(?:s|ed)?|likely|probably|perhaps|almost|nearly|hardly|barely|often|sometimes|rarely|usually|(?:copy|replica|imitation|reproduction) of)\b/i
/** Forms of verbs that are other words, too. */
const irregular = new Map(
  'saw see;seen see;heard hear;felt feel;left leave;found find;slept sleep;ate eat;eaten eat;fought fight;hid hide;hidden hide;forgot forget;forgotten forget;understood understand'
    .split(';')
    .map((pair) => pair.split(' ') as [string, string]),
)
/** Words without a meaning of their own beside a verb. */
const idle =
  /^(?:still|already|any|anymor|both|ther|com|come|serv|safely|safe|is|remain|several|numerou|multipl|peopl|someon|somebody)$/
/** How much there is said to be of what the sources deny: "two injuries", "pay 8 euros". A number in digits may be a name. */
const amount = /^(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelv|dozen|hundr|thousand)$/
const price = /^(?:[\d.,]+|euro|dollar|pound)$/
/** What a sentence may add to that of a source on the whole event: "during the incident". */
const meanwhile = / during (?:the|this) [\p{L}-]+(?=[.!]?\s*$)/u
const [ended, past] = [/\bno longer\b|\bany ?(?:more|longer)\b/i, /\b(?:was|were|had|used to)\b/i]
/** Words of a plain sentence, those that tell something, and those that only the source has. */
const [wordsMax, contentMin, extraMax] = [16, 2, 3]
/** Sentences before one of the sources that tell what it is about. */
const contextMax = 2

interface Plain {
  /** The words in their order. */
  words: ReadonlySet<string>
  isAffirmed: boolean
  isPassive: boolean
}

const passive = /\b(?:is|are|was|were|been|be|being)\b(?: \p{Ll}+)? \p{Ll}+(?:ed|en|wn|ld|ght|id|de|pt|nt)\b/u

/** Reads a short plain sentence as what it says and whether it affirms it; null for a condition, a list, or what has another scope. */
export function plainOf(text: string): Plain | null {
  let said = text.toLowerCase().replace(/[.!]+\s*$/, '')
  // "Mr Lee, not Ms Ono, signed it" denies one of two.
  if (said.split(' ').length > wordsMax || said.includes('\n') || said.includes(', not ') || cutShort.test(said))
    return null
  // "With a key there are 100, those without have 10."
  if (with_.test(said) && without.test(said)) return null
  let isAffirmed = true
  const note = (isOne: boolean) => {
    if (!isOne) isAffirmed = !isAffirmed
  }
  const told = new Set<string>()
  for (const [words, plain, isOne] of wordings)
    if (words.test(said)) {
      // "Was delayed and did not arrive on time" says one thing twice, "One is closed, the other open" both.
      if (plain !== '' && (told.has(plain) || (!isOne && said.split(' ').includes(plain)))) return null
      told.add(plain)
      said = said.replace(words, ` ${plain} `)
      note(isOne)
    }
  // Those over 18 are others than those under it.
  said = said.replace(/\b(over|under|above|below) (?!the\b|an?\b)/g, '$1-')
  said = said.replace(/\b(no|not) (\p{Ll}+) (?:and|or) \1\b/gu, '$1 $2 and')
  // "Theft is not covered, and neither is fire" denies both once.
  said = said.replace(
    /(?<=(?:\bnot|n['’]t)\b.*),? (?:and )?(?:neither|nor) (?=(?:is|are|was|were|do|does|did|can)\b)/,
    ' ',
  )
  const neither = /\bneither\b.*\bnor\b/.test(said)
  if (open.test(said)) return null
  const denials = said.match(negation)?.length ?? 0
  for (let count = neither ? denials - 1 : denials; count > 0; count--) note(false)
  const all = said.replace(negation, ' ').match(/[\p{L}\d][\p{L}\d'’-]*/gu) ?? []
  const words = new Set(
    all.map((word) => irregular.get(word) ?? stemOf(word)).filter((word) => !isFunctionWord(word) && !idle.test(word)),
  )
  return words.size >= contentMin ? { words, isAffirmed, isPassive: passive.test(text) } : null
}

/**
 * Finds a statement that the sources deny, or a denial of what they state, in other words: "The pilot landed" where the pilot failed to land. One
 * has all words of the other, and no sentence of the sources agrees.
 */
export function deniedOtherwise(
  sentence: ReadSentence,
  places: readonly number[],
  index: SourceIndex,
  isPolar: boolean,
): Conflict | null {
  if (sentence.to - sentence.from > wordsMax) return null
  const short = places.filter((place) => index.lengthOf(place) <= wordsMax)
  if (short.length === 0) return null
  const candidates = short
    .map((place) => index.sentence(place))
    .filter((source) => (isPolar || (turningIn(source) & POLAR) !== 0) && !isStructured(source.text))
    // What was so may be so no longer.
    .filter((source) => !(ended.test(sentence.text) && past.test(source.text)))
  const own = candidates.length > 0 ? plainOf(sentence.text) : null
  if (!own) return null
  const briefly = plainOf(sentence.text.replace(meanwhile, '')) ?? own
  const contextOf = (source: SourceSentence) =>
    lazily(() => new Set(tokensBefore(source, index, contextMax).map(({ term }) => term.key)))
  let found: SourceSentence | null = null
  for (const source of candidates)
    for (const theirs of plainSource(source)) {
      if (!isSaidIn(source.text.includes('during') ? own : briefly, theirs, contextOf(source))) continue
      if (theirs.isAffirmed === own.isAffirmed) return null
      // Who agrees to do something may not have done it.
      if (theirs.words.has('consent') && !own.words.has('consent') && theirs.isAffirmed) continue
      if (source.isStatement()) found ??= source
    }
  const tokens = found ? sentence.tokens() : []
  const [from, to] = [tokens[0], tokens.at(-1)]
  if (!found || !from || !to) return null
  return { type: 'source_contradiction', from, to, says: 'The source says otherwise:', source: found }
}

/** Each sentence of the sources is read once, for all that are compared with it. */
const read = new WeakMap<SourceSentence, readonly Plain[]>()

/** Where a sentence goes on with another statement. */
const partition =
  /;\s|, (?=\p{Ll}+ (?:can|may|must|do|does) )|, (?=(?:the|its|their|our) (?:\p{Ll}+ )?\p{Ll}+ (?:is|are|was|were|has|have|can|must|may|will|\p{Ll}+s)\b)|, (?=the (?:ones?|others?|rest)\b)| and (?=(?:can|may|must|will) )|, (?=(?:citing|saying|arguing|adding|noting) )|,? and (?=no \p{Ll}+ (?:is|are|was|were|ha[sd]|have)\b)|, and (?=no\b)/u

/** What each part of a sentence says. */
function plainSource(source: SourceSentence): readonly Plain[] {
  let known = read.get(source)
  if (!known) {
    known = source.text.split(partition).flatMap((part) => plainOf(part) ?? [])
    read.set(source, known)
  }
  return known
}

/**
 * Whether the source has all words, and few more, and the same subject: what more it says may be another statement. Words that it lacks may stand in
 * the sentences before it.
 */
function isSaidIn(
  { words, isPassive, isAffirmed }: Plain,
  { words: theirs, isPassive: isTurned, isAffirmed: isAny }: Plain,
  context: () => ReadonlySet<string>,
): boolean {
  const isOfNone = isAffirmed && !isAny
  const isAmount = (word: string) => isOfNone && (amount.test(word) || (words.has('pay') && price.test(word)))
  const said = [...words].filter((word) => theirs.has(word) || !isAmount(word))
  const missing = said.filter((word) => !theirs.has(word) && word !== 'consent')
  const shared = [...words].filter((word) => theirs.has(word))
  // What is told of it stands in the sentence itself.
  if (missing.length > 0 && missing.at(-1) === said.at(-1) && !theirs.has('consent')) return false
  if (missing.length > 0 && (shared.length < contentMin || !missing.every((word) => context().has(word)))) return false
  if (theirs.size - shared.length > extraMax) return false
  const [subject] = said
  return isPassive !== isTurned || [...theirs].find((word) => words.has(word)) === subject
}
