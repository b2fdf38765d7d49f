import type { Interval } from './descriptive'
import { wilsonInterval } from './intervals'

/** A person's verdict on a pair: which side is better, or neither. */
export type PairChoice = 'a' | 'b' | 'equal'

interface PairWins {
  aWins: number
  bWins: number
  ties: number
  /** 95 % Wilson interval of the share of decided pairs that b wins; null without decided pairs. */
  interval: Interval | null
}

/** The better side of a pair by the verdicts on it: the one that more people chose than anything else. */
export function winnerOf(choices: readonly PairChoice[]): PairChoice {
  const of = (choice: PairChoice) => choices.filter((one) => one === choice).length
  const [a, b, equal] = [of('a'), of('b'), of('equal')]
  if (a > b && a > equal) return 'a'
  return b > a && b > equal ? 'b' : 'equal'
}

/** Counts pairs, not verdicts: for several verdicts on one pair the majority decides, and an even split is a tie. */
export function countWins(verdicts: readonly { pairId: string; choice: PairChoice }[]): PairWins {
  const leads = [...Map.groupBy(verdicts, ({ pairId }) => pairId).values()].map((own) =>
    winnerOf(own.map(({ choice }) => choice)),
  )
  const [aWins, bWins] = [leads.filter((lead) => lead === 'a').length, leads.filter((lead) => lead === 'b').length]
  const decided = aWins + bWins
  return {
    aWins,
    bWins,
    ties: leads.length - decided,
    interval: decided === 0 ? null : wilsonInterval(bWins, decided),
  }
}
