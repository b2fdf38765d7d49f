import { stemOf } from '../text/stems'

/**
 * Words of one kind that exclude each other where everything else of a statement is the same: a van is no lorry. Words on one side of `|` may
 * mean the same.
 */
const kinds = [
  'cat|dog|horse|cow cattle|sheep|goat|pig|rabbit|bird|fish|mouse|rat|hamster|parrot|snake|duck|hen chicken|bee',
  'car|bus coach|train|tram|lorry truck|van|bicycle bike|motorcycle motorbike|ship boat vessel|ferry|plane aircraft aeroplane airplane|helicopter|taxi|tractor',
  'apple|pear|orange|lemon|banana|cherry|grape|plum|peach|strawberry|raspberry',
  'potato|tomato|carrot|onion|garlic|cabbage|bean|pea|lentil|mushroom|pepper|cucumber',
  'beef|pork|lamb|chicken poultry|turkey|fish|ham|veal',
  'salt|sugar|honey|vinegar|cumin|cinnamon|mustard',
  'butter|oil|margarine|lard|cream|milk|yoghurt yogurt|cheese',
  'rye|wheat|oat|barley|rice|corn maize',
  'tea|coffee|cocoa|beer|wine|juice|water',
  'steel|iron|copper|aluminium aluminum|wood|glass|plastic|concrete cement|stone|brick|paper|leather|cotton|wool|silk|gold|silver|bronze|lead|zinc|coal|sand|gravel|grain|oil|gas',
  'eye|ear|nose|mouth|throat|neck|shoulder|elbow|wrist|hand|finger|hip|knee|ankle|foot|toe|chest|abdomen abdominal|back|head|leg|arm|skin|heart|lung|liver|kidney|stomach|brain',
  'fever|cough|rash|headache|nausea|vomiting|diarrhoea diarrhea|dizziness|fatigue|pain',
  'diabetes|asthma|pneumonia|influenza flu|cancer|stroke|hypertension|arthritis|malaria|measles|depression',
  'aspirin|ibuprofen|paracetamol acetaminophen|penicillin|amoxicillin|metformin|insulin|metoprolol|warfarin|morphine',
  'doctor physician|nurse|dentist|pharmacist|surgeon|midwife|vet veterinarian',
  'teacher|pupil student|principal headmaster|parent',
  'engineer|accountant|architect|technician|fitter|electrician|plumber|driver|pilot|captain|skipper|cook chef|waiter|steward stewardess|guide|baker|butcher|farmer|gardener|painter|sculptor|poet|novelist|composer|singer|dancer|actor|director|lawyer|judge|officer|soldier|sailor|journalist reporter|photographer|librarian|firefighter',
  'tenant|landlord',
  'buyer purchaser|seller vendor',
  'employer|employee',
  'customer client|supplier',
  'lender|borrower',
  'licensor|licensee',
  'plaintiff claimant|defendant',
  'author|editor|publisher|translator',
  'finance accounting|legal|marketing|sales|procurement purchasing|engineering|security|logistics|compliance|research|production',
  'radiology imaging|cardiology|neurology|oncology|dermatology|paediatrics pediatrics|orthopaedics orthopedics|psychiatry|urology|gynaecology gynecology|pathology',
  'chairman chairwoman|treasurer|secretary|auditor',
  'rector|dean|bursar|registrar|provost',
  'mayor|governor|minister|senator|ambassador|sheriff',
  'curator|registrar|conservator',
  'winner|loser',
  'guest visitor|host|member',
  'neighbour neighbor|colleague|friend|boss|husband|wife|father|mother|brother|sister|son|daughter|uncle|aunt|cousin|grandfather|grandmother|nephew|niece',
  'kitchen|bathroom|bedroom|cellar basement|attic|garage|garden|balcony|hall|corridor',
  'roof|wall|floor|ceiling|window|door|stair|chimney',
  'table|chair|desk|lamp|bed|sofa|shelf|cupboard|stool|bench',
  'hotel|hostel|station|airport|harbour harbor port|museum|theatre theater|cinema|library|church|chapel|school|hospital|bank|bakery|pharmacy|restaurant|cafe|supermarket|stadium|castle|bridge|tower|lighthouse|mill|farm',
  'river|lake|sea|mountain|hill|forest wood|desert|island|beach|cliff|valley',
  'rain|snow|hail|fog|sun sunshine|wind|frost|thunderstorm',
  'trombone|trumpet|violin|viola|cello|piano|guitar|flute|harp|lyre|drum|organ|clarinet',
  'football soccer|tennis|rugby|hockey|basketball|baseball|cricket|volleyball|swimming|rowing|running|cycling|skiing|fencing|chess|yoga|walking',
  'goalkeeper|striker|defender|midfielder|captain|coach|referee',
  'defence defense|attack|midfield',
  'gold|silver|bronze',
  'breakfast|lunch|dinner supper',
  'spring|summer|autumn|winter',
  'cash|cheque check|card|paypal|transfer',
  'email mail e-mail|phone telephone|letter|fax|post',
  'chrome|firefox|safari|edge|opera',
  'windows|linux|macos|android|ios',
  'mysql|postgres postgresql|sqlite|oracle|mongodb|redis',
  'python|java|javascript|typescript|ruby|rust|go|php|kotlin|swift',
  'json|xml|csv|yaml|html|pdf',
  'cpu processor|memory ram|disk|network',
  'mobile|desktop|web|server|client',
  'server|database|cache|queue|router|printer|scanner|keyboard|monitor|mouse|laptop|tablet|phone',
  'lexer|parser|compiler|linker|reader|writer|scheduler',
  'request|response',
  'debug|info|warn warning|error|fatal',
  'equity equities stock share|bond|property|cash|commodity',
  'revenue sales turnover|profit earnings|cost expense|debt|cash',
  'import|export',
  'interest|exchange|tax|inflation|unemployment',
  'pump|valve|seal|pipe|hose|tank|boiler|filter|motor|fan|cable|switch|fuse|battery|sensor|lever|spring|gasket|bolt|nut|screw|rope|ladder|crane|gate',
  'power|feed|reset',
  'rye|wheat',
  'roman|celtic|viking|greek|egyptian',
  'english|german|french|dutch|spanish|italian|polish|russian|chinese|japanese|danish|swedish|norwegian',
  'vegetarian|vegan|kosher|halal',
  'boy|girl',
  'man|woman|child',
  'male|female',
  'head|tail',
  'front|back',
  'top|bottom',
  'line|column|row|page|chapter',
  'hydrogen|oxygen|nitrogen|helium|carbon',
  'earth|mars|venus|jupiter|saturn|mercury|moon',
  'math maths mathematics|music|physics|chemistry|biology|history|geography|geology|astronomy|philosophy|law|medicine|literature|theology',
  'botany|zoology|geology',
  'book|film movie|song|play|novel|poem|newspaper|magazine',
  'economy|business',
  'electric|diesel|petrol gasoline|hybrid',
  'horse|carriage',
  'nominal|real',
  'fixed|variable',
  'listed|unlisted',
  'sunrise|sunset',
  'ally|rival',
]

