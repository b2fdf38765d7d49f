const irregular = new Map([
  ["can't", ['can', 'not']],
  ['cannot', ['can', 'not']],
  ["won't", ['will', 'not']],
  ["shan't", ['shall', 'not']],
])

/** Returns the keys of a word in lower case: its stem, or those of a contraction such as "isn't". */
export function wordKeys(word: string): readonly string[] {
  const known = irregular.get(word)
  if (known) return known
  if (!word.includes("'")) return [stemOf(word.includes('.') ? word.replaceAll('.', '') : word)]
  if (word.endsWith("n't")) return [word.slice(0, -3), 'not']
  const apostrophe = word.indexOf("'")
  const bare = apostrophe > 0 && word.endsWith("'s") ? word.slice(0, -2) : word
  return [stemOf(bare.includes('.') ? bare.replaceAll('.', '') : bare)]
}

const irregularForms = new Map(
  'children child;men man;women woman;feet foot;teeth tooth;mice mouse;became become;began begin;begun begin;bought buy;broke break;broken break;brought bring;built build;came come;caught catch;chose choose;chosen choose;drew draw;drawn draw;drove drive;driven drive;fell fall;fallen fall;flew fly;flown fly;gave give;given give;grew grow;grown grow;held hold;kept keep;knew know;known know;led lead;lent lend;lost lose;made make;met meet;paid pay;ran run;rose rise;risen rise;said say;sent send;shrank shrink;sold sell;spent spend;spoke speak;spoken speak;stood stand;stole steal;stolen steal;taught teach;took take;taken take;thought think;threw throw;thrown throw;told tell;went go;gone go;won win;wore wear;worn wear;wrote write;written write'
    .split(';')
    .map((pair) => pair.split(' ') as [string, string]),
)

/** Words that say the same nearly everywhere, each group under its first. */
const synonyms = new Map(
  'start begin commenc;buy purchas acquir;allow permit;help assist;choos select pick;repair fix mend;delet remov eras;keep stor;doctor physician;movi film;company firm corporation;salary wag;photo photograph pictur;phon telephon;guarante warranty;answer reply respond;lend borrow;depart leav;arriv land;employe staff personnel;child kid;larg big;fast quick rapid;show display;email mail'
    .split(';')
    .flatMap((group) => {
      const [first = '', ...others] = group.split(' ')
      return others.map((other) => [other, first] as const)
    }),
)

/** The past tense of a verb in "ee". "Succeed" and "need" are none. */
const doubleE = /(?:agree|free|guarantee|decree|referee|flee)d$/

/** Strips the endings of number and tense, so that "restarts" and "restarted" are equal. */
export function stemOf(word: string): string {
  let stem = irregularForms.get(word) ?? word
  if (stem.length > 4 && stem.endsWith('ies')) stem = `${stem.slice(0, -3)}y`
  else if (stem.length > 3 && stem.endsWith('s') && !stem.endsWith('ss')) stem = stem.slice(0, -1)
  if (stem.length > 5 && stem.endsWith('ing')) stem = restored(stem.slice(0, -3))
  else if (stem.endsWith('eed')) stem = doubleE.test(stem) ? stem.slice(0, -1) : stem
  else if (stem.length > 4 && stem.endsWith('ed')) stem = restored(stem.slice(0, -2))
  if (stem.length > 4 && stem.endsWith('e')) stem = stem.slice(0, -1)
  return synonyms.get(stem) ?? stem
}

/** Undoes the spelling before "ed" and "ing": occurr-ed is "occur", sav-ed is "save". */
function restored(stem: string): string {
  if (/.[aeiou]([bdgmnprt])\1$/.test(stem)) return stem.slice(0, -1)
  return /^[^aeiou][aeiou][^aeiouwxy]$/.test(stem) ? `${stem}e` : stem
}

const functionWords = new Set(
  'a an the of and or but nor to in on at by for from with without into onto over under up down out off about as than then so if is are was were be been being am do doe did done have has had having will would shall should can could may might must it its he his him she her they them their we us our you your i my me this that these those there here who whom whose which what when where why how all any each both more most other some such no non not never only own same too very also just s t while during after before between through because until against again further once one ha wa hi thi still now already currently longer today wher thes thos becaus dure'.split(
    ' ',
  ),
)

const negations = new Set(
  ['not', 'never', 'no', 'non', 'without', 'neither', 'nor', 'none', 'nobody', 'nothing'].map(stemOf),
)

/** Whether a word with this key has no content of its own, as most signs of hiragana, which end the words of Japanese. */
export function isFunctionWord(key: string): boolean {
  return functionWords.has(key) || (key >= '\u3040' && key < '\u30a0')
}

export function isNegationKey(key: string): boolean {
  return negations.has(key)
}

const beginDenials = new Set(['fail', 'still', 'yet', 'remain'].map(stemOf))

/** Whether a word with this key denies, or begins what does: "fails to", "still to be". */
export function mayDeny(key: string): boolean {
  return negations.has(key) || beginDenials.has(key)
}
