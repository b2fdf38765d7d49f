import { type CheckResult, type HallucinationFinding, type Material, spanOf } from '@/lib/engine/hallucination/finding'

const numeric = /(?<![\w\])])\[\^?(\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*)\](?![(:[\w])/g
const ownList = /^[ \t]*(?:\[\^?(\d{1,3})\]|(\d{1,3})[.)])[: \t]+\S/gm
const listHeading = /^[ \t#*_]*(?:references|sources|bibliography|citations|works cited|footnotes|notes)[ \t*_:]*$/im
const name = "\\p{Lu}[\\p{L}'’-]+"
const year = '(?:1[6-9]|20)\\d\\d'
const authorYear = new RegExp(
  `(${name})(?:\\s+(?:et al\\.?|(?:and|&)\\s+${name}))?(?:,?\\s*\\((${year})[a-z]?\\)|,\\s+(${year})[a-z]?(?=[;)]))`,
  'gu',
)
const notAuthors =
  /^(?:In|Since|By|Until|From|During|After|Before|Around|January|February|March|April|May|June|July|August|September|October|November|December|Figure|Table|Section|Chapter|Version|The|Summer|Winter|Spring|Autumn|Fall|Q[1-4])$/

/** Checks that what is cited exists: `[3]` against the references, "Smith (2020)" against their text. Without any, silent. */
export function findCitations(material: Material): CheckResult {
  const parts = [findNumeric(material), findAuthorYear(material)]
  return {
    findings: parts.flatMap(({ findings }) => findings),
    verified: parts.reduce((sum, { verified }) => sum + verified, 0),
  }
}

function findNumeric({ prose, output, references, sources }: Material): CheckResult {
  const listStart = listHeading.exec(prose)?.index ?? prose.length
  const known = knownNumbers(prose.slice(listStart), references.length > 0 ? references : sources)
  if (known.size === 0) return { findings: [], verified: 0 }
  const findings: HallucinationFinding[] = []
  let verified = 0
  for (const match of prose.slice(0, listStart).matchAll(numeric)) {
    const unknown = numbersIn(match[1] ?? '').filter((number) => !known.has(number))
    if (unknown.length === 0) verified++
    else
      findings.push({
        type: 'fabricated_citation',
        verdict: 'contradicted',
        severity: 'confirmed',
        confidence: 0.97,
        span: spanOf(output, match.index, match.index + match[0].length),
        evidence: `There is no reference ${unknown.join(', ')}; there ${known.size === 1 ? 'is' : 'are'} ${[...known].slice(0, 20).join(', ')}.`,
      })
  }
  return { findings, verified }
}

/** Numbers that can be cited: those of the output's own list, else the ids given, by number or by place. */
function knownNumbers(list: string, given: readonly { id: string }[]): Set<number> {
  const own = [...list.matchAll(ownList)].map((match) => Number(match[1] ?? match[2]))
  const ids = given.map(({ id }, index) => (/^\D{0,10}(\d{1,3})$/.test(id) ? Number(id.replace(/\D/g, '')) : index + 1))
  return new Set([...ids, ...own])
}

function numbersIn(text: string): number[] {
  return text.split(/[,;]/).flatMap((part) => {
    const [first = Number.NaN, last = first] = part.split(/[–-]/).map(Number)
    return last > first && last - first < 50
      ? Array.from({ length: last - first + 1 }, (_, step) => first + step)
      : [...new Set([first, last])]
  })
}

function findAuthorYear({ prose, output, references, sources }: Material): CheckResult {
  const texts = [...references, ...sources].map(({ text }) => text.toLowerCase())
  if (references.length === 0) return { findings: [], verified: 0 }
  const findings: HallucinationFinding[] = []
  let verified = 0
  for (const match of prose.matchAll(authorYear)) {
    const [whole, author = '', bracketed, plain] = match
    const cited = bracketed ?? plain ?? ''
    if (notAuthors.test(author)) continue
    const byAuthor = texts.filter((text) => text.includes(author.toLowerCase()))
    if (byAuthor.some((text) => text.includes(cited))) {
      verified++
      continue
    }
    findings.push({
      type: 'fabricated_citation',
      verdict: 'contradicted',
      severity: 'likely',
      confidence: byAuthor.length > 0 ? 0.8 : 0.85,
      span: spanOf(output, match.index, match.index + whole.length),
      evidence:
        byAuthor.length > 0
          ? `${author} is in the references, but not with ${cited}.`
          : `No reference names ${author}.`,
    })
  }
  return { findings, verified }
}