/** States of one thing, of which it has one at a time. */
const states = [
  'pending|approved accepted granted|rejected refused declined denied|withdrawn',
  'delivered|cancelled canceled|returned|lost',
  'shipped dispatched|cancelled canceled|returned',
  'pending processing unshipped|shipped dispatched delivered|cancelled canceled|returned',
  'open|fixed resolved solved repaired',
  'paid settled|pending|unpaid overdue outstanding',
  'expired lapsed|valid',
  'admitted|discharged released',
  'draft|published|archived',
  'running|stopped|paused',
  'vacant|occupied',
  'booked|cancelled canceled',
]

/** Sides by word: the kind and the side in it. */
type Sides = ReadonlyMap<string, readonly (readonly [kind: number, side: number])[]>

function sidesOf(kinds: readonly string[]): Sides {
  const sides = new Map<string, (readonly [kind: number, side: number])[]>()
  for (const [kind, words] of kinds.entries())
    for (const [side, same] of words.split('|').entries())
      for (const word of same.split(' ')) {
        const key = stemOf(word)
        sides.set(key, [...(sides.get(key) ?? []), [kind, side]])
      }
  return sides
}

const [sides, sidesOfStates] = [sidesOf(kinds), sidesOf(states)]

/** Whether two words are of one kind, and not the same: "cat" and "dog". */
export function areSiblings(one: string, other: string): boolean {
  return areApart(one, other, sides)
}

/** Whether two words tell of different states: "pending" and "approved". A thing may have both one after the other. */
export function areOtherStates(one: string, other: string): boolean {
  return areApart(one, other, sidesOfStates)
}

function areApart(one: string, other: string, sides: Sides): boolean {
  const others = sides.get(other)
  if (!others || one === other) return false
  let isOne = false
  for (const [kind, side] of sides.get(one) ?? [])
    for (const [otherKind, otherSide] of others) {
      if (kind !== otherKind) continue
      if (side === otherSide) return false
      isOne = true
    }
  return isOne
}
