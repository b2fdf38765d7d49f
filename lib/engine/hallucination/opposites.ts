import { stemOf } from './vocabulary'

/** A word of one side (`|`) excludes the words of the others, in the same place of a sentence. */
const groups = [
  'rise rose grow grew increase climb gain improve raise up|fall fell drop dropped decline decrease reduce shrink shrank worsen lower down',
  'add|drop dropped remove',
  'support favor favour back|oppose',
  'win won|lose lost',
  'gain profit|loss lose lost',
  'accept approve confirm|reject deny decline refuse',
  'acquit|convict',
  'allow permit|forbid forbidden prohibit',
  'enable activate|disable deactivate',
  'pass succeed success|fail failure',
  'open|close closed',
  'start begin|stop finish',
  'buy bought purchase|sell sold',
  'send sent|receive',
  'arrive arrival|depart departure',
  'import|export',
  'include|exclude',
  'before|after',
  'always|never',
  'all|none',
  'more|less fewer',
  'above|below',
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
  'male|female',
  'first|second|third|fourth|fifth|last',
  'doubled|tripled|halved|quadrupled',
  'daily|weekly|monthly|quarterly|yearly',
  'morning|afternoon|night',
  'spring|summer|autumn|winter',
  'hour|day|week|month|quarter|year',
  'january|february|april|june|july|august|september|october|november|december',
  'metre meter|foot feet|kilometre kilometer|mile|yard|inch',
  'monday|tuesday|wednesday|thursday|friday|saturday|sunday',
  'am|pm',
]

/** Each excludes the word without its first two letters. */
const negated =
  'illegal impossible inaccurate inactive incomplete incorrect ineffective insufficient invalid irregular unable unaffected unavailable uncertain unchanged unclear unknown unlikely unlimited unpaid unrelated unsafe unsuccessful unusual'

const opposites = new Map<string, Set<string>>()
for (const group of [...groups, ...negated.split(' ').map((word) => `${word}|${word.slice(2)}`)]) {
  const sides = group.split('|').map((side) => side.split(' ').map(stemOf))
  for (const side of sides)
    for (const key of side) {
      const known = opposites.get(key) ?? new Set()
      for (const other of sides) if (other !== side) for (const opposite of other) known.add(opposite)
      opposites.set(key, known)
    }
}

/** Returns the keys of words that cannot stand in place of a word with this key without changing the statement, or undefined. */
export function oppositesOf(key: string): ReadonlySet<string> | undefined {
  return opposites.get(key)
}
