import { stemOf } from './stems'

const functionWords = new Set(
  'a an the of and or but nor to in on at by for from with without into onto over under up down out off about as than then so if is are was were be been being am do doe did done have has had having will would shall should can could may might must it its he his him she her they them their we us our you your i my me this that these those there here who whom whose which what when where why how all any each both more most other some such no not never only own same too very also just s t while during after before between through because until against again further once one ha wa hi thi still now already currently longer today wher thes thos becaus'.split(
    ' ',
  ),
)

const negations = new Set(['not', 'never', 'no', 'without', 'neither', 'nor', 'none', 'nobody', 'nothing'].map(stemOf))

/** Whether a word with this key has no content of its own. */
export function isFunctionWord(key: string): boolean {
  return functionWords.has(key)
}

export function isNegationKey(key: string): boolean {
  return negations.has(key)
}
