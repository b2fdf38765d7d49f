import { stemOf } from '../text/stems'

/** What a word may do to a statement: deny it, tell of how many it holds, bound its value, or tell what the value is for. As bits. */
export const [POLAR, MANY, BOUND, SCOPE] = [1, 2, 4, 8]

/** The words that turn a statement into another, by what they do. */
const turningWords: readonly (readonly [bit: number, words: string])[] = [
  [
    POLAR,
    'not never no non none nobody nothing neither nor fail unable longer stop cease quit decline refuse unwilling reject turn overturn reverse quash strike rule disprove refute call cancel canceled cancelled scrap abandon ban bar forbid forbidden prohibit exclude without lack free late delay behind absent miss stay skip close shut optional voluntary unnecessary still yet remain unpaid unsold unsolved unresolved unfinished unopened unchanged unanswered unconfirmed unsigned unread untested undamaged uninsured unused unknown unpublished unapproved unaffected unavailable unharmed uninjured unhurt unlocked unoccupied separately instead rather sold banned barred struck scrapped skipped forbade stopped quashed dismissed unsuccessful against oppose opposed disabled off',
  ],
  [MANY, 'all every most some several few half none no any almost nearly hardly'],
  [BOUND, 'least most minimum maximum fewer less more up over under'],
  [
    SCOPE,
    'per each every gross net before after pre include including inclusive exclude excluding exclusive with without plus way return round single double twin triple hourly daily weekly monthly quarterly yearly annual annually full part adult child children wholesale retail minimum maximum',
  ],
]

const bitsOf = new Map<string, number>()
for (const [bit, list] of turningWords)
  for (const word of list.split(' ')) bitsOf.set(stemOf(word), (bitsOf.get(stemOf(word)) ?? 0) | bit)

/** Returns the bits of a word with this key; 0 for most. */
export function turningOf(key: string): number {
  return bitsOf.get(key) ?? 0
}

/** The superlatives whose measure is known. */
export const superlatives =
  'most|least|fewest|(?:long|short|tall|high|low|deep|shallow|wid|narrow|farth|furth|clos|near|heavi|light|old|eld|young|new|dear|costli|cheap|larg|bigg|great|small)est'
