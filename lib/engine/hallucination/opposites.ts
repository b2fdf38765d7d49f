import { stemOf } from './vocabulary'

/** A word of one side (`|`) excludes the words of the others, in the same place of a sentence. */
const groups = [
  'rise rose grow grew increase climb gain improve|fall fell drop dropped decline decrease reduce shrink shrank worsen',
  'win won|lose lost',
  'gain profit|loss lose lost',
  'accept approve confirm|reject deny decline refuse',
  'allow permit|forbid prohibit',
  'enable activate|disable deactivate',
  'pass succeed success|fail failure',
  'open|close closed',
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
  'possible|impossible',
  'legal|illegal',
  'valid|invalid',
  'active|inactive',
  'alive|dead',
  'male|female',
  'first|second|third|fourth|fifth|last',
  'doubled|tripled|halved|quadrupled',
  'daily|weekly|monthly|quarterly|yearly',
  'morning|afternoon|night',
  'spring|summer|autumn|winter',
  'monday|tuesday|wednesday|thursday|friday|saturday|sunday',
  'am|pm',
]

const opposites = new Map<string, Set<string>>()
for (const group of groups) {
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
