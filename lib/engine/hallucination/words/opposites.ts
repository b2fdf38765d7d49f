import { unitOf } from '../numbers/units'
import { stemOf } from '../text/stems'

/** A word of one side (`|`) excludes the words of the others, in the same place of a sentence. */
const groups = [
  'rise rose grow grew increase climb gain improve raise up|fall fell drop dropped decline decrease reduce shrink shrank worsen lower down cut',
  'add|drop dropped remove',
  'support favor favour back|oppose',
  'win won|lose lost',
  'beat beaten|lose lost',
  'gain profit|loss lose lost',
  'accept approve confirm grant uphold upheld|reject deny decline refuse dismiss',
  'acquit|convict',
  'allow permit welcome|forbid forbidden prohibit ban banned',
  'praise commend|criticise criticize condemn',
  'outperform|underperform',
  'lift|issue impose',
  'keep kept maintain confirm reaffirm|raise|lower cut|withdraw withdrew withdrawn',
  'keep kept retain preserve|lose lost',
  'confirm|deny',
  'admit|deny',
  'build|demolish',
  'install|uninstall remove',
  'encourage|discourage',
  'expand|contract',
  'accelerate|decelerate slow',
  'deteriorate worsen|improve recover',
  'promote|demote',
  'attach|detach',
  'tighten|loosen',
  'heat|cool',
  'freeze|thaw melt',
  'domestic|foreign',
  'rural|urban',
  'clean|dirty',
  'thick|thin',
  'deep|shallow',
  'direct|indirect',
  'active|passive',
  'single|double|triple',
  'listed|unlisted',
  'damaged|undamaged',
  'enable activate|disable deactivate',
  'pass succeed success|fail failure',
  'open|close closed shut',
  'start begin|stop finish',
  'continue|stop discontinue',
  'buy bought purchase acquire|sell sold',
  'send sent|receive',
  'arrive arrival|depart departure',
  'import|export',
  'include|exclude',
  'before|after',
  'ahead|behind',
  'always|never',
  'more|less fewer',
  'above over|below under',
  'with|without',
  'inside|outside',
  'higher|lower',
  'high|low',
  'most|least',
  'highest|lowest',
  'larger bigger|smaller',
  'largest biggest|smallest',
  'best|worst',
  'early earlier|late later',
  'earliest|latest',
  'older|younger',
  'oldest|youngest',
  'maximum|minimum',
  'north|south|east|west',
  'northern|southern|eastern|western',
  'internal|external',
  'public|private',
  'mandatory required compulsory|optional voluntary',
  'must|may',
  'alive|dead',
  'faster|slower',
  'fast quick|slow',
  'fastest|slowest',
  'longer|shorter',
  'longest|shortest',
  'wider|narrower',
  'widen broaden|narrow',
  'heavier|lighter',
  'heaviest|lightest',
  'warmer hotter|cooler colder',
  'warmest hottest|coolest coldest',
  'hot warm|cold cool',
  'wet|dry',
  'stronger|weaker',
  'strongest|weakest',
  'strong|weak',
  'strengthen|weaken ease',
  'cheaper|dearer',
  'cheapest|dearest',
  'cheap|expensive',
  'louder|quieter',
  'loudest|quietest',
  'easier|harder',
  'easy|difficult',
  'better|worse',
  'richer|poorer',
  'newer|older',
  'newest|oldest',
  'left|right',
  'front|rear behind',
  'upper|lower',
  'upstairs|downstairs',
  'upstream|downstream',
  'uphill|downhill',
  'indoor|outdoor',
  'manual|automatic',
  'manually|automatically',
  'full complete total|partial',
  'fully completely|partly partially',
  'mild|severe serious',
  'major|minor',
  'temporary|permanent',
  'positive|negative',
  'majority|minority',
  'guilty|innocent',
  'succeed|fail',
  'introduce|abolish discontinue',
  'extend lengthen|shorten',
  'widow wife|husband',
  'mother|father',
  'daughter|son',
  'sister|brother',
  'weekend|weekday',
  'horizontal|vertical',
  'normal|abnormal',
  'odd|even',
  'clockwise|counterclockwise',
  'incoming|outgoing',
  'inbound|outbound',
  'upload|download',
  'online|offline',
  'full-time|part-time',
  'encrypt|decrypt',
  'lock|unlock',
  'connect|disconnect',
  'borrow|lend',
  'hire|dismiss',
  'appear|disappear',
  'agree|disagree',
  'profit|deficit',
  'male|female',
  'first|second|third|fourth|fifth|last',
  'once|twice|thrice',
  'hourly|daily|weekly|monthly|quarterly|yearly annually',
  'morning|afternoon|evening|night',
  'midnight|noon midday',
  'spring|summer|autumn|winter',
  'black|white|red|blue|green|yellow|brown|grey|orange|pink',
  'minute|hour|day|week|month|quarter|year',
  'january|february|april|may!|june|july|august|september|october|november|december',
  'metre meter|foot feet|kilometre kilometer|mile|yard|inch',
  'monday|tuesday|wednesday|thursday|friday|saturday|sunday',
  'am|pm',
]

