/** What a word may do to a statement: deny it, tell of how many it holds, bound its value, or tell what the value is for. As bits. */
export const [POLAR, MANY, BOUND, SCOPE] = [1, 2, 4, 8]

/** The words that turn a statement into another, by what they do. */
export const turningWords: readonly (readonly [bit: number, words: string])[] = [
  [
    POLAR,
    'not never no none nobody nothing neither nor fail unable longer stop cease quit decline refuse unwilling reject turn overturn reverse quash strike rule disprove refute call cancel canceled cancelled scrap abandon ban bar forbid forbidden prohibit exclude without lack free late delay behind absent miss stay skip close shut optional voluntary unnecessary still yet remain unpaid unsold unsolved unresolved unfinished unopened unchanged unanswered unconfirmed unsigned unread untested undamaged uninsured unused unknown unpublished unapproved unaffected unavailable unharmed uninjured unhurt unlocked unoccupied sold banned barred struck scrapped skipped forbade stopped quashed',
  ],
  [MANY, 'all every most some several few half none no any almost nearly hardly'],
  [BOUND, 'least most minimum maximum fewer less more up over under'],
  [
    SCOPE,
    'per each every gross net before after pre include including inclusive exclude excluding exclusive with without plus way return round single double twin triple hourly daily weekly monthly quarterly yearly annual annually full part adult child children wholesale retail minimum maximum',
  ],
]
