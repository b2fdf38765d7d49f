import { type CheckResult, spanOf } from '../finding'
import type { Material } from '../material'
import { matchesIn } from '../text/plain-text'
import { givenNames } from '../words/given-names'

/** Capitalized words that begin or end no name. */
export const titles = new Set(
  'January February March April May June July August September October November December Monday Mondays Tuesday Tuesdays Wednesday Wednesdays Thursday Thursdays Friday Fridays Saturday Saturdays Sunday Sundays Mr Mrs Ms Dr Prof Summary Report Section Table Figure Step Key Next Final Overview Conclusion Introduction Result Results Findings Analysis Recommendation Recommendations Note Important Executive Background Total Part Chapter Appendix Phase Action Item Items The This In On At For And But If When While As We He She It They However Additionally Moreover Furthermore Therefore Overall'.split(
    ' ',
  ),
)

/** Words that names of organizations, places and fields of forms end in: two such names differ, unlike one person under another first name. */
const kinds =
  /^(?:University|College|Institute|School|Academy|Hospital|Clinic|Bank|Market|Store|Shop|Street|Road|Avenue|Park|Garden|Hotel|Restaurant|Museum|Library|Airport|Station|Group|Company|Corporation|Foundation|Association|Society|Cent(?:er|re)|Church|Council|Committee|Commission|City|County|State|Province|Region|River|Lake|Island|Ocean|Bridge|Press|Times|News|Journal|Magazine|Award|Prize|League|Club|Team|Party|Union|Court|Department|Ministry|Agency|Office|Records|Pictures|Films|Theat(?:er|re)|Festival|Championship|Tower|House|Hall|Square|Valley|Beach|Mountain|Territory|Empire|Republic|Kingdom|Airlines|Airways|Plan|Project|Program|Service|System|Server|Class|Category|Type|Level|Status|Date|Number|Code|Rate|Price|Field)s?$/

/** A capitalized word, and where the word after it begins. */
type Named = { first: string; at: number }

/** Returns the words that follow a capitalized one, each up to its first sign. */
export function peopleIn(text: string): Map<string, Named[]> {
  const people = new Map<string, Named[]>()
  for (const { 0: whole, 1: first = '', 2: last = '', index } of text.matchAll(
    /(?<!\p{L})(\p{Lu}\p{Ll}+)\s+(?=(\p{L}+))/gu,
  )) {
    if (titles.has(first)) continue
    const named = { first, at: index + whole.length }
    const known = people.get(last)
    if (known) known.push(named)
    else people.set(last, [named])
  }
  return people
}

/** Returns a person of the sources with the same last name and another first name. */
export function rivalOf(name: string, grounding: string, people: () => Map<string, Named[]>): string | null {
  const [first, last, ...more] = name.split(' ')
  if (!first || !last || more.length > 0 || last.length < 4 || kinds.test(last)) return null
  // Most last names are new, too, and this is much cheaper than a pattern.
  if (!grounding.includes(last)) return null
  // A word that the sources also write small is no last name: "share class" beside "Share Class".
  if (
    new RegExp(
      `(?<!\\p{L})${last.charAt(0).toLowerCase()}${last.slice(1).replace(/\P{L}.*$/u, '')}(?!\\p{L})`,
      'u',
    ).test(grounding)
  )
    return null
  const alike = (people().get(/^\p{L}+/u.exec(last)?.[0] ?? '') ?? []).filter(
    ({ at }) =>
      grounding.startsWith(last, at) && !/^\p{L}/u.test(grounding.slice(at + last.length, at + last.length + 2)),
  )
  return alike[0] && !alike.some((one) => one.first === first) ? `${alike[0].first} ${last}` : null
}

/** A capitalized word before what may be a surname, which may itself be before another. */
const fullName =
  /(?<!\p{L})\p{Lu}\p{Ll}+(?= ((?:(?:de|da|di|del|van|von|la|le) )*\p{Lu}[\p{Ll}'’]\p{L}+(?:-\p{Lu}\p{Ll}+)?)(?!\p{L}))/gu

/** Checks people by their surnames, which are the same in all languages that share their script. */
export function findPeople({ output, prose, grounding, isGiven }: Material): CheckResult {
  const result: CheckResult = { findings: [], verified: 0 }
  if (!/\p{Script=Latin}{4}/u.test(grounding)) return result
  const seen = new Set<string>()
  for (const { 0: first, 1: last = '', index } of matchesIn(prose, fullName)) {
    const name = `${first} ${last}`
    if (!givenNames.has(first) || seen.has(name)) continue
    seen.add(name)
    if (isGiven(last.toLowerCase())) result.verified++
    else
      result.findings.push({
        type: 'nonexistent_entity',
        verdict: 'unverifiable',
        severity: 'warning',
        confidence: 0.4,
        span: spanOf(output, index, index + name.length),
        evidence: `No source or tool result has ${isGiven(first.toLowerCase()) ? last : name}.`,
      })
  }
  return result
}