/** Each excludes the word without its first two letters. */
const negated =
  'illegal impossible inaccurate inactive incomplete incorrect ineffective insufficient invalid irregular unable unaffected unapproved unassigned unavailable uncertain unchanged unclear unconfirmed uninsured unknown unlikely unlimited unpaid unpublished unread unrelated unresolved unsafe unsigned unsuccessful unusual unverified'

/** The sides a word is on, each by a number of its own. */
const sides = new Map<string, number[]>()
/** More than any group has. */
const sidesMax = 16
const opposites = new Map<string, Set<string>>()
for (const [place, group] of [...groups, ...negated.split(' ').map((word) => `${word}|${word.slice(2)}`)].entries()) {
  const members = group.split('|').map((side) => side.split(' ').map(stemOf))
  for (const [side, keys] of members.entries())
    for (const key of keys) {
      sides.set(key, [...(sides.get(key) ?? []), place * sidesMax + side])
      const known = opposites.get(key) ?? new Set()
      for (const other of members) if (other !== keys) for (const opposite of other) known.add(opposite)
      opposites.set(key, known)
    }
}

/** Returns the keys of words that cannot stand in place of a word with this key without changing the statement, or undefined. */
export function oppositesOf(key: string): ReadonlySet<string> | undefined {
  return opposites.get(key)
}

/** Whether two words are on one side of a group: "rise" and "grow". */
export function areAlike(one: string, other: string): boolean {
  if (one === other) return true
  const own = sides.get(one)
  const others = sides.get(other)
  return own !== undefined && others !== undefined && own.some((side) => others.includes(side))
}

const prefixed = /^(?:un|in|im|ir|il|dis|non)(.{4,}(?:abl|ibl|al|iv|ent|ant|ar|ous|plet|rect|at|act|ed))$/

/** Whether two words exclude each other, by a group or by a negative prefix: "reversible" and "irreversible". */
export function areOpposite(one: string, other: string): boolean {
  if (opposites.get(one)?.has(other)) return !areAlike(one, other)
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return prefixed.exec(long)?.[1] === short
}

/** Opposite for one and the same event: who won against whom, and who lost. */
const converse = new Set(
  'win won beat beaten lose lost buy bought purchase acquire sell sold send sent receive borrow lend'
    .split(' ')
    .map(stemOf),
)

/** Whether two opposites may tell of one event from both sides. */
export function areConverse(one: string, other: string): boolean {
  return converse.has(one) && converse.has(other)
}

const adjective = /.{4,}(?:abl|ibl|al|iv|ent|ant|ar|ous|plet|rect|at|act|ed)$/

/** Whether a word with this key may have an opposite. Units have their own check. */
export function mayBeOpposite(key: string): boolean {
  return (opposites.has(key) && unitOf(key) === null) || adjective.test(key)
}
