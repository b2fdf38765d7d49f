import type { PairResult } from '@/lib/contracts/pairs'
import { formatCount, formatPercentInterval, formatPlural } from '../format/number'
import type { ComparedSide } from '../links'

/** Parses the result of `formatSide`; null for anything else. */
export function parseSide(text: string): ComparedSide | null {
  const run = /^run:(.+)$/s.exec(text)?.[1]
  if (run !== undefined) return { run }
  const [, chain, version] = /^version:([^@]+)@(.+)$/s.exec(text) ?? []
  if (chain === undefined || version === undefined) return null
  try {
    return { chain: decodeURIComponent(chain), version }
  } catch {
    return null
  }
}

/** A side in words: "run 42", or the chain and its version. */
export const sideText = (side: ComparedSide): string =>
  'run' in side ? `run ${side.run}` : `${side.chain} ${side.version}`

type Subject = { runs: string[] } | { chain: string; a: string; b: string }

/** Returns two sides as the subject of a pair review; null if they are not of one kind. */
export function toPairSubject(a: ComparedSide | null, b: ComparedSide | null): Subject | null {
  if (!a || !b) return null
  if ('run' in a) return 'run' in b ? { runs: [a.run, b.run] } : null
  return 'run' in b || a.chain !== b.chain || a.version === b.version
    ? null
    : { chain: a.chain, a: a.version, b: b.version }
}

/** Returns a sentence on the answers, without what they say where that is hidden; the names are those of the first and the second side. */
export function pairsSentence(result: PairResult, [a, b]: readonly [string, string]): string {
  const { pairs, answered, wins: counted } = result
  if (pairs === 0) return 'No one was asked yet.'
  if (answered === 0) return `${formatPlural(pairs, 'pair waits', 'pairs wait')} for an answer.`
  if (!counted)
    return `${formatCount(answered)} of ${formatPlural(pairs, 'pair')} ${answered === 1 ? 'has' : 'have'} an answer.`
  const { aWins, bWins, ties, interval } = counted
  const decided = aWins + bWins
  const even = ties === 0 ? '' : ` ${formatPlural(ties, 'pair was', 'pairs were')} even.`
  if (decided === 0) return `Of ${formatPlural(answered, 'pair')} neither side was better.`
  const [most, wins] = bWins >= aWins ? [b, bWins] : [a, aWins]
  const share = interval && (bWins >= aWins ? interval : ([1 - interval[1], 1 - interval[0]] as const))
  const lead =
    aWins === bWins
      ? `Each side was better in ${formatPlural(wins, 'pair')}.`
      : `${most} was better in ${wins} of ${formatPlural(decided, 'decided pair')}${share ? ` (${formatPercentInterval(share)})` : ''}.`
  return `${lead}${even}${aWins === bWins ? '' : preference(share, most)}`
}

function preference(share: readonly [number, number] | null, most: string): string {
  if (!share) return ''
  return share[0] > 0.5 ? ` People prefer ${most}.` : ' Too few answers to tell which is better.'
}
