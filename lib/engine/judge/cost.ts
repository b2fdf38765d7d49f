/** Prices in US dollars per million tokens. */
export interface JudgePrices {
  inputUsdPerMillion: number
  outputUsdPerMillion: number
}

export interface JudgeUsage {
  inputTokens: number
  outputTokens: number
}

// English has about four characters a token, code three: the estimate errs on the dear side.
const charactersPerToken = 2

/** What a call costs at these prices, in US dollars. */
export function costOf({ inputTokens, outputTokens }: JudgeUsage, prices: JudgePrices): number {
  return (inputTokens * prices.inputUsdPerMillion + outputTokens * prices.outputUsdPerMillion) / 1e6
}

/** The most a call is expected to cost, in US dollars: known before it is made. */
export function estimateCost(promptCharacters: number, maxOutputTokens: number, prices: JudgePrices): number {
  return costOf(
    { inputTokens: Math.ceil(promptCharacters / charactersPerToken), outputTokens: maxOutputTokens },
    prices,
  )
}
